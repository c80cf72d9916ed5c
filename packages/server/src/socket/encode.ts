import type { ServerMessage, ServerMessageOf } from '@anchor/wire';
import { EventTexts } from '../domain/event-texts.ts';

export type RequestId = ServerMessage['id'];

/** A message to a client. Pages of stored events go as they are stored. */
export type Outgoing = ServerMessage | PageOf<'match'> | PageOf<'events'>;

type PageOf<Type extends 'match' | 'events'> = Omit<ServerMessageOf<Type>, 'events'> & { readonly events: EventTexts };

let last: { readonly message: Outgoing; readonly text: string } | null = null;

/** The frame of a message. The last one is cached, because a message to many clients is sent to one after another. */
export function encode(message: Outgoing): string {
  if (last?.message !== message) last = { message, text: textOf(message) };
  return last.text;
}

function textOf(message: Outgoing): string {
  if (!('events' in message && message.events instanceof EventTexts)) return JSON.stringify(message);
  const { events, ...rest } = message;
  return `${JSON.stringify(rest).slice(0, -1)},"events":${events.json}}`;
}

/** Adds the id of the request that the message answers. */
export function withId<Message extends Outgoing>(message: Message, id: RequestId): Message {
  return id === undefined ? message : { ...message, id };
}
