import type { ServerMessage } from '@anchor/wire';

export type RequestId = ServerMessage['id'];

let last: { readonly message: ServerMessage; readonly text: string } | null = null;

/** The frame of a message. The last one is cached, because a message to many clients is sent to one after another. */
export function encode(message: ServerMessage): string {
  if (last?.message !== message) last = { message, text: JSON.stringify(message) };
  return last.text;
}

/** Adds the id of the request that the message answers. */
export function withId<Message extends ServerMessage>(message: Message, id: RequestId): Message {
  return id === undefined ? message : { ...message, id };
}
