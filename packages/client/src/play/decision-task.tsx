import type { Situation } from 'bg-rules';
import { cubeChoicesOf } from '../engine/choices.ts';
import type { Choice } from '../engine/judge-card.ts';
import { cardTexts as texts } from '../strings/cards.ts';
import { Button } from '../ui/button.tsx';
import { useKeys } from './use-keys.ts';

/** The match, the score and the cube. */
export function Stakes({ situation }: { readonly situation: Situation }) {
  const { length, score, crawford, cube, rules } = situation;
  const text = texts.stakes;
  const money = [text.money, rules.jacoby && text.jacoby, rules.beavers && text.beavers].filter(Boolean).join(' · ');
  const ofCube = cube.owner === null ? text.cube : cube.owner === 0 ? text.ownCube : text.theirCube;
  return (
    <ul class="puzzle__stakes">
      <li>{length === 0 ? money : text.match(length, score[0], score[1])}</li>
      <li>{crawford ? text.crawford : ofCube(cube.value)}</li>
    </ul>
  );
}

interface TaskProps {
  readonly situation: Situation;
  readonly onAnswer: (choice: Choice) => void;
}

/** Asks the player for the decision, and offers the actions if it is about the cube. */
export function DecisionTask({ situation, onAnswer }: TaskProps) {
  const { dice, doubled, cube } = situation;
  const choices = cubeChoicesOf(situation);
  const able = (type: (typeof choices)[number]) => (choices.includes(type) ? () => onAnswer({ type }) : null);
  const others = { back: null, premove: null, hint: null, cancel: null, earlier: null, later: null };
  // The board of a play has these keys itself.
  useKeys({ go: able('roll'), double: able('double'), ...others });
  if (dice)
    return (
      <>
        <p class="puzzle__task">{texts.task.play(dice[0], dice[1])}</p>
        <p class="soft">{texts.help.play}</p>
      </>
    );
  return (
    <>
      <p class="puzzle__task">{doubled ? texts.task.answer(cube.value * 2) : texts.task.double}</p>
      <p class="soft">{doubled ? texts.help.answer : texts.help.double}</p>
      <div class="row puzzle__choices">
        {choices.map((type) => (
          <Button key={type} kind="primary" onClick={() => onAnswer({ type })}>
            {texts.choices[type]}
          </Button>
        ))}
      </div>
    </>
  );
}
