import { type BotLevel, botLevel, botName, USUAL_BOT_LEVEL } from '@anchor/wire';
import type { Ply } from 'bg-engine';
import { hmacSha256, type Key, keyFromSeed } from 'bg-record';

/** A bot of one level. Each level has its own key, so the header of a match shows the level, also after a restart. */
export interface ServerBot {
  readonly level: BotLevel;
  readonly key: Key;
  readonly name: string;
}

/** The bots of a server, the weakest first. Their keys are derived from the server's key, so nothing is stored. */
export function serverBots(serverKey: Key): Promise<ServerBot[]> {
  return Promise.all(
    botLevel.options.map(async (level) => {
      const seed = hmacSha256(serverKey.seed, new TextEncoder().encode(labelOf(level)));
      return { level, key: await keyFromSeed(seed), name: botName(level) };
    }),
  );
}

/** The present bot that replaces an earlier one, for example one under a former server key. */
export function successorOf(bot: Pick<ServerBot, 'name'>, bots: readonly ServerBot[]): ServerBot | null {
  const isUsual = ({ level }: ServerBot) => level === USUAL_BOT_LEVEL;
  return bots.find(({ name }) => name === bot.name) ?? bots.find(isUsual) ?? null;
}

/** The usual level keeps the label from the time before levels, so that its key stays the same. */
function labelOf(level: BotLevel): string {
  return level === USUAL_BOT_LEVEL ? 'bg-bot/1' : `bg-bot/1/${level}`;
}

/** The settings that make one level weaker than another. */
export interface Strength {
  /** Number of rolls that the bot looks ahead. */
  readonly ply: Ply;
  /** Standard deviation of the noise added to every equity, in points of the present cube value. */
  readonly noise: number;
}

/** Chosen so that people find the levels evenly spaced. docs/engine.md has the measured cost of each. */
export const STRENGTHS: Readonly<Record<BotLevel, Strength>> = {
  beginner: { ply: 0, noise: 0.16 },
  intermediate: { ply: 0, noise: 0.07 },
  advanced: { ply: 0, noise: 0.03 },
  expert: { ply: 2, noise: 0 },
};
