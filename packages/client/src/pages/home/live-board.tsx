import type { Matches, MatchSession, MatchView } from 'bg-session';
import { useEffect, useMemo } from 'preact/hooks';
import { describePosition } from '../../board/describe.ts';
import type { ShownDice } from '../../board/dice.tsx';
import { SmallBoard } from '../../board/small-board.tsx';
import { countdownText, spokenTime } from '../../play/clock-text.ts';
import { shownName, spokenNames } from '../../play/people.ts';
import { shownCube } from '../../play/scene.ts';
import { liveTexts as texts } from '../../strings/live.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTicking } from '../../ui/use-ticking.ts';

interface LiveBoardProps {
  readonly match: string;
  readonly matches: Matches;
}

/** The board of another players' match. This page verifies its rolls exactly as the match page does. */
export function LiveBoard({ match, matches }: LiveBoardProps) {
  const handle = useMemo(() => matches.open(match), [match]).value;
  useEffect(() => () => matches.close(match), [match]);
  if (handle.kind !== 'ready') return null;
  const view = handle.session.view.value;
  if (view.halted) return <p class="live__halted">{texts.halted}</p>;
  return (
    <>
      <div
        role="img"
        aria-label={withoutIsolates(describePosition(view.match.position, 0, spokenNames(view), shownCube(view.match)))}
      >
        <SmallBoard position={view.match.position} cube={shownCube(view.match)} dice={diceOf(view)} />
      </div>
      <Clocks session={handle.session} view={view} />
      {view.rolls.length > 0 && (
        <p class="live__seal">
          <Icon name="seal" /> {texts.verified(view.rolls.length)}
        </p>
      )}
    </>
  );
}

interface ClocksProps {
  readonly session: MatchSession;
  readonly view: MatchView;
}

/** The time that each player has left, in the order of their names. Nothing in a match without a clock. */
function Clocks({ session, view }: ClocksProps) {
  const isTimed = view.header.clock !== null;
  useTicking(isTimed && !view.outcome, 500);
  const reading = isTimed ? session.clock() : null;
  if (!reading) return null;
  return (
    <p class="live__clocks tabular">
      {([0, 1] as const).map((player) => {
        const leftMs = reading.remainingMs[player];
        const label = texts.clockLeft(shownName(view, player), spokenTime(leftMs));
        return (
          <span
            key={player}
            class={reading.running === player && !view.outcome ? 'is-running' : ''}
            role="timer"
            aria-label={withoutIsolates(label)}
          >
            {countdownText(leftMs)}
          </span>
        );
      })}
    </p>
  );
}

/** Returns the dice that are being played. */
function diceOf({ match: { dice, turn }, rolls }: MatchView): ShownDice[] {
  if (!dice || turn === null) return [];
  const values = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  const shown = values.map((value) => ({ value, used: false }));
  return [{ owner: turn, dice: shown, roll: rolls.length, aside: false }];
}
