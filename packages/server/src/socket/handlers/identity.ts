import { isGoodKey, verifyIdentify } from 'bg-record';
import { cleanName } from '../../domain/players/name.ts';
import { refuse } from '../../domain/refusal.ts';
import { finishedMessage } from '../../domain/table/outcome.ts';
import { withId } from '../encode.ts';
import type { Session } from '../session.ts';
import type { Handler, KnownHandler } from './types.ts';

export const identify: Handler<'identify'> = async (session, { pub, origin, sig, name, id }) => {
  const { service, challenge } = session;
  if (session.pub !== null) return refuse('already-identified');
  if (!isGoodKey(pub) || pub === service.serverPub) return refuse('bad-key');
  if (!session.origins.includes(origin)) return refuse('wrong-origin');
  if (!(await verifyIdentify(pub, { challenge, origin, server: service.serverPub }, sig))) return refuse('bad-proof');
  if (session.isTurnedAway(pub, id)) return null;
  const seated = await session.inTurn(async () => {
    const person = await service.players.meet(pub, name);
    if (!session.enter(pub, origin)) return null;
    const match = await service.tables.liveOf(pub);
    const account = await service.accounts.has(pub);
    session.say(withId({ type: 'identified', ...person, account, match }, id));
    return { match };
  });
  if (seated === null) return null;
  if (seated.match !== null) await session.follow(seated.match);
  await tellOfTheEnd(session, pub);
  return null;
};

/** A player of a match gets a signed receipt of its state, if this process keeps the match. */
export const ping: Handler<'ping'> = async ({ service, pub }, { match }) => {
  const receipt = match === undefined || pub === null ? null : await service.tables.receipt(pub, match);
  const pong = { type: 'pong', now: service.world.now() } as const;
  return receipt ? { ...pong, match, receipt } : pong;
};

export const name: KnownHandler<'name'> = async ({ service }, message, pub) => {
  if (cleanName(message.name) === null) return refuse('bad-name');
  return { type: 'named', name: (await service.players.meet(pub, message.name)).name };
};

/** Sends the end of a match that finished while the player was away, once. */
async function tellOfTheEnd(session: Session, pub: string): Promise<void> {
  const { records } = session.service.store;
  const row = await session.inTurn(() => records.untold(pub));
  if (!row) return;
  session.say(finishedMessage(row));
  await records.markTold(row.record.header.id, pub);
}
