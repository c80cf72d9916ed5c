import { checkSignedEvent } from 'bg-record';
import { refuse } from '../../domain/refusal.ts';
import type { ActResult } from '../../domain/table/table-parts.ts';
import { withId } from '../encode.ts';
import { PAGE_EVENTS } from '../limits.ts';
import type { Answer, Handler, KnownHandler } from './types.ts';

/** The number in the refusal of an event without a number. */
const NO_NUMBER = 0;

export const watch: Handler<'watch'> = async (session, { match, id }) => {
  if (session.following >= session.limits.watched && !session.feed(match)) return refuse('too-many');
  return (await session.follow(match, id)) ? null : refuse('not-found');
};

export const unwatch: Handler<'unwatch'> = (session, { match }) => {
  session.unfollow(match);
  return { type: 'unwatched', match };
};

/** The answer to an accepted event is the event itself, sent through the feed. */
export const act: KnownHandler<'act'> = async (session, { match, event, id }, pub) => {
  const checked = checkSignedEvent(event);
  const n = typeof event.n === 'number' && Number.isSafeInteger(event.n) && event.n >= 0 ? event.n : NO_NUMBER;
  if (!checked.ok) return { type: 'rejected', match, n, code: checked.code, message: checked.message };
  const feed = session.feed(match);
  feed?.expect(checked.value.sig, id);
  const result = await session.service.tables.act(pub, match, checked.value);
  if (result.ok) return null;
  feed?.forget(checked.value.sig);
  return refusal(match, n, result);
};

export const leave: KnownHandler<'leave'> = async ({ service }, { match }, pub) => {
  const left = await service.tables.leave(pub, match);
  return left.ok ? { type: 'left', match } : refuse(left.code);
};

/** Answers with a page of events and their total number. After the last page of a finished match, its result follows. */
export const sync: Handler<'sync'> = async (session, { match, from, id }) => {
  const view = await session.view(match, from, PAGE_EVENTS);
  if (!view) return refuse('not-found');
  const { events, length, finished } = view;
  const now = session.service.world.now();
  session.say(withId({ type: 'events', match, events: [...events], length, now }, id));
  if (finished && from + events.length >= length) session.say(finished);
  return null;
};

export const react: KnownHandler<'react'> = async ({ service }, { match, reaction }, pub) => {
  const said = await service.tables.react(pub, match, reaction);
  return said.ok ? null : said;
};

function refusal(match: string, n: number, result: Exclude<ActResult, { ok: true }>): Answer {
  const { code, message } = result;
  if (code === 'not-found' || code === 'not-your-seat') return refuse(code);
  return { type: 'rejected', match, n, code, message };
}
