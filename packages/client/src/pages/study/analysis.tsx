import {
  type Chances,
  type CubeDecision,
  ENGINE_ID,
  type Ply,
  type RankedPlay,
  type RemoteEngine,
  type RolledPlay,
} from 'bg-engine';
import { makePlay, type Situation } from 'bg-rules';
import { useEffect, useState } from 'preact/hooks';
import type { StudyEngine } from '../../engine/study-engine.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Group, Switch } from '../../ui/fields.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { FaultNotice } from './fault-notice.tsx';
import { type RolloutJob, Rollouts, useRollouts } from './rollouts.tsx';
import { RollSelect } from './set-up.tsx';
import { current, faultOf, isFull, played, resultOf, type Study, withDice } from './study.ts';
import { type Opponent, rolled } from './use-opponent.ts';
import type { StudyEngines } from './use-study-engine.ts';

interface AnalysisProps {
  readonly study: Study;
  readonly engines: StudyEngines;
  readonly against: boolean;
  readonly opponent: Opponent;
  readonly onAgainst: (on: boolean) => void;
  readonly onStudy: (study: Study) => void;
}

/** The engine's judgement of the position on the board, and a game from it against the engine. */
export function Analysis(props: AnalysisProps) {
  const { study, engines, against, onAgainst, onStudy } = props;
  const { situation } = current(study);
  const fault = faultOf(situation);
  if (fault) return <FaultNotice fault={fault} />;
  const result = resultOf(situation);
  if (result) {
    const who = result.winner === 0 ? texts.you : texts.opponent;
    return <Notice>{`${texts.over} ${texts.result(who, result.points)}`}</Notice>;
  }
  return (
    <>
      {isFull(study) && <Notice tone="warn">{texts.full}</Notice>}
      <Switch label={texts.against} hint={texts.againstHelp} checked={against} onChange={onAgainst} />
      {against ? (
        <Game {...props} />
      ) : (
        <>
          <DiceChoice dice={situation.dice} onChange={(dice) => onStudy(withDice(study, dice))} />
          <Judgement study={study} engines={engines} onStudy={onStudy} />
        </>
      )}
    </>
  );
}

function DiceChoice(props: Parameters<typeof RollSelect>[0]) {
  return (
    <div class="row study__dice">
      <RollSelect {...props} />
      <Button icon="dice" onClick={() => props.onChange(rolled())}>
        {texts.roll}
      </Button>
    </div>
  );
}

/** The course of a game against the engine. The reader plays on the board. */
function Game({ study, opponent, onStudy }: AnalysisProps) {
  const { dice } = current(study).situation;
  const { ended, asksForAnswer, failed, busy, roll, double } = opponent;
  if (ended) return <Notice>{`${texts.over} ${ended}`}</Notice>;
  if (failed) return <NotLoaded onAgain={opponent.again} />;
  if (asksForAnswer) {
    return (
      <Notice>
        <p>{texts.doubles}</p>
        <div class="row">
          <Button kind="primary" onClick={() => opponent.answer(true)}>
            {texts.takeIt}
          </Button>
          <Button onClick={() => opponent.answer(false)}>{texts.passIt}</Button>
        </div>
      </Notice>
    );
  }
  if (busy) return <Waiting>{texts.thinking}</Waiting>;
  if (dice) return <DanceButton study={study} onStudy={onStudy} />;
  return (
    <div class="row">
      {roll && (
        <Button kind="primary" icon="dice" onClick={roll}>
          {texts.roll}
        </Button>
      )}
      {double && <Button onClick={double}>{texts.double}</Button>}
    </div>
  );
}

/** Goes on without a play if the roll allows none. Otherwise says how to play. */
function DanceButton({ study, onStudy }: Pick<AnalysisProps, 'study' | 'onStudy'>) {
  const next = played(study, []);
  return next ? <Button onClick={() => onStudy(next)}>{texts.danceOn}</Button> : <p>{texts.yourPlay}</p>;
}

function NotLoaded({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Notice tone="bad">
      <p>{texts.failed}</p>
      <div class="row">
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
    </Notice>
  );
}

/** A search of so many rolls, or one of two rolls in which rollouts decide what is close. */
type Depth = Ply | 'rollouts';

/** The answer of the engine to the position on the board. */
type Answer =
  | { readonly kind: 'waiting' | 'failed' }
  | { readonly kind: 'plays'; readonly plays: readonly (RankedPlay & Partial<Rolled>)[] }
  | { readonly kind: 'cube'; readonly decision: (CubeDecision & Partial<Rolled>) | null; readonly chances: Chances };

/** The number of games that decided a value, and the standard error of its difference from the best one. */
type Rolled = Pick<RolledPlay, 'games' | 'error'>;

/** Null if no games were played. */
function rolledOutText({ games = 0, error = 0 }: Partial<Rolled>): string | null {
  return games > 0 ? texts.rolledOut(games, error) : null;
}

interface JudgementProps {
  readonly study: Study;
  readonly engines: StudyEngines;
  readonly onStudy: (study: Study) => void;
}

function Judgement({ study, engines, onStudy }: JudgementProps) {
  const [depth, setDepth] = useState<Depth>(2);
  const { situation } = current(study);
  const { answer, isRolling, again } = useAnswer(engines.judge, situation, depth);
  const rollouts = useRollouts(engines.roller, situation);
  const depths = ([0, 1, 2, 'rollouts'] as const).map((value) => ({ value, label: texts.depths[value] }));
  return (
    <>
      <Choices label={texts.depth} options={depths} value={depth} onChange={(value) => setDepth(value)} />
      <div class="study__answer">
        {isRolling && <Waiting>{texts.rolling}</Waiting>}
        {answer.kind === 'waiting' && <Waiting>{texts.thinking}</Waiting>}
        {answer.kind === 'failed' && <NotLoaded onAgain={again} />}
        {answer.kind === 'plays' && (
          <Plays study={study} plays={answer.plays} onStudy={onStudy} onRollOut={rollouts.start} />
        )}
        {answer.kind === 'cube' && <Cube {...answer} onRollOut={rollouts.start} />}
        <p class="soft small">{texts.by(ENGINE_ID)}</p>
      </div>
      <p class="visually-hidden" role="status">
        {isRolling ? '' : spokenAnswer(answer, situation)}
      </p>
      <Rollouts rollouts={rollouts} />
    </>
  );
}

/** Announces the answer for screen readers. The tables have the details. */
function spokenAnswer(answer: Answer, { position, onRoll }: Situation): string {
  if (answer.kind === 'cube') return answer.decision ? texts.actions[answer.decision.action] : texts.noCube;
  if (answer.kind !== 'plays') return '';
  const [best] = answer.plays;
  return best ? texts.best(makePlay(best.hops, { position, player: onRoll }), best.equity) : texts.none;
}

/** While rollouts are played, the answer is that of the search. */
function useAnswer(engine: StudyEngine, situation: Situation, depth: Depth) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' });
  const [isRolling, setRolling] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: Answer, rolls = false) => {
      if (stop.signal.aborted) return;
      setAnswer(found);
      setRolling(rolls);
    };
    const find = async () => {
      show({ kind: 'waiting' });
      const rolls = depth === 'rollouts';
      show(await engine.ask((remote) => searched(remote, situation, rolls ? 2 : depth), stop.signal), rolls);
      if (rolls) show(await engine.ask((remote) => rolledOut(remote, situation), stop.signal));
    };
    find().catch(() => show({ kind: 'failed' }));
    return () => stop.abort();
  }, [engine, situation, depth, tries]);
  return { answer, isRolling, again: () => setTries(tries + 1) };
}

async function searched(engine: RemoteEngine, situation: Situation, ply: Ply): Promise<Answer> {
  if (situation.dice) return { kind: 'plays', plays: await engine.rank(situation, { ply }) };
  const decision = await engine.decideDouble(situation, { ply });
  return { kind: 'cube', decision, chances: decision?.chances ?? (await engine.evaluate(situation, { ply })) };
}

/** The seed of the rollouts: the same position has the same answer. */
const SEED = 1;

async function rolledOut(engine: RemoteEngine, situation: Situation): Promise<Answer> {
  if (situation.dice) return { kind: 'plays', plays: await engine.rankByRollouts(situation, { seed: SEED }) };
  const decision = await engine.decideDoubleByRollouts(situation, { seed: SEED });
  return { kind: 'cube', decision, chances: decision?.chances ?? (await engine.evaluate(situation, { ply: 2 })) };
}

/** The number of plays in the table. */
const SHOWN = 8;

interface PlaysProps {
  readonly study: Study;
  readonly plays: readonly (RankedPlay & Partial<Rolled>)[];
  readonly onStudy: (study: Study) => void;
  readonly onRollOut: (job: RolloutJob) => void;
}

function Plays({ study, plays, onStudy, onRollOut }: PlaysProps) {
  const { position, onRoll } = current(study).situation;
  const [best] = plays;
  if (!best) {
    return (
      <Group title={texts.plays}>
        <p>{texts.none}</p>
        <div class="row">
          <DanceButton study={study} onStudy={onStudy} />
        </div>
      </Group>
    );
  }
  return (
    <Group title={texts.plays}>
      <table class="play-figures study__table">
        <TableHead titles={[texts.play, texts.equity, texts.loss, texts.rollOut]} />
        <tbody>
          {plays.slice(0, SHOWN).map((play) => {
            const { hops, equity, chances, ply } = play;
            const label = makePlay(hops, { position, player: onRoll });
            return (
              <tr key={label}>
                <th scope="row">
                  <button
                    type="button"
                    class="study__variation"
                    title={texts.make}
                    onClick={() => onStudy(played(study, hops) ?? study)}
                  >
                    <bdi>{label}</bdi>
                  </button>
                  <span class="study__chances soft">
                    {texts.shortChances(chances[0], chances[1], chances[3])} ·{' '}
                    {rolledOutText(play) ?? texts.depths[ply]}
                  </span>
                </th>
                <td>{texts.equityOf(equity)}</td>
                <td>{texts.lossOf(best.equity - equity)}</td>
                <td>
                  <RollOutButton label={label} onClick={() => onRollOut({ label, play })} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Group>
  );
}

function RollOutButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const name = `${texts.rollOut}: ${label}`;
  return <Button kind="quiet" icon="dice" aria-label={name} title={name} onClick={onClick} />;
}

interface CubeProps {
  readonly decision: (CubeDecision & Partial<Rolled>) | null;
  readonly chances: Chances;
  readonly onRollOut: (job: RolloutJob) => void;
}

function Cube({ decision, chances: [win, gammon, backgammon, lost], onRollOut }: CubeProps) {
  const rolled = decision && rolledOutText(decision);
  const rows = decision && [
    { label: texts.noDouble, equity: decision.noDouble, first: 'roll' as const },
    { label: texts.doubleTake, equity: decision.doubleTake, first: 'double' as const },
    { label: texts.doublePass, equity: decision.doublePass, first: null },
  ];
  return (
    <Group title={texts.cubeTitle}>
      <p class="study__advice">{decision ? texts.actions[decision.action] : texts.noCube}</p>
      {rows && (
        <table class="play-figures study__table">
          <TableHead titles={[texts.cubeTitle, texts.equity, texts.rollOut]} />
          <tbody>
            {rows.map(({ label, equity, first }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{texts.equityOf(equity)}</td>
                <td>{first && <RollOutButton label={label} onClick={() => onRollOut({ label, first })} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!rows && (
        <div class="row">
          <Button onClick={() => onRollOut({ label: texts.cubeTitle, first: 'roll' })}>{texts.rollOut}</Button>
        </div>
      )}
      {rolled && <p class="soft small">{rolled}</p>}
      <p class="small">{texts.chances(win, gammon, backgammon, lost)}</p>
    </Group>
  );
}
