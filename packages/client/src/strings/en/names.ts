/** The name shown for a player without a visible name. */
export const names = { nobody: (start: string) => `Guest ${start}` } as const;
