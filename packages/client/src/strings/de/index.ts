/** The German texts of every file of texts, by its path from here. */
export const german = import.meta.glob(['./*.ts', '!./index.ts'], { eager: true, import: 'texts' });
