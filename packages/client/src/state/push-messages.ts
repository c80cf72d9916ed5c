import type { PushKind } from '@anchor/wire';
import { type CodedFailure, type Connection, coded, type RequestCode } from 'bg-session';
import {
  askForPermission,
  isPermitted,
  keepLanguage,
  type PushFault,
  subscribeBrowser,
  subscribedEndpoint,
  unsubscribeBrowser,
} from '../platform/push.ts';
import type { PreferenceStore } from './preferences.ts';

type PushCode = RequestCode | PushFault | 'push-off';
type Outcome = { readonly ok: true } | CodedFailure<PushCode>;
type Requests = Pick<Connection, 'request'>;

/** The kinds of messages that a player wants, in the language with this tag. */
interface PushChoices {
  readonly kinds: readonly PushKind[];
  readonly language: string;
}

/** Lets the server send messages of these kinds to this browser. Must be called in the handler of a click. */
export async function turnPushOn(connection: Requests, choices: PushChoices): Promise<Outcome> {
  const fault = await askForPermission();
  return fault ? coded(fault) : subscribe(connection, choices);
}

/** Ends the messages to this browser. Without a connection, the push service tells the server at its next message. Never rejects. */
export async function turnPushOff(connection: Requests): Promise<void> {
  const endpoint = await subscribedEndpoint();
  const request = endpoint === null ? null : connection.request({ type: 'push-unsubscribe', endpoint });
  await Promise.allSettled([request, unsubscribeBrowser()]);
}

/**
 * Ends the messages to this browser and forgets that the player wants them, so that no later visit renews them. Call it before the key
 * leaves this browser, because the key proves the request to the server. Never rejects.
 */
export async function endPush(connection: Requests, preferences: Pick<PreferenceStore, 'set'>): Promise<void> {
  preferences.set({ push: [] });
  await turnPushOff(connection);
}

/**
 * Repeats the subscription for the key of this connection, because the browser, the player's key or the server's key may have changed
 * since. Does not ask the user for anything.
 */
export async function renewPush(connection: Requests, choices: PushChoices): Promise<void> {
  if (isPermitted()) await subscribe(connection, choices);
}

async function subscribe(connection: Requests, choices: PushChoices): Promise<Outcome> {
  const asked = await connection.request({ type: 'push-key' });
  if (!asked.ok) return asked;
  const key = asked.value.type === 'push-key' ? asked.value.key : null;
  if (key === null) return coded('push-off');
  const subscription = await subscribeBrowser(key);
  if (typeof subscription === 'string') return coded(subscription);
  await keepLanguage(choices.language);
  const answer = await connection.request({ type: 'push-subscribe', ...subscription, key, kinds: [...choices.kinds] });
  if (answer.ok) return { ok: true };
  await unsubscribeBrowser();
  return answer;
}
