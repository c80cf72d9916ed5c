export const hasPostgres: boolean;
export function throwawayPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }>;
