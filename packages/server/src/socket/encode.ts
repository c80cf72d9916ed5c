import type { ServerMessage } from '@anchor/wire';

export type RequestId = ServerMessage['id'];

let last: { readonly message: ServerMessage; readonly text: string } | null = null;

/** The frame of a message. What goes to many goes to them one after the other, and is written once. */
export function encode(message: ServerMessage): string {
  if (last?.message !== message) last = { message, text: JSON.stringify(message) };
  return last.text;
}

/** The message as the answer to a request. */
export function withId<Message extends ServerMessage>(message: Message, id: RequestId): Message {
  return id === undefined ? message : { ...message, id };
}
