import type { ServerMessage } from '@anchor/wire';

export type RequestId = ServerMessage['id'];

const texts = new WeakMap<ServerMessage, string>();

/** The frame of a message. What goes to many is written once: the same message object gives the same text. */
export function encode(message: ServerMessage): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  texts.set(message, text);
  return text;
}

/** The message as the answer to a request. */
export function withId<Message extends ServerMessage>(message: Message, id: RequestId): Message {
  return id === undefined ? message : { ...message, id };
}
