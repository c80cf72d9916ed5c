import type { ServerMessage, ServerMessageOf } from '@anchor/wire';
import { EventTexts } from '../domain/event-texts.ts';

export type RequestId = ServerMessage['id'];

/** A message to a client. Pages of stored events go as they are stored. */
export type Outgoing = ServerMessage | PageOf<'match'> | PageOf<'events'>;

type PageOf<Type extends 'match' | 'events'> = Omit<ServerMessageOf<Type>, 'events'> & { readonly events: EventTexts };

/** A text frame. One made of stored bytes stays in bytes. */
export type Frame = string | Buffer;

let last: { readonly message: Outgoing; readonly frame: Frame } | null = null;

/** The frame of a message. The last one is cached, because a message to many clients is sent to one after another. */
export function encode(message: Outgoing): Frame {
  if (last?.message !== message) last = { message, frame: frameOf(message) };
  return last.frame;
}

function frameOf(message: Outgoing): Frame {
  if (!('events' in message && message.events instanceof EventTexts)) return JSON.stringify(message);
  const { events, ...rest } = message;
  const head = `${JSON.stringify(rest).slice(0, -1)},"events":[`;
  return Buffer.concat([Buffer.from(head), events.bytes, Buffer.from(']}')]);
}

/** Adds the id of the request that the message answers. */
export function withId<Message extends Outgoing>(message: Message, id: RequestId): Message {
  return id === undefined ? message : { ...message, id };
}
