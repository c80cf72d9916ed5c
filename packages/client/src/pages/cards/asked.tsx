import type { Situation } from 'bg-rules';
import { useState } from 'preact/hooks';
import { Board } from '../../board/board.tsx';
import { describePosition } from '../../board/describe.ts';
import { type Card, cubeChoicesOf, shownCubeOf } from '../../cards/card.ts';
import type { Choice } from '../../engine/judge-card.ts';
import { AnswerBoard, orientationOf, SolvingBoard } from '../../play/solving-board.tsx';
import { useJudgement } from '../../play/use-judgement.ts';
import { useKeys } from '../../play/use-keys.ts';
import type { Client } from '../../state/client.ts';
import type { Preferences } from '../../state/preferences.ts';
import { cardTexts as texts } from '../../strings/cards.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Judged } from './judged.tsx';
import type { Cards } from './use-cards.ts';

interface AskedProps {
  readonly card: Card;
  readonly cards: Cards;
  readonly counts: { readonly due: number; readonly all: number };
  /** True if another card is due. */
  readonly hasMore: boolean;
  readonly client: Client;
  readonly onNext: () => void;
}

/** One card: the position, the player's answer, and its judgement. */
export function Asked({ card, cards, counts, hasMore, client, onNext }: AskedProps) {
  const { situation } = card;
  const [answer, setAnswer] = useState<Choice | null>(null);
  /** The play on the board after the answer. Null for the position before it. */
  const [shown, setShown] = useState<Choice | null>(null);
  const asked = { situation, answer, others: [card.mistake] };
  const { judgement, again } = useJudgement(asked, client.connection.status.value === 'online');
  const preferences = client.preferences.current.value;
  const decide = (choice: Choice) => {
    setAnswer(choice);
    setShown(choice);
  };
  return (
    <div class="puzzle">
      <div class="puzzle__board">
        <CardBoard situation={situation} preferences={preferences} answer={answer} shown={shown} onAnswer={decide} />
      </div>
      <div class="puzzle__side">
        <header>
          <p class="soft small">{texts.counts(counts.due, counts.all)}</p>
          <h1>{texts.title}</h1>
        </header>
        <Stakes situation={situation} />
        {answer === null && <Task situation={situation} onAnswer={decide} />}
        {judgement?.kind === 'waiting' && <Waiting>{texts.thinking}</Waiting>}
        {judgement?.kind === 'not-loaded' && (
          <Notice tone="bad">
            <p>{texts.notLoaded}</p>
            <Button onClick={again}>{texts.again}</Button>
          </Notice>
        )}
        {judgement?.kind === 'failed' && (
          <Notice tone="bad">
            <p>{texts.notJudged}</p>
            <Button onClick={() => void cards.remove(card).then(onNext)}>{texts.remove}</Button>
          </Notice>
        )}
        {judgement?.kind === 'judged' && answer && (
          <Judged
            card={card}
            cards={cards}
            answer={answer}
            judged={judgement.judged}
            shown={shown}
            hasMore={hasMore}
            onShow={setShown}
            onNext={onNext}
          />
        )}
      </div>
    </div>
  );
}

interface BoardProps {
  readonly situation: Situation;
  readonly preferences: Preferences;
  readonly answer: Choice | null;
  readonly shown: Choice | null;
  readonly onAnswer: (choice: Choice) => void;
}

function CardBoard({ situation, preferences, answer, shown, onAnswer }: BoardProps) {
  const { dice } = situation;
  if (dice === null) return <StillBoard situation={situation} preferences={preferences} />;
  const puzzle = { ...situation, dice };
  const hops = shown?.type === 'play' ? shown.hops : null;
  if (answer) return <AnswerBoard puzzle={puzzle} preferences={preferences} hops={hops} />;
  return (
    <SolvingBoard
      puzzle={puzzle}
      preferences={preferences}
      onConfirm={(hops) => onAnswer({ type: 'play', hops: [...hops] })}
    />
  );
}

/** The board of a decision about the cube, on which nothing moves. */
function StillBoard({ situation, preferences }: Pick<BoardProps, 'situation' | 'preferences'>) {
  const cube = shownCubeOf(situation);
  const { position } = situation;
  return (
    <>
      <Board
        position={position}
        orientation={orientationOf(preferences)}
        cube={cube}
        dice={[]}
        lastPlay={null}
        interaction={null}
        durationMs={0}
      />
      <p class="visually-hidden">{describePosition(position, 0, [texts.you, texts.opponent], cube)}</p>
    </>
  );
}

/** The match, the score and the cube. */
function Stakes({ situation }: { readonly situation: Situation }) {
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

function Task({ situation, onAnswer }: TaskProps) {
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
      <div class="row cards__choices">
        {choices.map((type) => (
          <Button key={type} kind="primary" onClick={() => onAnswer({ type })}>
            {texts.choices[type]}
          </Button>
        ))}
      </div>
    </>
  );
}
