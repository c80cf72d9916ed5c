import type { TurnView } from '@anchor/wire';
import { isViewersTurn } from 'bg-session';
import { useRef } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { isolated } from '../strings/name-text.ts';
import { useHidden } from '../ui/use-hidden.ts';
import { useSystemMessage } from './system-message.ts';

/** Notifies a player whose page is hidden that it is their turn. The notification disappears when the page becomes visible. */
export default function TurnMessages({ client: { matches, turns } }: { readonly client: Client }): null {
  const hidden = useHidden();
  const view = matches.currentSession?.view.value ?? null;
  const isTurn = view !== null && isViewersTurn(view);
  useSystemMessage(hidden && isTurn, () => {
    const opponent = view?.header.players[view.seat === 0 ? 1 : 0];
    return turnMessage(view?.id ?? '', opponent);
  });
  const seen = useRef<ReadonlySet<string>>(new Set());
  const { fresh, stillSeen } = lookAtTurns(turns.waiting, seen.current, hidden);
  seen.current = stillSeen;
  useSystemMessage(hidden && fresh !== null, () => turnMessage(fresh?.match ?? '', fresh?.opponent));
  return null;
}

type Waiting = Pick<TurnView, 'match' | 'opponent'>;

/**
 * Returns the first correspondence match that has begun to wait since the player last saw the page, and the matches that wait
 * as they did then. A match that waits again, after an answer on another device, is a new one.
 */
export function lookAtTurns(waiting: readonly Waiting[], seen: ReadonlySet<string>, hidden: boolean) {
  const stillSeen = waiting.map(({ match }) => match).filter((match) => !hidden || seen.has(match));
  const fresh = waiting.find(({ match }) => !stillSeen.includes(match)) ?? null;
  return { fresh, stillSeen: new Set(stillSeen) };
}

function turnMessage(match: string, opponent: Pick<Waiting['opponent'], 'name' | 'pub'> | undefined) {
  const body = texts.match.turnMessage(opponent ? isolated(opponent.name, opponent.pub) : '');
  return { title: texts.match.turnMessageTitle, body, tag: `turn-${match}`, path: `/match/${match}` };
}
