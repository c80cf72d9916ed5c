import type { Player } from 'bg-rules';
import { diceSpot, type Orientation, type Spot } from './geometry.ts';
import type { ShownDie } from './turn.ts';

/** A roll on the board. */
export interface ShownDice {
  /** The player in whose half the dice lie. In the opening, each player's die lies in their own half (`split`). */
  readonly owner: Player;
  readonly dice: readonly ShownDie[];
  /** The number of the roll. A new roll is animated. */
  readonly roll: number;
  /** Distance by which the dice move aside for a button. */
  readonly aside: boolean;
}

interface DiceProps extends ShownDice {
  readonly orientation: Orientation;
  readonly durationMs: number;
}

const PIPS: Readonly<Record<number, readonly Spot[]>> = (() => {
  const [a, b] = [-13.5, 13.5];
  const middle = [{ x: 0, y: 0 }];
  const two = [
    { x: a, y: a },
    { x: b, y: b },
  ];
  const four = [...two, { x: a, y: b }, { x: b, y: a }];
  const six = [...four, { x: a, y: 0 }, { x: b, y: 0 }];
  return { 1: middle, 2: two, 3: [...two, ...middle], 4: four, 5: [...four, ...middle], 6: six };
})();

/** A player's dice in their half of the board. */
export function Dice({ owner, dice, roll, aside, orientation, durationMs }: DiceProps) {
  const { x, y } = diceSpot(owner, orientation);
  const small = dice.length > 2;
  const [scale, gap] = small ? [aside ? 0.62 : 0.86, aside ? 37 : 56] : [aside ? 0.86 : 1, aside ? 56 : 70];
  const middle = aside ? x - 92 : x;
  return (
    <g class="dice">
      {dice.map((die, index) => {
        const offset = (index - (dice.length - 1) / 2) * gap;
        const place = { transform: `translate(${middle + offset}px, ${y}px) scale(${scale})` };
        return (
          <g key={`${roll}-${index}`} class="die-place" style={place}>
            <Die die={die} owner={owner} index={index} seed={roll + index} durationMs={durationMs} />
          </g>
        );
      })}
    </g>
  );
}

interface DieProps {
  readonly die: ShownDie;
  readonly owner: Player;
  readonly index: number;
  /** Determines the faces that the die shows before it lies still. */
  readonly seed: number;
  readonly durationMs: number;
}

/** A die. A thrown one slides in and turns over three edges, and shows another face each time. */
function Die({ die, owner, index, seed, durationMs }: DieProps) {
  const isThrown = durationMs > 0;
  const throwMs = `${durationMs * 1.9 + index * 60}ms`;
  return (
    <g
      class={`die die-${owner}${die.used ? ' is-used' : ''}${isThrown ? ' is-thrown' : ''}`}
      style={isThrown ? { '--die-throw': throwMs } : undefined}
    >
      <rect class="die-shadow" x="-28" y="-24" width="58" height="58" rx="14" />
      <g class="die-turn">
        <rect class="die-body" x="-29" y="-29" width="58" height="58" rx="13" fill={`url(#paint-die-${owner})`} />
        <rect class="die-face" x="-26" y="-26.5" width="52" height="52" rx="17" />
        {isThrown &&
          facesBefore(die.value, seed).map((value, turn) => (
            <g key={turn} class={`die-side die-side-${turn}`}>
              <Pips value={value} />
            </g>
          ))}
        <g class="die-last">
          <Pips value={die.value} />
        </g>
      </g>
    </g>
  );
}

function Pips({ value }: { readonly value: number }) {
  return (
    <>
      {(PIPS[value] ?? []).map(({ x, y }) => (
        <circle key={`${x} ${y}`} class="die-pip" cx={x} cy={y} r="5.4" />
      ))}
    </>
  );
}

const TURNS = 3;

/** Returns the faces before the last one. A die turns over an edge, so each face is beside the next one. */
export function facesBefore(last: number, seed: number): number[] {
  const faces: number[] = [];
  for (let turn = 0, face = last; turn < TURNS; turn++) {
    const beside = [1, 2, 3, 4, 5, 6].filter((other) => other !== face && other !== 7 - face);
    face = beside[(seed + turn * 3) % beside.length] ?? face;
    faces.unshift(face);
  }
  return faces;
}
