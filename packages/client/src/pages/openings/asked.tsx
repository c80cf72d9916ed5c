import { type Hop, makePlay, type Situation, startPosition } from 'bg-rules';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Choice } from '../../engine/judge-card.ts';
import { SolvedPlays } from '../../play/solved-plays.tsx';
import { AnswerBoard, SolvingBoard } from '../../play/solving-board.tsx';
import { useJudgement } from '../../play/use-judgement.ts';
import { useKeys } from '../../play/use-keys.ts';
import { studyPath } from '../../records/study-link.ts';
import type { Client } from '../../state/client.ts';
import { cardTexts } from '../../strings/cards.ts';
import { texts as main } from '../../strings/main.ts';
import { openingTexts as texts } from '../../strings/openings.ts';
import { solvedTexts } from '../../strings/solved.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { mostMissed, type Progress, totals } from './progress.ts';
import { byRollouts, type JudgedSpot, type Rollouts } from './rollouts.ts';
import { MODES, type Mode, SPOTS, type Spot, situationOfSpot } from './spots.ts';

interface AskedProps {
  readonly mode: Mode;
  readonly spot: Spot;
  readonly rollouts: Rollouts;
  readonly progress: Progress;
  /** False if this browser does not keep the progress. */
  readonly isKept: boolean;
  readonly client: Client;
  readonly onJudged: (isRight: boolean) => void;
  /** Goes on: with this spot, or with the one that is due. */
  readonly onGo: (mode: Mode, spot?: Spot) => void;
  readonly onForget: () => void;
}

/** One spot: the position, the reader's play, and the ranking of the plays. */
export function Asked(props: AskedProps) {
  const { mode, spot, rollouts, client, onJudged, onGo } = props;
  const { opened } = spot;
  const [situation] = useState(() => situationOfSpot(spot));
  const [made, setMade] = useState<readonly Hop[] | null>(null);
  const answer = useMemo((): Choice | null => made && { type: 'play', hops: made }, [made]);
  /** The play on the board after the answer. Null for the position before it. */
  const [shown, setShown] = useState<readonly Hop[] | null>(null);
  const online = client.connection.status.value === 'online';
  const { judgement, again } = useJudgement({ situation, answer, others: [] }, online);
  const searched = judgement?.kind === 'judged' ? judgement.judged : null;
  const judged = useMemo(() => searched && byRollouts(searched, situation, rollouts.spots[spot.id] ?? []), [searched]);
  useEffect(() => {
    if (judged) onJudged(judged.isRight);
  }, [judged]);
  const preferences = client.preferences.current.value;
  const confirm = (hops: readonly Hop[]) => {
    setMade(hops);
    setShown(hops);
  };
  return (
    <div class="puzzle">
      <div class="puzzle__board">
        {answer ? (
          <AnswerBoard puzzle={situation} preferences={preferences} hops={shown} />
        ) : (
          <SolvingBoard puzzle={situation} preferences={preferences} onConfirm={confirm} />
        )}
      </div>
      <div class="puzzle__side">
        <header class="page__head">
          <h1>{texts.title}</h1>
          <p class="soft">{texts.lead}</p>
        </header>
        {opened && (
          <p>
            <bdi>{texts.opened(...opened.dice, makePlay(opened.hops, { position: startPosition(), player: 1 }))}</bdi>
          </p>
        )}
        {answer === null && <Task spot={spot} />}
        {judgement?.kind === 'waiting' && <Waiting>{cardTexts.thinking}</Waiting>}
        {(judgement?.kind === 'not-loaded' || judgement?.kind === 'failed') && (
          <Notice tone="bad">
            <p>{cardTexts.notLoaded}</p>
            <Button onClick={again}>{cardTexts.again}</Button>
          </Notice>
        )}
        {judged && (
          <Ranking
            situation={situation}
            judged={judged}
            rollouts={rollouts}
            made={made}
            shown={shown}
            onShow={setShown}
            onNext={() => onGo(mode)}
          />
        )}
        <Choices
          label={texts.mode}
          options={MODES.map((value) => ({ value, label: texts.modes[value] }))}
          value={mode}
          onChange={(chosen) => onGo(chosen)}
        />
        <Own {...props} />
        <p class="small">
          <a href="/puzzles">{main.home.puzzles}</a>
        </p>
      </div>
    </div>
  );
}

function Task({ spot: { dice } }: Pick<AskedProps, 'spot'>) {
  const [one, other] = dice;
  return (
    <div>
      <p class="puzzle__task">{texts.task(one, other)}</p>
      <p class="soft">{texts.help}</p>
      <p class="soft small">{texts.money}</p>
    </div>
  );
}

interface RankingProps {
  readonly situation: Situation;
  readonly judged: JudgedSpot;
  readonly rollouts: Rollouts;
  /** The reader's play as it was made on the board: other hops may lead to the same position. */
  readonly made: readonly Hop[] | null;
  readonly shown: readonly Hop[] | null;
  readonly onShow: (hops: readonly Hop[] | null) => void;
  readonly onNext: () => void;
}

/** The ranking of the plays after the answer. */
function Ranking({ situation, judged, rollouts, made, shown, onShow, onNext }: RankingProps) {
  const { own, loss } = judged;
  const plays = judged.plays.map(({ probs, isRolledOut, ...play }) => ({
    ...play,
    chances: probs,
    tag: isRolledOut ? undefined : texts.searched,
  }));
  const others = { back: null, double: null, premove: null, hint: null, cancel: null, earlier: null, later: null };
  useKeys({ go: onNext, ...others });
  const place = shown === made ? own : plays.findIndex(({ hops }) => String(hops) === String(shown));
  return (
    <section class="puzzle__answer" aria-label={solvedTexts.title}>
      <div role="status">
        <h2>{judged.isRight ? (loss < 0.0005 ? cardTexts.best : cardTexts.good(loss)) : cardTexts.wrong(loss)}</h2>
      </div>
      <div class="row">
        <Button kind="primary" icon="arrow" onClick={onNext}>
          {texts.next}
        </Button>
      </div>
      <SolvedPlays position={situation.position} plays={plays} own={own} shown={place} onShow={onShow} />
      <p class="soft small">
        {solvedTexts.rowHelp} {texts.by(rollouts.engineId, rollouts.trials)} {texts.source}
      </p>
      <div class="row">
        <LinkButton icon="eye" href={studyPath(situation)}>
          {cardTexts.study}
        </LinkButton>
        <Button kind="quiet" onClick={() => onShow(null)}>
          {cardTexts.showPosition}
        </Button>
      </div>
    </section>
  );
}

const SHOWN = 5;

/** The reader's progress in this browser. */
function Own({ mode, progress, isKept, onGo, onForget }: AskedProps) {
  const { asked, right } = totals(progress);
  const missed = mostMissed(SPOTS[mode], progress).slice(0, SHOWN);
  return (
    <section class="stack" aria-label={texts.modes[mode]}>
      {!isKept && <Notice tone="warn">{texts.notKept}</Notice>}
      <p class="soft small">{texts.progress(asked, SPOTS[mode].length, right)}</p>
      {missed.length > 0 && (
        <>
          <h2>{texts.missed}</h2>
          <ul class="openings__missed">
            {missed.map(({ spot, misses, tries }) => (
              <li key={spot.id}>
                <Button kind="soft" aria-label={texts.practise(nameOf(spot))} onClick={() => onGo(mode, spot)}>
                  {nameOf(spot)}
                </Button>
                <span class="soft small tabular">{texts.missedOf(misses, tries)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {asked > 0 && (
        <div class="row">
          <Button kind="quiet" onClick={onForget}>
            {texts.forget}
          </Button>
        </div>
      )}
    </section>
  );
}

function nameOf({ dice, opened }: Spot): string {
  return opened ? texts.reply(...dice, ...opened.dice) : texts.roll(...dice);
}
