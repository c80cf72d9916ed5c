// node --import tsx packages/engine/training/make-vectors.mjs: writes vectors/engine/evaluations.txt.gz, the evaluations of the trainer's C
// program with the committed weights, quantised and back. Needs `make -C packages/engine/training` first. A line is a position from the view
// of the player on roll (26 counts: off, points 1 to 24, bar), the same for the opponent, and five chances.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkersAt, legalPlays, opponent, rankPlays, startPosition } from '../../rules/src/index.ts';

const SEED = 1_234_567;
const COUNT = 10_000;
const here = new URL('.', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'vectors-'));

let state = SEED;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}
const die = () => 1 + Math.floor(random() * 6);

/** Positions from games of the heuristic in which a share of the plays, different for each game, is random. */
function* positions() {
  for (;;) {
    let position = startPosition();
    let player = 0;
    const wild = random();
    while (!position.off.includes(15)) {
      yield line(position, player);
      const dice = [die(), die()];
      const plays =
        random() < wild ? legalPlays(position, player, dice) : rankPlays(position, player, dice).slice(0, 1);
      position = plays[Math.floor(random() * plays.length)]?.position ?? position;
      player = opponent(player);
    }
  }
}

function line(position, player) {
  const counts = (side) => Array.from({ length: 26 }, (_, place) => checkersAt(position, side, place));
  return [...counts(player), ...counts(opponent(player))].join(' ');
}

const lines = [];
for (const position of positions()) if (lines.push(position) === COUNT) break;
const weights = (name) => `${here}weights/${name}`;
execFileSync(`${here}build/quantise`, [
  weights('anchor-net-3.w'),
  weights('anchor-net-2.pruning.w'),
  join(folder, 'q.bin'),
  join(folder, 'q.w'),
]);
const input = `${lines.join('\n')}\n`;
const answers = execFileSync(`${here}build/evaluate`, [join(folder, 'q.w')], { input, maxBuffer: 1 << 28 });
const rows = answers
  .toString()
  .trim()
  .split('\n')
  .map((chances, n) => `${lines[n]} ${chances}`);
mkdirSync(new URL('../../../vectors/engine/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../../../vectors/engine/evaluations.txt.gz', import.meta.url),
  gzipSync(rows.join('\n'), { level: 9 }),
);
