import type { Situation } from 'bg-rules';
import { Board } from '../board/board.tsx';
import { describePosition } from '../board/describe.ts';
import type { Choice } from '../engine/judge-card.ts';
import type { Preferences } from '../state/preferences.ts';
import { cardTexts as texts } from '../strings/cards.ts';
import { shownCubeOf } from './shown-cube.ts';
import { AnswerBoard, orientationOf, SolvingBoard } from './solving-board.tsx';

interface BoardProps {
  readonly situation: Situation;
  readonly preferences: Preferences;
  /** Null before the answer. */
  readonly answer: Choice | null;
  /** The play on the board after the answer, or null for the position before it. */
  readonly shown: Choice | null;
  readonly onAnswer: (choice: Choice) => void;
}

/** The board of a decision of player 0, who plays on it. After the answer it shows a play, or the position before it. */
export function DecisionBoard({ situation, preferences, answer, shown, onAnswer }: BoardProps) {
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
