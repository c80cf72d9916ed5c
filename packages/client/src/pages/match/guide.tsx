import './guide.css';
import { type Dice, opponent, type Player, type Position } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useEffect } from 'preact/hooks';
import { describeWays } from '../../board/describe.ts';
import { type GuideStep, guideStep, LESSON_LEVEL, LESSON_TERMS, reasonsFor } from '../../play/guide-steps.ts';
import type { Step } from '../../play/history.ts';
import type { Offers, Terms } from '../../state/offers.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import { useRequest } from '../../state/use-request.ts';
import { lessonTexts as texts } from '../../strings/lesson.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { Advising } from './use-advice.ts';
import type { Table } from './use-table.ts';

interface GuideProps {
  readonly view: MatchView;
  readonly table: Table;
  readonly advising: Advising;
  readonly preferences: PreferenceStore;
}

/** So many plays are shown without being asked for. */
const SHOWN_UNASKED = 2;

/** Explains the present step of a match against the bot, and shows a good move. */
export function Guide({ view, table, advising, preferences }: GuideProps) {
  const { steps } = table.history;
  const step = guideStep(view, steps, table.own.view);
  const isPlay = view.match.phase === 'play' && view.match.toAct === view.seat && table.past === null;
  const plays = steps.filter(({ type, player }) => type === 'play' && player === view.seat).length;
  const isShownUnasked = isPlay && plays < SHOWN_UNASKED && step.topic !== 'dance' && step.topic !== 'confirm';
  useEffect(() => {
    if (isShownUnasked) advising.ask?.();
  }, [view.events.length, isShownUnasked]);
  return (
    <section class="guide" aria-label={texts.guide}>
      <div role="status">
        <h2 class="guide__title">{texts.steps[step.topic].title}</h2>
        {wasHit(steps.at(-1), view.seat) && step.topic !== 'wait' && <p>{texts.hitYou}</p>}
        <p>{textOf(step)}</p>
        {isPlay && step.topic !== 'confirm' && <Suggestion view={view} advising={advising} />}
      </div>
      <div class="row">
        {advising.ask && step.topic !== 'dance' && step.topic !== 'confirm' && (
          <Button kind="soft" icon="eye" onClick={advising.ask}>
            {texts.suggest}
          </Button>
        )}
        <Button kind="quiet" class="guide__end" onClick={() => preferences.set({ guide: false })}>
          {texts.end}
        </Button>
      </div>
    </section>
  );
}

function textOf({ topic, before }: GuideStep): string {
  const known: readonly string[] = texts.steps[topic].texts;
  return known[Math.min(before, known.length - 1)] ?? '';
}

/** True if the newest step is the opponent's play and hit the viewer. */
function wasHit(step: Step | undefined, seat: Player | null): boolean {
  if (!step || seat === null || step.type !== 'play' || step.player !== opponent(seat)) return false;
  return step.after.bar[seat] > step.before.bar[seat];
}

function Suggestion({ view, advising }: Pick<GuideProps, 'view' | 'advising'>) {
  const { told, hops } = advising;
  const { position, dice } = view.match;
  if (told === null) return null;
  if (told === 'thinking') return <p class="soft small">{texts.thinking}</p>;
  if (!told.ok) return <p class="small">{texts.failed}</p>;
  if (!hops || !dice || view.seat === null) return null;
  return (
    <>
      <p class="guide__play">
        <strong>{texts.suggestion}:</strong> {describeWays(hops, { position, player: view.seat })}.
      </p>
      <ul class="guide__reasons">
        {reasonTexts(position, view.seat, dice, hops).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

const SHOWN_REASONS = 3;

function reasonTexts(position: Position, player: Player, dice: Dice, hops: Parameters<typeof reasonsFor>[3]): string[] {
  const reasons = reasonsFor(position, player, dice, hops);
  if (!reasons) return [];
  const { because } = texts;
  const said = [
    reasons.hits && because.hits,
    reasons.enters && because.enters,
    reasons.off > 0 && because.off(reasons.off),
    reasons.makes.length > 0 && because.makes(reasons.makes.join(', ')),
    reasons.escapes && because.escapes,
    reasons.safe && because.safe,
    reasons.home && because.home,
  ].filter((text) => text !== false);
  return said.length > 0 ? said.slice(0, SHOWN_REASONS) : [because.forward];
}

/** The second game teaches the cube. */
const CUBE_TERMS: Terms = { ...LESSON_TERMS, length: 3 };

interface GuideEndProps {
  readonly view: MatchView;
  readonly offers: Offers;
  readonly preferences: PreferenceStore;
}

/** The end of a guided match, and the ways on. */
export function GuideEnd({ view, offers, preferences }: GuideEndProps) {
  const { busy, failure, send } = useRequest();
  const { outcome, seat } = view;
  if (outcome?.kind !== 'finished') return null;
  const play = (terms: Terms) => () => send(() => offers.playBot(terms, LESSON_LEVEL));
  const { over } = texts;
  return (
    <section class="guide" aria-label={texts.guide}>
      <h2 class="guide__title">{outcome.result.winner === seat ? over.won : over.lost}</h2>
      <p>{over.text}</p>
      <div class="guide__ways">
        <Button kind="primary" disabled={busy} onClick={play(CUBE_TERMS)}>
          {over.next}
        </Button>
        <Button kind="soft" disabled={busy} onClick={play(LESSON_TERMS)}>
          {over.again}
        </Button>
        <Button kind="quiet" onClick={() => preferences.set({ guide: false })}>
          {over.done}
        </Button>
      </div>
      <FailureNotice failure={failure} />
    </section>
  );
}
