/** What stands for a player who has no name that can be seen. */
export const names = { nobody: (start: string) => `Guest ${start}` } as const;
