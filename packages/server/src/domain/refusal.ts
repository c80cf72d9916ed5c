import { type SocketCode, socketCodes } from '@anchor/wire';
import type { Failure } from 'bg-rules';

/** Why the service does not do what a player asked. */
export type Refusal = Failure<SocketCode>;

export function refuse(code: SocketCode, message: string = socketCodes[code]): Refusal {
  return { ok: false, code, message };
}
