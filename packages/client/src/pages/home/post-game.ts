import { canonicalJson, rulesFor } from 'bg-record';
import { type Answer, matchRequestOf } from 'bg-session';
import type { Client } from '../../state/client.ts';
import type { Terms } from '../../state/offers.ts';
import { inviteTexts as texts } from '../../strings/invite.ts';
import { toast } from '../../ui/toast.tsx';

/** The refusals of a game that another player has joined, or that its author has withdrawn or may not play now. */
const GONE: ReadonlySet<string> = new Set(['not-found', 'not-free', 'away']);

/** Begins a correspondence match on these terms with an open game of another player, or posts an open game and says so. */
export async function postGame(client: Client, terms: Terms): Promise<Answer> {
  const { offers, lobby, connection, people } = client;
  const textOf = (wanted: Terms & { readonly rules: ReturnType<typeof rulesFor> }) =>
    canonicalJson(matchRequestOf(wanted, 'anyone'));
  const wanted = textOf({ ...terms, rules: rulesFor(terms.length) });
  const equal = lobby.posted.value.find((one) => {
    const { pub } = one.from;
    return pub !== connection.me.value?.pub && people.relationTo(pub) !== 'block' && textOf(one) === wanted;
  });
  const joined = equal && (await offers.join(equal.code, equal));
  // The game may be gone since the list was made. After another failure the match may have begun all the same.
  if (joined && (joined.ok || !GONE.has(joined.code))) return joined;
  const answer = await offers.post(terms);
  if (answer.ok) toast(texts.posted);
  return answer;
}
