import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { stepsOf } from 'bg-record';
import { BAR, checkersAt, OFF, startMatch } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpPainter } from '../../src/compose/threads-setup.ts';
import { boardSvg, COLOURS, PICTURE, type Scene } from '../../src/domain/links/board-svg.ts';
import type { ThreadPainter } from '../../src/threads/thread-painter.ts';
import { FakeLog } from '../support/fake-world.ts';

const record = vectorRecord('match-1-borne-off');
const { position } = startMatch({ length: 1, rules: record.header.rules });
const scene: Scene = { position, cube: { value: 1, owner: null }, dice: [3, 1] };

const { checkers: colours, rims, marks } = COLOURS;
const places = Array.from({ length: BAR + 1 }, (_, place) => place);

let log: FakeLog;
let painter: ThreadPainter;
beforeEach(() => {
  log = new FakeLog();
  painter = setUpPainter(log);
});
afterEach(() => painter.stop());

/** Width and height from the head of a PNG. */
function sizeOf(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

describe('the picture of a board', () => {
  it.each([1, 2, 3, 4])('OP1 shows five checkers of a stack and counts the others (seed %i)', (seed) => {
    for (const { after } of stepsOf(randomRecord(seed, { length: 3, rules: record.header.rules }))) {
      const svg = boardSvg({ position: after.position, cube: after.cube, dice: after.dice });
      for (const player of [0, 1] as const) {
        const stacks = places.map((place) => checkersAt(after.position, player, place));
        const shown = stacks.slice(1).reduce((sum, count) => sum + Math.min(count, 5), 0);
        const counted = stacks.slice(1).filter((count) => count > 5);
        expect(svg.split(`fill="${colours[player]}" stroke="${rims[player]}" stroke-width="3"/>`).length - 1).toBe(
          shown,
        );
        expect(svg.split(`fill="${colours[player]}" stroke="${rims[player]}"/>`).length - 1).toBe(stacks[OFF]);
        expect(svg.split(`stroke="${marks[player]}"`).length - 1).toBe(counted.join('').length);
      }
    }
  });

  it('OP2 contains no text, so it does not depend on fonts', () => {
    expect(boardSvg(scene)).not.toContain('<text');
  });

  it('OP3 is painted as PNG of the size that previews want, in a thread', async () => {
    const png = await painter.paint({ scene });
    expect(png && sizeOf(png)).toEqual(PICTURE);
  });

  it('OP4 of a match shows its last position', async () => {
    const last = await painter.paint({ record });
    expect(last && sizeOf(last)).toEqual(PICTURE);
    expect(last).not.toEqual(await painter.paint({ scene: { ...scene, dice: null } }));
  });

  it('OP5 a match that cannot be read makes no picture, and the next one is painted', async () => {
    const broken = { ...record, events: record.events.filter(({ type }) => type !== 'dice') };
    expect(await painter.paint({ record: broken })).toBeNull();
    expect(log.lines.at(-1)).toMatchObject({ message: 'could not paint a picture' });
    expect(await painter.paint({ scene })).not.toBeNull();
  });

  it('OP6 more than eight pictures at once are refused', async () => {
    const painted = await Promise.all(Array.from({ length: 12 }, () => painter.paint({ scene })));
    expect(painted.filter((png) => png === null)).toHaveLength(4);
  });
});
