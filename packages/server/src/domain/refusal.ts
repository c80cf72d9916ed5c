import { type SocketCode, socketCodes } from '@anchor/wire';
import type { Failure } from 'bg-rules';

/** The reason why the service refuses a player's request. */
export type Refusal = Failure<SocketCode>;

export function refuse(code: SocketCode, message: string = socketCodes[code]): Refusal {
  return { ok: false, code, message };
}
