import { type Chances, type CubeDecision, ENGINE_ID, type Ply, type RankedPlay, type RemoteEngine } from 'bg-engine';
import { type Dice, makePlay, type Situation } from 'bg-rules';
import { useEffect, useState } from 'preact/hooks';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Group, Switch } from '../../ui/fields.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { type RolloutJob, Rollouts, useRollouts } from './rollouts.tsx';
import { Select } from './set-up.tsx';
import { current, isPlayable, played, resultOf, type Study, withDice } from './study.ts';
import { type Opponent, rolled } from './use-opponent.ts';
import type { LoadedEngine } from './use-study-engine.ts';

interface AnalysisProps {
  readonly study: Study;
  readonly engine: LoadedEngine;
  /** True while the reader plays a match: the engine then answers nothing. */
  readonly resting: boolean;
  readonly against: boolean;
  readonly opponent: Opponent;
  readonly onAgainst: (on: boolean) => void;
  readonly onStudy: (study: Study) => void;
}

/** The engine's judgement of the position on the board, and a game from it against the engine. */
export function Analysis(props: AnalysisProps) {
  const { study, engine, resting, against, onAgainst, onStudy } = props;
  const { situation } = current(study);
  if (!isPlayable(situation)) return <Notice tone="bad">{texts.impossible}</Notice>;
  const result = resultOf(situation);
  if (result) {
    const who = result.winner === 0 ? texts.you : texts.opponent;
    return <Notice>{`${texts.over} ${texts.result(who, result.points)}`}</Notice>;
  }
  if (resting) return <Notice>{texts.playing}</Notice>;
  if (engine.engine === null) {
    return (
      <Notice tone="bad">
        <p>{texts.failed}</p>
        <div class="row">
          <Button onClick={engine.again}>{texts.again}</Button>
        </div>
      </Notice>
    );
  }
  return (
    <>
      <Switch label={texts.against} hint={texts.againstHelp} checked={against} onChange={onAgainst} />
      {against ? (
        <Game {...props} />
      ) : (
        <>
          <DiceChoice dice={situation.dice} onChange={(dice) => onStudy(withDice(study, dice))} />
          <Judgement study={study} engine={engine.engine} onStudy={onStudy} />
        </>
      )}
    </>
  );
}

function DiceChoice({ dice, onChange }: { readonly dice: Dice | null; readonly onChange: (dice: Dice | null) => void }) {
  const rolls: [number, string][] = [[0, texts.noDice]];
  for (let a = 1; a <= 6; a++) for (let b = 1; b <= a; b++) rolls.push([10 * a + b, `${a}-${b}`]);
  const value = dice ? 10 * Math.max(...dice) + Math.min(...dice) : 0;
  return (
    <div class="row study__dice">
      <Select
        label={texts.dice}
        value={value}
        options={rolls}
        onChange={(roll) => onChange(roll === 0 ? null : [Math.floor(roll / 10), roll % 10])}
      />
      <Button icon="dice" onClick={() => onChange(rolled())}>
        {texts.roll}
      </Button>
    </div>
  );
}

/** The buttons of a game against the engine. The checkers are played on the board. */
function Game({ study, opponent, onStudy }: AnalysisProps) {
  const { situation } = current(study);
  const { cube, onRoll, length, crawford, dice } = situation;
  if (opponent.ended) return <Notice>{`${texts.over} ${opponent.ended}`}</Notice>;
  if (opponent.asksForAnswer) {
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
  if (opponent.busy) return <Waiting>{texts.thinking}</Waiting>;
  if (dice) return <DanceButton study={study} onStudy={onStudy} />;
  const mayDouble = length !== 1 && !crawford && (cube.owner === null || cube.owner === onRoll);
  return (
    <div class="row">
      <Button kind="primary" icon="dice" onClick={opponent.roll}>
        {texts.roll}
      </Button>
      {mayDouble && <Button onClick={opponent.double}>{texts.double}</Button>}
    </div>
  );
}

/** Goes on without a play if the roll allows none. Nothing otherwise. */
function DanceButton({ study, onStudy }: Pick<AnalysisProps, 'study' | 'onStudy'>) {
  const next = played(study, []);
  return next && <Button onClick={() => onStudy(next)}>{texts.danceOn}</Button>;
}

/** The answer of the engine to the position on the board. */
type Answer =
  | { readonly kind: 'waiting' | 'failed' }
  | { readonly kind: 'plays'; readonly plays: readonly RankedPlay[] }
  | { readonly kind: 'cube'; readonly decision: CubeDecision | null; readonly chances: Chances };

interface JudgementProps {
  readonly study: Study;
  readonly engine: RemoteEngine;
  readonly onStudy: (study: Study) => void;
}

function Judgement({ study, engine, onStudy }: JudgementProps) {
  const [ply, setPly] = useState<Ply>(1);
  const { situation } = current(study);
  const answer = useAnswer(engine, situation, ply);
  const rollouts = useRollouts(engine, situation);
  const depths = ([0, 1, 2] as const).map((value) => ({ value, label: texts.depths[value] }));
  return (
    <>
      <Choices label={texts.depth} options={depths} value={ply} onChange={(value) => setPly(value)} />
      <div class="study__answer" aria-live="polite">
        {answer.kind === 'waiting' && <Waiting>{texts.thinking}</Waiting>}
        {answer.kind === 'failed' && <Notice tone="bad">{texts.failed}</Notice>}
        {answer.kind === 'plays' && (
          <Plays study={study} plays={answer.plays} onStudy={onStudy} onRollOut={rollouts.start} />
        )}
        {answer.kind === 'cube' && <Cube {...answer} situation={situation} onRollOut={rollouts.start} />}
      </div>
      <Rollouts rollouts={rollouts} />
      <p class="soft small">{texts.by(ENGINE_ID)}</p>
    </>
  );
}

function useAnswer(engine: RemoteEngine, situation: Situation, ply: Ply): Answer {
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' });
  useEffect(() => {
    let left = false;
    setAnswer({ kind: 'waiting' });
    ask(engine, situation, ply)
      .catch((): Answer => ({ kind: 'failed' }))
      .then((told) => left || setAnswer(told));
    return () => {
      left = true;
    };
  }, [engine, situation, ply]);
  return answer;
}

async function ask(engine: RemoteEngine, situation: Situation, ply: Ply): Promise<Answer> {
  if (situation.dice) return { kind: 'plays', plays: await engine.rank(situation, { ply }) };
  const decision = await engine.decideDouble(situation, { ply });
  return { kind: 'cube', decision, chances: decision?.chances ?? (await engine.evaluate(situation, { ply })) };
}

/** The number of plays in the table. */
const SHOWN = 12;

interface PlaysProps {
  readonly study: Study;
  readonly plays: readonly RankedPlay[];
  readonly onStudy: (study: Study) => void;
  readonly onRollOut: (job: RolloutJob) => void;
}

function Plays({ study, plays, onStudy, onRollOut }: PlaysProps) {
  const { position, onRoll } = current(study).situation;
  const [best] = plays;
  if (!best) {
    return (
      <Notice>
        <p>{texts.none}</p>
        <DanceButton study={study} onStudy={onStudy} />
      </Notice>
    );
  }
  const titles = [texts.play, texts.equity, texts.loss, texts.win, texts.gammon, texts.lostGammon, texts.ply];
  return (
    <Group title={texts.plays}>
      <div class="study__scroll" tabIndex={0} role="region" aria-label={texts.plays}>
        <table class="study__table">
          <TableHead titles={titles} />
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
                    <Button
                      kind="quiet"
                      aria-label={`${texts.rollOut}: ${label}`}
                      onClick={() => onRollOut({ label, play })}
                    >
                      {texts.rollOut}
                    </Button>
                  </th>
                  <td>{texts.equityOf(equity)}</td>
                  <td>{texts.lossOf(best.equity - equity)}</td>
                  <td>{texts.share(chances[0])}</td>
                  <td>{texts.share(chances[1])}</td>
                  <td>{texts.share(chances[3])}</td>
                  <td>{ply}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Group>
  );
}

interface CubeProps {
  readonly situation: Situation;
  readonly decision: CubeDecision | null;
  readonly chances: Chances;
  readonly onRollOut: (job: RolloutJob) => void;
}

function Cube({ decision, chances: [win, gammon, backgammon, lost], onRollOut }: CubeProps) {
  const rows = decision && [
    { label: texts.noDouble, equity: decision.noDouble, first: 'roll' as const },
    { label: texts.doubleTake, equity: decision.doubleTake, first: 'double' as const },
    { label: texts.doublePass, equity: decision.doublePass, first: null },
  ];
  return (
    <Group title={texts.cubeTitle}>
      <p class="study__advice">{decision ? texts.actions[decision.action] : texts.noCube}</p>
      {rows && (
        <table class="study__table">
          <TableHead titles={[texts.cubeTitle, texts.equity]} />
          <tbody>
            {rows.map(({ label, equity, first }) => (
              <tr key={label}>
                <th scope="row">
                  {label}
                  {first && (
                    <Button
                      kind="quiet"
                      aria-label={`${texts.rollOut}: ${label}`}
                      onClick={() => onRollOut({ label, first })}
                    >
                      {texts.rollOut}
                    </Button>
                  )}
                </th>
                <td>{texts.equityOf(equity)}</td>
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
      <p class="small">{texts.chances(win, gammon, backgammon, lost)}</p>
    </Group>
  );
}
