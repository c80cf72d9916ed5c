import type { Player } from 'bg-rules';

interface Paint {
  readonly id: string;
  /** The direction of the gradient: down, across, round, or round with light from the upper left. */
  readonly way: 'down' | 'across' | 'round' | 'lit';
  /**
   * The offset and colour of each stop. A colour is a custom property of the style sheet without its `--board-` prefix.
   */
  readonly stops: string;
}

/** The gradients of the board. */
const PAINTS: readonly Paint[] = [
  { id: 'wood', way: 'across', stops: '0 wood-1, 0.5 wood-2, 1 wood-1' },
  { id: 'post', way: 'across', stops: '0 wood-3, 0.25 wood-1, 0.75 wood-1, 1 wood-3' },
  { id: 'felt', way: 'down', stops: '0 felt-1, 0.5 felt-2, 1 felt-1' },
  { id: 'shade-down', way: 'down', stops: '0 shade, 1 clear' },
  { id: 'shade-right', way: 'across', stops: '0 shade, 1 clear' },
  { id: 'odd-low', way: 'down', stops: '0 odd-tip, 1 odd-base' },
  { id: 'odd-high', way: 'down', stops: '0 odd-base, 1 odd-tip' },
  { id: 'even-low', way: 'down', stops: '0 even-tip, 1 even-base' },
  { id: 'even-high', way: 'down', stops: '0 even-base, 1 even-tip' },
  { id: 'shadow', way: 'round', stops: '0.62 shadow, 0.86 shadow-soft, 1 clear' },
  { id: 'die-0', way: 'down', stops: '0 die-0-top, 1 die-0-end' },
  { id: 'die-1', way: 'down', stops: '0 die-1-top, 1 die-1-end' },
  { id: 'cube', way: 'down', stops: '0 cube-1, 1 cube-2' },
  ...checkerPaints(0),
  ...checkerPaints(1),
];

function checkerPaints(player: Player): Paint[] {
  const tone = `checker-${player}`;
  return [
    { id: `rim-${player}`, way: 'down', stops: `0 ${tone}-light, 1 ${tone}-deep` },
    { id: `face-${player}`, way: 'lit', stops: `0 ${tone}-light, 0.55 ${tone}-mid, 1 ${tone}-dark` },
    { id: `dish-${player}`, way: 'down', stops: `0 ${tone}-dark, 0.9 ${tone}-light` },
    { id: `slab-${player}`, way: 'across', stops: `0 ${tone}-dark, 0.3 ${tone}-light, 1 ${tone}-deep` },
  ];
}

/** Defines the gradients of checkers, dice and wood. */
export function Paints() {
  return (
    <defs>
      {PAINTS.map((paint) => (
        <Gradient key={paint.id} {...paint} />
      ))}
    </defs>
  );
}

function Gradient({ id, way, stops }: Paint) {
  if (way === 'down' || way === 'across') {
    const [x2, y2] = way === 'down' ? [0, 1] : [1, 0];
    return (
      <linearGradient id={`paint-${id}`} x1={0} y1={0} x2={x2} y2={y2}>
        <Stops stops={stops} />
      </linearGradient>
    );
  }
  const [cx, cy, r] = way === 'lit' ? [0.38, 0.3, 0.75] : [0.5, 0.5, 0.5];
  return (
    <radialGradient id={`paint-${id}`} cx={cx} cy={cy} r={r}>
      <Stops stops={stops} />
    </radialGradient>
  );
}

function Stops({ stops }: Pick<Paint, 'stops'>) {
  const pairs = stops.split(', ').map((stop) => stop.split(' '));
  return (
    <>
      {pairs.map(([offset, colour]) => (
        <stop key={offset} offset={offset} style={{ stopColor: `var(--board-${colour})` }} />
      ))}
    </>
  );
}
