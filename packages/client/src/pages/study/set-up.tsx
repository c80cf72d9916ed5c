import { type Dice, isPostCrawford, MAX_LENGTH, makeSituation, type Situation, startPosition } from 'bg-rules';
import { useState } from 'preact/hooks';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Group, Select, Switch, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FaultNotice } from './fault-notice.tsx';
import { emptyBoard, exchanged, faultOf, parseAny } from './study.ts';

interface SetUpProps {
  readonly situation: Situation;
  readonly onChange: (situation: Situation) => void;
}

/** Everything of a situation but the checkers, which are set on the board. */
export function SetUp({ situation, onChange }: SetUpProps) {
  const { position, length, score, rules, crawford, onRoll } = situation;
  const fault = faultOf(situation);
  const change = (members: Partial<Situation>) => onChange(consistent({ ...situation, ...members }));
  const oneAway = length > 1 && score.includes(length - 1) && score[0] !== score[1];
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <Group title={texts.setUp}>
        <div class="row">
          <Button onClick={() => change({ position: startPosition(), dice: null })}>{texts.start}</Button>
          <Button onClick={() => change({ position: emptyBoard(), dice: null })}>{texts.clear}</Button>
          <Button onClick={() => onChange(exchanged(situation))}>{texts.swap}</Button>
        </div>
        <Choices
          label={texts.onRoll}
          options={[
            { value: 0, label: texts.you },
            { value: 1, label: texts.opponent },
          ]}
          value={onRoll}
          onChange={(chosen) => change({ onRoll: chosen === 1 ? 1 : 0 })}
        />
        <RollSelect dice={situation.dice} onChange={(dice) => change({ dice })} />
        <CubeFields situation={situation} onChange={change} />
        <Select
          label={texts.length}
          value={length}
          options={lengthsWith(length)}
          onChange={(points) => change({ length: points, score: [0, 0], crawford: false })}
        />
        {length > 0 &&
          length <= MAX_LENGTH &&
          ([0, 1] as const).map((player) => (
            <Select
              key={player}
              label={texts.score(player === 0 ? texts.you : texts.opponent)}
              value={score[player]}
              options={Array.from({ length }, (_, n) => [n, String(n)])}
              onChange={(points) => change({ score: player === 0 ? [points, score[1]] : [score[0], points] })}
            />
          ))}
        {oneAway && <Switch label={texts.crawford} checked={crawford} onChange={(on) => change({ crawford: on })} />}
        {length === 0 && (
          <>
            <Switch
              label={texts.jacoby}
              checked={rules.jacoby}
              onChange={(jacoby) => change({ rules: { ...rules, jacoby } })}
            />
            <Switch
              label={texts.beavers}
              checked={rules.beavers}
              onChange={(beavers) => change({ rules: { ...rules, beavers } })}
            />
          </>
        )}
      </Group>
      <Paste onTake={onChange} />
      {position.off[0] > 0 || position.off[1] > 0 ? (
        <p class="soft small">{`${texts.you} ${15 - position.off[0]}, ${texts.opponent} ${15 - position.off[1]}`}</p>
      ) : null}
    </>
  );
}

/** The lengths of matches here, and the one of a pasted position. */
function lengthsWith(length: number): [number, string][] {
  const lengths = Array.from({ length: MAX_LENGTH + 1 }, (_, n) => n);
  if (length > MAX_LENGTH) lengths.push(length);
  return lengths.map((n) => [n, n === 0 ? texts.money : texts.points(n)]);
}

/** Derives what follows from the rest: the rules of a match, and the Crawford state of its score. */
function consistent(situation: Situation): Situation {
  const { length, score, onRoll, rules: given } = situation;
  const match = length > 0;
  const rules = { ...given, crawford: match, jacoby: given.jacoby && !match, beavers: given.beavers && !match };
  const crawford = situation.crawford && match && score.includes(length - 1);
  const postCrawford = isPostCrawford({ length, score, rules, crawford });
  return { ...situation, rules, crawford, postCrawford, toAct: onRoll, doubled: false, resigned: 0, status: 'playing' };
}

interface RollProps {
  readonly dice: Dice | null;
  readonly onChange: (dice: Dice | null) => void;
}

/** A list of the 21 rolls, and none. */
export function RollSelect({ dice, onChange }: RollProps) {
  const rolls: [number, string][] = [[0, texts.noDice]];
  for (let a = 1; a <= 6; a++) for (let b = 1; b <= a; b++) rolls.push([10 * a + b, `${a}-${b}`]);
  return (
    <Select
      label={texts.dice}
      value={dice ? 10 * Math.max(...dice) + Math.min(...dice) : 0}
      options={rolls}
      onChange={(roll) => onChange(roll === 0 ? null : [Math.floor(roll / 10), roll % 10])}
    />
  );
}

function CubeFields({
  situation,
  onChange,
}: {
  situation: Situation;
  onChange: (members: Partial<Situation>) => void;
}) {
  const { cube } = situation;
  return (
    <div class="row">
      <Select
        label={texts.cube}
        value={cube.value}
        options={[1, 2, 4, 8, 16, 32, 64].map((value) => [value, String(value)])}
        onChange={(value) => onChange({ cube: { value, owner: cube.owner } })}
      />
      <Select
        label={texts.owner}
        value={cube.owner ?? 2}
        options={[
          [2, texts.inMiddle],
          [0, texts.you],
          [1, texts.opponent],
        ]}
        onChange={(chosen) =>
          onChange({ cube: { value: cube.value, owner: chosen === 0 ? 0 : chosen === 1 ? 1 : null } })
        }
      />
    </div>
  );
}

/** A field for an ID of another program. */
function Paste({ onTake }: { readonly onTake: (situation: Situation) => void }) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  function take(event: Event) {
    event.preventDefault();
    const situation = parseAny(text);
    setRefused(situation === null);
    if (situation) onTake(makeSituation(situation));
  }
  return (
    <form class="card stack" onSubmit={take}>
      <TextField label={texts.paste} value={text} maxLength={200} onInput={setText} />
      {refused && <Notice tone="bad">{texts.notRead}</Notice>}
      <div class="row">
        <button type="submit" class="button button--soft">
          {texts.take}
        </button>
      </div>
    </form>
  );
}
