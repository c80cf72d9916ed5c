import { type BotLevel, botLevel, USUAL_BOT_LEVEL } from '@anchor/wire';
import { hmacSha256, type Key, keyFromSeed } from 'bg-record';

/** A level as a player of its own: so a match tells by its seats at which level the bot plays, and goes on so after a restart. */
export interface HousePlayer {
  readonly level: BotLevel;
  readonly key: Key;
  readonly name: string;
}

/** The bots of a server, weakest first. Their keys follow from the server's, so there is nothing to keep. */
export function housePlayers(serverKey: Key): Promise<HousePlayer[]> {
  return Promise.all(
    botLevel.options.map(async (level) => {
      const seed = hmacSha256(serverKey.seed, new TextEncoder().encode(labelOf(level)));
      return { level, key: await keyFromSeed(seed), name: `Anchor bot, ${level}` };
    }),
  );
}

/** Who of the house plays now what another bot of it played, perhaps under a former key of the server. */
export function heirOf(bot: Pick<HousePlayer, 'name'>, house: readonly HousePlayer[]): HousePlayer | null {
  const isUsual = ({ level }: HousePlayer) => level === USUAL_BOT_LEVEL;
  return house.find(({ name }) => name === bot.name) ?? house.find(isUsual) ?? null;
}

/** The usual level has the key that the only bot had when there were no levels, so that its matches go on. */
function labelOf(level: BotLevel): string {
  return level === USUAL_BOT_LEVEL ? 'bg-bot/1' : `bg-bot/1/${level}`;
}
