import { HUES } from './hues.ts';

/** Digits of the key that decide the face. The leaderboard knows no more of a key. */
const DIGITS = 16;

/** A drawing in a square of 32 × 32 units: its figure, and the marks on it by the even-odd rule. Both are SVG paths. */
interface Motif {
  readonly figure: string;
  readonly marks: string;
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0z`;
}

function eyes(y: number, apart: number, r = 1.6): string {
  return disc(16 - apart, y, r) + disc(16 + apart, y, r);
}

/** Discs in a circle around the middle. */
function wreath(count: number, distance: number, r: number): string {
  const turns = Array.from({ length: count }, (_, n) => (n / count) * 2 * Math.PI);
  const at = (share: number) => Math.round((16 + distance * share) * 10) / 10;
  return turns.map((turn) => disc(at(Math.sin(turn)), at(Math.cos(turn)), r)).join('');
}

const CAT = { figure: 'M7 5l6 4.5h6L25 5v13a9 9 0 0 1-18 0z', marks: `${eyes(16.5, 4)}M14.3 20.5h3.4L16 22.8z` };
const RABBIT = {
  figure: 'M11 3c4 1 4 6 3.6 9.5h2.8C17 9 17 4 21 3c2.5 4 1.5 8-.5 11a8 8 0 1 1-9 0c-2-3-3-7-.5-11z',
  marks: `${eyes(19.5, 3.4)}M14.6 22.6h2.8L16 24.6z`,
};
const BEAR = {
  figure: disc(8.5, 9, 4) + disc(23.5, 9, 4) + disc(16, 18, 10),
  marks: eyes(16, 4.2) + disc(16, 21, 2.4),
};
const MOUSE = {
  figure: disc(8, 10, 6) + disc(24, 10, 6) + disc(16, 19, 8.5),
  marks: disc(7.5, 9.5, 2.6) + disc(24.5, 9.5, 2.6) + eyes(18, 3.4) + disc(16, 24, 1.7),
};
const OWL = {
  figure: 'M6 5q5 3.5 10 3.5T26 5v13a10 10 0 0 1-20 0z',
  marks: `${eyes(15, 4.6, 4)}${eyes(15, 4.6, 2.8)}${eyes(15, 4.6, 1.5)}M14.5 20h3L16 23.6z`,
};
const FOX = { figure: 'M4.5 5l8 4.5h7l8-4.5L26 17 16 28 6 17z', marks: `${eyes(16, 4.6)}M13 24.7h6L16 28z` };
const FROG = {
  figure: `${disc(9.5, 10, 4.6)}${disc(22.5, 10, 4.6)}M4 18a12 8.5 0 1 0 24 0a12 8.5 0 1 0-24 0z`,
  marks: `${eyes(10, 6.5, 2)}M8.5 20q7.5 5 15 0v1.8q-7.5 5-15 0z`,
};
const CHICK = {
  figure: `${disc(16, 18, 10)}M16 9c-3-2-3-5-.5-6.5 2.5 1.5 3.5 4.5.5 6.5z`,
  marks: `${eyes(16, 4.2)}M12.5 20.5l3.5-2.5 3.5 2.5-3.5 3z`,
};
const PANDA = {
  figure: disc(8, 8.5, 4.2) + disc(24, 8.5, 4.2) + disc(16, 18, 10.5),
  marks: `${eyes(17, 4.6, 3.2)}${eyes(17, 4.2, 1.1)}M13.8 22h4.4L16 24.3z`,
};
const DOG = {
  figure: 'M8 7c3-2 13-2 16 0l3.5 10-3.5 2c0 6-4 9-8 9s-8-3-8-9l-3.5-2z',
  marks: `M8.5 8L5.5 16.6l3.2 1.6zM23.5 8l3 8.6-3.2 1.6z${eyes(15, 3.6)}${disc(16, 21.5, 2.4)}`,
};
const PIG = {
  figure: `M6 5l6 4h8l6-4-1 7a10.5 10.5 0 1 1-18 0z`,
  marks: `${eyes(14.5, 4.6)}M10.8 20.5a5.2 3.8 0 1 0 10.4 0a5.2 3.8 0 1 0-10.4 0z${eyes(20.5, 2, 1.1)}`,
};
const LION = {
  figure: wreath(10, 9, 4) + disc(16, 16, 9),
  marks: `${disc(16, 16, 8.4)}${disc(16, 16, 7.4)}${eyes(14.5, 3, 1.4)}M13.6 17.5h4.8L16 20.3z`,
};
const FISH = {
  figure: 'M4 16c5-9 14-9 19-3l5-4v14l-5-4c-5 6-14 6-19-3z',
  marks: `${disc(10, 14.5, 1.6)}M15 10.5q3 5.5 0 11h1.5q3-5.5 0-11z`,
};
const WHALE = {
  figure:
    'M4 18c0-6 5-9 11-9 7 0 9 4 10 8 2 0 3-1 3-4 1 7-2 13-11 13C9 26 4 23 4 18zM13 7.5q-4-2-2-4 2 0 2.5 2 .5-2 2.5-2 2 2-2 4z',
  marks: `${disc(10, 16.5, 1.5)}M5.5 21q6 3 12 0v1.4q-6 3-11 .4z`,
};
const BOAT = { figure: 'M15 4v15H6zM17 8l8 11h-8zM4 21h24l-4 6H8z', marks: '' };
const STAR = {
  figure: 'M16 3l3.8 8.4 9.2 1-6.9 6.2 2 9L16 23l-8.1 4.6 2-9L3 12.4l9.2-1z',
  marks: eyes(16, 2.7, 1.4),
};
const MOON = {
  figure: 'M19 4a12.5 12.5 0 1 0 9 17A10.5 10.5 0 0 1 19 4z',
  marks: `${disc(11.5, 14.5, 1.5)}M9.5 19.5q3 3 7.5 1.5v1.5q-5 1.5-7.5-1.5z`,
};
const SUN = {
  figure: disc(16, 16, 7.5) + wreath(8, 11.3, 2),
  marks: `${eyes(15, 2.7, 1.3)}M12.5 18q3.5 3 7 0v1.5q-3.5 3-7 0z`,
};
const LEAF = {
  figure: 'M6 27C3 13 12 5 27 5c1 14-6 22-18 20.5L7.5 28z',
  marks: 'M9.5 23.5L20.5 11.5l1 1L10.7 24.3z',
};
const MUSHROOM = {
  figure: 'M4 17C4 9 9 5 16 5s12 4 12 12zM12 18.5h8V25a4 3 0 0 1-8 0z',
  marks: disc(10.5, 12.5, 2) + disc(17.5, 9.5, 1.9) + disc(22, 14, 1.6),
};
const FLOWER = { figure: wreath(6, 7, 4.6), marks: disc(16, 16, 3.6) };
const MOUNTAIN = { figure: 'M3 26L12 7l5.5 10 3-5L29 26z', marks: 'M12 10.5l-2.5 5.3 2.5-1.4 2.8 1.4z' };
const CROWN = {
  figure: 'M5 9l6 6 5-9 5 9 6-6-2.5 13h-17zM7.5 23.5h17V27h-17z',
  marks: disc(16, 18, 1.9),
};
const ROCKET = {
  figure: 'M16 3c5 4 6 9 6 14l4 5v4l-6-3h-8l-6 3v-4l4-5c0-5 1-10 6-14z',
  marks: disc(16, 12.5, 2.7),
};

export const MOTIFS: readonly Motif[] = [
  ...[CAT, RABBIT, BEAR, MOUSE, OWL, FOX, FROG, CHICK, PANDA, DOG, PIG, LION],
  ...[FISH, WHALE, BOAT, STAR, MOON, SUN, LEAF, MUSHROOM, FLOWER, MOUNTAIN, CROWN, ROCKET],
];

interface Look {
  /** The number of a motif. */
  readonly motif: number;
  /** The number of a hue. */
  readonly hue: number;
}

/**
 * Derives a face from a key, so that it is the same for everyone and needs no storage. There are 288 faces: a face
 * helps to recognise a player and proves nothing.
 *
 * @param other the key of the opponent: if both have the same face, the greater key takes the opposite hue
 */
export function faceOf(pub: string, other?: string): Look {
  const own = derive(pub);
  if (other === undefined || pub <= other) return own;
  const theirs = derive(other);
  const isSame = own.motif === theirs.motif && own.hue === theirs.hue;
  return isSame ? { ...own, hue: (own.hue + HUES.length / 2) % HUES.length } : own;
}

function derive(pub: string): Look {
  const number = [...pub.slice(0, DIGITS)].reduce((sum, digit) => {
    return (sum * 31 + (Number.parseInt(digit, 16) || 0)) % 1_000_003;
  }, 7);
  const face = number % (MOTIFS.length * HUES.length);
  return { motif: face % MOTIFS.length, hue: Math.floor(face / MOTIFS.length) };
}

/** Returns what a face consists of: its hue in degrees and its motif. */
export function drawFace(pub: string, other?: string): Motif & { readonly hue: number } {
  const { motif, hue } = faceOf(pub, other);
  return { ...(MOTIFS[motif] ?? CAT), hue: HUES[hue] ?? 0 };
}
