import type { SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import { refuse } from '../../domain/refusal.ts';
import type { RequestId } from '../encode.ts';
import type { Session } from '../session.ts';
import type { Answer, Handler, KnownHandler } from './types.ts';

export const enterLobby: Handler<'lobby'> = (session) => {
  session.enterLobby();
  return session.service.lobby.snapshot();
};

export const leaveLobby: Handler<'leave-lobby'> = (session) => {
  session.leaveLobby();
  return { type: 'left-lobby' };
};

export const seek: KnownHandler<'seek'> = async ({ service }, wish, pub) => {
  const made = await service.lobby.seek(pub, wish);
  return made.ok ? { type: 'seeking', seek: made.value } : made;
};

export const unseek: KnownHandler<'unseek'> = ({ service }, _message, pub) => {
  service.lobby.unseek(pub);
  return { type: 'unsought' };
};

export const acceptSeek: KnownHandler<'accept-seek'> = async (session, message, pub) =>
  sitDown(session, await session.service.lobby.accept(pub, message.seek), message.id);

export const invite: KnownHandler<'invite'> = async ({ service, linkBase }, wish, pub) => {
  const made = await service.invitations.invite(pub, wish);
  return made.ok ? { type: 'invited', code: made.value, url: `${linkBase}/invite/${made.value}` } : made;
};

export const inviteInfo: Handler<'invite-info'> = async ({ service }, { code }) => {
  const info = await service.invitations.info(code);
  return info.ok ? { type: 'invite-info', ...info.value.terms, from: { ...info.value.from } } : info;
};

export const join: KnownHandler<'join'> = async (session, { code, id }, pub) =>
  sitDown(session, await session.service.invitations.join(pub, code), id);

export const playBot: KnownHandler<'play-bot'> = async (session, message, pub) =>
  sitDown(session, await session.service.challenges.playBot(pub, message), message.id);

export const rematch: KnownHandler<'rematch'> = async (session, { match, id }, pub) => {
  const asked = await session.service.challenges.rematch(pub, match);
  if (!asked.ok) return asked;
  return asked.value.match === undefined
    ? asked.value.offered
    : sitDown(session, { ok: true, value: asked.value.match }, id);
};

/** Answers with the new match itself. */
async function sitDown(session: Session, paired: Result<string, SocketCode>, id: RequestId): Promise<Answer> {
  if (!paired.ok) return paired;
  return (await session.follow(paired.value, id)) ? null : refuse('not-found');
}
