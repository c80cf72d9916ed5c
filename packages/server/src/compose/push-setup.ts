import type { Config } from '../config/config.ts';
import type { Log } from '../domain/ports/world.ts';
import { vapidKeysFrom } from '../push/vapid-keys.ts';
import { BROWSERS_PUSH_SERVICES, WebPushSender } from '../push/web-push-sender.ts';

interface ServerSeeds {
  readonly present: string;
  readonly former: readonly string[];
}

/** Null if the operator has turned push messages off. */
export function setUpPush(config: Config, { present, former }: ServerSeeds, log: Log): WebPushSender | null {
  if (!config.isPushOn) return null;
  return new WebPushSender({
    keys: [vapidKeysFrom(present), ...former.map(vapidKeysFrom)],
    contact: contactOf(config),
    services: [...BROWSERS_PUSH_SERVICES, ...config.pushServices],
    failed: (fault) => log.warn(fault, 'a push service did not accept a message'),
  });
}

/** Push services write to this address or page when something is wrong. */
function contactOf({ mailFrom, publicUrl }: Config): string {
  const address = mailFrom?.match(/[^\s<>]+@[^\s<>]+/)?.[0];
  if (address !== undefined) return `mailto:${address}`;
  const isReachable = publicUrl?.startsWith('https:') === true;
  return isReachable && publicUrl !== null ? publicUrl : 'mailto:operator@localhost';
}
