import { effect } from '@preact/signals';
import type { Client } from '../state/client.ts';
import { spokenTag } from '../strings/chosen.ts';

/** Renews this browser's push subscription when a key is proved, if the player wants messages. The code for it is loaded only then. */
export function renewPushMessages({ connection, preferences }: Client): void {
  let renewedFor: string | null = null;
  effect(() => {
    const pub = connection.me.value?.pub ?? null;
    const kinds = preferences.current.peek().push;
    if (pub === null || pub === renewedFor || kinds.length === 0) return;
    renewedFor = pub;
    import('../state/push-messages.ts')
      .then(({ renewPush }) => renewPush(connection, { kinds, language: spokenTag }))
      .catch(() => undefined);
  });
}
