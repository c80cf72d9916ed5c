/** What stands for a player who has no name that can be seen. */
export const namelessTexts = { nobody: (start: string) => `Guest ${start}` } as const;
