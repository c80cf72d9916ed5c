import { type PuzzleView, puzzleResponse } from '@anchor/wire';
import { startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { HttpParts } from '../../src/http/parts.ts';
import { startHttp } from './kit.ts';

const { points, bar, off } = startPosition();
const puzzle: PuzzleView = {
  date: '2026-11-21',
  position: { points: [...points], bar: [...bar], off: [...off] },
  dice: [3, 1],
  cube: { value: 1, owner: null },
  score: [0, 0],
  length: 0,
  crawford: false,
  jacoby: true,
  beavers: true,
  choices: 16,
};

/** The route with a service that returns this result and records its arguments. */
async function asked(show: HttpParts['puzzles']['show'], query: string) {
  const dates: (string | undefined)[] = [];
  const puzzles = {
    show(date?: string) {
      dates.push(date);
      return show(date);
    },
  };
  const http = await startHttp({ puzzles });
  const response = await http.get(`/api/puzzle${query}`);
  const body = await response.text();
  await http.stop();
  return { dates, status: response.status, headers: response.headers, body };
}

const shown: HttpParts['puzzles']['show'] = async () => ({
  ok: true,
  value: { puzzle, stats: { tries: 5, solved: 2 } },
});

describe('/api/puzzle', () => {
  it('shows the puzzle without any player’s answer', async () => {
    const { status, headers, body, dates } = await asked(shown, '');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(body)).toEqual({ puzzle, stats: { tries: 5, solved: 2 }, streak: 0, yours: null });
    expect(z.safeParse(puzzleResponse, JSON.parse(body)).success).toBe(true);
    expect(dates).toEqual([undefined]);
  });

  it('takes the first date of the query, and ignores keys', async () => {
    const { body } = await asked(shown, '');
    expect((await asked(shown, '?date=2026-11-20')).dates).toEqual(['2026-11-20']);
    expect((await asked(shown, '?date=2026-11-20&date=2026-11-19')).dates).toEqual(['2026-11-20']);
    expect((await asked(shown, '?date=')).dates).toEqual([undefined]);
    expect((await asked(shown, `?pub=${'ab'.repeat(32)}`)).body).toBe(body);
  });

  it('answers 404 when there is no puzzle and 503 when it could not be created', async () => {
    const none = await asked(
      async () => ({ ok: false, code: 'no-puzzle', message: 'There is none.' }),
      '?date=2999-01-01',
    );
    expect([none.status, none.body]).toEqual([404, '{"error":"There is none."}']);
    const failed = await asked(async () => ({ ok: false, code: 'puzzle-failed', message: 'Not now.' }), '');
    expect([failed.status, failed.body]).toEqual([503, '{"error":"Not now."}']);
  });
});
