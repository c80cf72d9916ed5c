import './material.css';
import { type FrameProps, PointNumbers, pointShape } from './frame.tsx';
import { type Box, HEIGHT, layout, type Orientation, STRIP, WIDTH } from './geometry.ts';

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);
/** Corner radius of the board. */
const ROUND = 16;

/**
 * The board of wood and felt: grain that follows the rails, a lip around each field, points inlaid in the felt. It is
 * drawn once into a layer of its own, so its filters cost nothing while a checker moves.
 */
export function MaterialFrame({ orientation }: FrameProps) {
  const { home, outer, tray, bar } = layout(orientation);
  const wells = wellsOf(tray);
  return (
    <g class="board-frame">
      <MaterialPaints />
      <Wood fields={[home, outer]} tray={tray} bar={bar} />
      {[home, outer].map((box) => (
        <rect key={box.x} class="felt" {...rounded(box, 4)} />
      ))}
      <g class="felt-weave" filter="url(#material-weave)">
        {[home, outer].map((box) => (
          <rect key={box.x} {...rounded(box, 4)} />
        ))}
      </g>
      <Points orientation={orientation} />
      {[home, outer].map((box) => (
        <Hollow key={box.x} box={box} depth={30} />
      ))}
      {wells.map((box) => (
        <g key={box.y}>
          <rect class="tray" {...rounded(box, 5)} />
          <Hollow box={box} depth={22} />
        </g>
      ))}
      <rect class="board-light" width={WIDTH} height={HEIGHT} rx={ROUND} />
      <PointNumbers orientation={orientation} />
    </g>
  );
}

/** The two wells of the tray. */
function wellsOf(tray: Box): Box[] {
  const height = 16 * 17 + 16;
  return [tray.y, tray.y + tray.height - height].map((y) => ({ ...tray, y, height }));
}

const rounded = ({ x, y, width, height }: Box, rx: number) => ({ x, y, width, height, rx });

interface WoodProps {
  readonly fields: readonly Box[];
  readonly tray: Box;
  readonly bar: Box;
}

/** Rails with mitred corners, bar and tray. The grain runs along each part. */
function Wood({ fields, tray, bar }: WoodProps) {
  const [right, bottom] = [WIDTH, HEIGHT];
  // The uprights end in mitres where they meet the horizontal rails.
  const upright = (x: number, width: number) =>
    `M${x} ${STRIP} L${x + width} ${STRIP} L${x + width} ${bottom - STRIP} L${x} ${bottom - STRIP} Z`;
  const edges = [...fields, tray].map(({ x, width }) => [x, x + width] as const).sort((a, b) => a[0] - b[0]);
  const [first, last] = [edges[0]?.[0] ?? 0, edges.at(-1)?.[1] ?? right];
  const left = `M0 0 L${first} ${STRIP} L${first} ${bottom - STRIP} L0 ${bottom} Z`;
  const far = `M${right} 0 L${last} ${STRIP} L${last} ${bottom - STRIP} L${right} ${bottom} Z`;
  const between = edges.slice(1).map(([x], index) => {
    const start = edges[index]?.[1] ?? x;
    return upright(start, x - start);
  });
  const rails = `M0 0 H${right} L${last} ${STRIP} H${first} Z M0 ${bottom} H${right} L${last} ${bottom - STRIP} H${first} Z`;
  const uprights = [left, far, ...between, upright(tray.x, tray.width)].join(' ');
  return (
    <g clip-path="url(#material-outline)">
      <rect class="wood" width={right} height={bottom} rx={ROUND} />
      <path class="wood-upright" d={uprights} />
      <g filter="url(#material-grain-across)">
        <path d={rails} />
      </g>
      <g filter="url(#material-grain-down)">
        <path d={uprights} />
      </g>
      <rect class="bar-round" x={bar.x} y="0" width={bar.width} height={bottom} />
      <Groove x={bar.x + bar.width / 2} />
      <path
        class="wood-joint"
        d={`M0 0 L${first} ${STRIP} M${right} 0 L${last} ${STRIP} M0 ${bottom} L${first} ${bottom - STRIP} M${right} ${bottom} L${last} ${bottom - STRIP}`}
      />
      <rect class="wood-edge-dark" x="1" y="1" width={right - 2} height={bottom - 2} rx={ROUND - 1} />
      <rect class="wood-edge-light" x="2.5" y="2.5" width={right - 5} height={bottom - 5} rx={ROUND - 2} />
      {[...fields, ...wellsOf(tray)].map((box) => (
        <g key={`${box.x} ${box.y}`}>
          <rect class="lip" x={box.x - 3.2} y={box.y - 3.2} width={box.width + 6.4} height={box.height + 6.4} rx="7" />
          <rect
            class="lip-light"
            x={box.x - 0.6}
            y={box.y - 0.6}
            width={box.width + 1.2}
            height={box.height + 1.2}
            rx="5"
          />
        </g>
      ))}
    </g>
  );
}

function Groove({ x }: { readonly x: number }) {
  return (
    <>
      <line class="groove" x1={x} x2={x} y1="2" y2={HEIGHT - 2} />
      <line class="groove-light" x1={x + 1.4} x2={x + 1.4} y1="2" y2={HEIGHT - 2} />
    </>
  );
}

/** The points: a dark edge above and a light edge below each show that it lies in the felt. */
function Points({ orientation }: { readonly orientation: Orientation }) {
  const shapes = POINTS.map((point) => ({ point, ...pointShape(point, orientation) }));
  const all = shapes.map(({ d }) => d).join(' ');
  return (
    <>
      <path class="point-dark" d={all} />
      <path class="point-light" d={all} />
      {[0, 1].flatMap((parity) =>
        [true, false].map((low) => (
          <path
            key={`${parity} ${low}`}
            class={`point point-${parity ? 'odd' : 'even'} is-${low ? 'low' : 'high'}`}
            d={shapes
              .filter((shape) => shape.point % 2 === parity && shape.low === low)
              .map(({ d }) => d)
              .join(' ')}
          />
        )),
      )}
      <g class="point-weave" filter="url(#material-weave)">
        <path d={all} />
      </g>
    </>
  );
}

/** The shadows that the rim throws into a hollow. The light comes from the upper left. */
function Hollow({ box, depth }: { readonly box: Box; readonly depth: number }) {
  const { x, y, width, height } = box;
  return (
    <>
      <rect class="hollow-top" x={x} y={y} width={width} height={depth} rx="4" />
      <rect class="hollow-left" x={x} y={y} width={depth * 0.7} height={height} rx="4" />
      <rect class="hollow-right" x={x + width - 9} y={y} width="9" height={height} rx="4" />
      <rect class="hollow-bottom" x={x} y={y + height - 9} width={width} height="9" rx="4" />
    </>
  );
}

/** Textures, and the paints that only this board has. All colours are tokens. */
function MaterialPaints() {
  return (
    <defs>
      <clipPath id="material-outline">
        <rect width={WIDTH} height={HEIGHT} rx={ROUND} />
      </clipPath>
      <Texture id="grain-across" frequency="0.006 0.16" octaves={4} seed={11} strength="0 0 0 2.6 -1.12" />
      <Texture id="grain-down" frequency="0.16 0.006" octaves={4} seed={23} strength="0 0 0 2.6 -1.12" />
      <Texture id="weave" frequency="0.85 0.7" octaves={2} seed={5} strength="0 0 0 1.5 -0.5" />
      <Shade id="hollow-top" to="down" />
      <Shade id="hollow-left" to="right" />
      <Shade id="hollow-right" to="left" />
      <Shade id="hollow-bottom" to="up" />
      <linearGradient id="material-bar">
        <stop offset="0" class="tone-dark" />
        <stop offset="0.12" class="tone-clear" />
        <stop offset="0.34" class="tone-light" />
        <stop offset="0.7" class="tone-clear" />
        <stop offset="1" class="tone-dark" />
      </linearGradient>
      <radialGradient id="material-light" cx="0.36" cy="0.3" r="0.85">
        <stop offset="0" class="tone-glow" />
        <stop offset="0.5" class="tone-clear" />
        <stop offset="1" class="tone-dusk" />
      </radialGradient>
      <linearGradient id="material-edge" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" class="tone-light" />
        <stop offset="1" class="tone-dark" />
      </linearGradient>
      {([0, 1] as const).map((player) => (
        <CheckerPaints key={player} player={player} />
      ))}
      <radialGradient id="material-shadow">
        <stop offset="0.55" style={{ stopColor: 'var(--board-shadow)' }} />
        <stop offset="0.78" style={{ stopColor: 'var(--board-shadow-soft)' }} />
        <stop offset="1" style={{ stopColor: 'var(--board-clear)' }} />
      </radialGradient>
    </defs>
  );
}

interface TextureProps {
  readonly id: string;
  readonly frequency: string;
  readonly octaves: number;
  readonly seed: number;
  /** How the noise becomes opacity: the last row of a colour matrix. */
  readonly strength: string;
}

/** Replaces a shape by noise in the colour of `--board-grain` or `--board-weave`, within the shape. */
function Texture({ id, frequency, octaves, seed, strength }: TextureProps) {
  return (
    <filter id={`material-${id}`} x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency={frequency} numOctaves={octaves} seed={seed} />
      <feColorMatrix values={`0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ${strength}`} result="noise" />
      <feFlood class={`flood-${id}`} />
      <feComposite in2="noise" operator="in" />
      <feComposite in2="SourceAlpha" operator="in" />
    </filter>
  );
}

const WAYS = { down: [0, 0, 0, 1], up: [0, 1, 0, 0], right: [0, 0, 1, 0], left: [1, 0, 0, 0] } as const;

function Shade({ id, to }: { readonly id: string; readonly to: keyof typeof WAYS }) {
  const [x1, y1, x2, y2] = WAYS[to];
  return (
    <linearGradient id={`material-${id}`} x1={x1} y1={y1} x2={x2} y2={y2}>
      <stop offset="0" class="tone-shade" />
      <stop offset="0.35" class="tone-shade-soft" />
      <stop offset="1" class="tone-clear" />
    </linearGradient>
  );
}

/** A turned checker: a bright bevel towards the light, a hollow with the opposite shading, and a raised middle. */
function CheckerPaints({ player }: { readonly player: 0 | 1 }) {
  const tone = (name: string) => ({ stopColor: `var(--board-checker-${player}-${name})` });
  return (
    <>
      <linearGradient id={`material-rim-${player}`} x1="0.2" y1="0" x2="0.75" y2="1">
        <stop offset="0" style={tone('light')} />
        <stop offset="0.45" style={tone('dark')} />
        <stop offset="1" style={tone('deep')} />
      </linearGradient>
      <radialGradient id={`material-face-${player}`} cx="0.35" cy="0.26" r="0.9">
        <stop offset="0" style={tone('light')} />
        <stop offset="0.5" style={tone('mid')} />
        <stop offset="1" style={tone('dark')} />
      </radialGradient>
      <linearGradient id={`material-dish-${player}`} x1="0.25" y1="0" x2="0.75" y2="1">
        <stop offset="0" style={tone('deep')} />
        <stop offset="0.5" style={tone('dark')} />
        <stop offset="1" style={tone('light')} />
      </linearGradient>
      <radialGradient id={`material-die-${player}`} cx="0.4" cy="0.34" r="0.75">
        <stop offset="0" style={{ stopColor: `var(--board-die-${player}-top)` }} />
        <stop offset="0.55" style={{ stopColor: `var(--board-die-${player}-top)` }} />
        <stop offset="1" style={{ stopColor: `var(--board-die-${player}-end)` }} />
      </radialGradient>
    </>
  );
}
