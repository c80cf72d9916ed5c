// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchRow } from '@anchor/wire';
import type { MatchRecord, Verified } from 'bg-record';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { renderToString } from 'preact-render-to-string';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Recent } from '../src/pages/home/recent.tsx';
import { ReviewHead } from '../src/pages/review/review-head.tsx';
import { ReportView } from '../src/pages/verify/report.tsx';
import { row } from './player/rows.ts';

// The kit reads files by addresses, which this environment has of its own.
const file = join(import.meta.dirname, '../../../vectors/records/valid/match-7.json');
const whole: MatchRecord = JSON.parse(readFileSync(file, 'utf8'));
const [ann, bob] = whole.header.players.map(({ name }) => name);

type Ending = readonly [score: readonly [number, number], winner: 0 | 1, reason: MatchRow['reason']];
const none: Ending = [[0, 0], 1, 'time'];
const some: Ending = [[3, 4], 0, 'abandonment'];
const played: Ending = [[9, 4], 0, 'points'];

const client = {
  connection: { status: { value: 'online' }, me: { value: null }, shownKey: { value: null } },
  countries: { of: () => null, want: () => undefined },
  pinned: { pub: null },
  publicLog: null,
} as never;

const plain = (html: string) => html.replaceAll(/[\u2066-\u2069]/g, '');

afterEach(() => vi.unstubAllGlobals());

async function listed(...endings: readonly Ending[]): Promise<string[]> {
  const rows = endings.map(([[score0, score1], winner, reason]) => row({ length: 7, score0, score1, winner, reason }));
  vi.stubGlobal('fetch', async () => Response.json(rows));
  const app = document.body.appendChild(document.createElement('div'));
  await act(() => render(<Recent client={client} />, app));
  await vi.waitFor(() => expect(app.querySelectorAll('.list__row')).toHaveLength(rows.length));
  const tags = [...app.querySelectorAll('.tags')].map((tag) => plain(tag.firstElementChild?.textContent ?? ''));
  act(() => render(null, app));
  app.remove();
  return tags;
}

const recordOf = ([score, winner, reason]: Ending): MatchRecord => ({ ...whole, result: { score, winner, reason } });

function headOf(ending: Ending): string[] {
  const checked = { record: recordOf(ending), rolls: 3, notes: [], text: '' };
  const review = { subject: { origin: 'record', checked } } as never;
  const html = plain(renderToString(<ReviewHead review={review} client={client} />));
  const title = html.match(/<h1.*?<\/h1>/s)?.[0].match(/\d+–\d+|>–</)?.[0] ?? '';
  return [title, html.match(/<p class="soft">(.*?)<\/p>/s)?.[1] ?? ''];
}

function verdictOf(ending: Ending): string[] {
  const record = recordOf(ending);
  const { id, players } = record.header;
  const counts = { events: record.events.length, rolls: 3, games: 1 };
  const { result, finalHash } = record;
  const verdict: Verified = { ok: true, id, players, result, ...counts, notes: [], finalHash, record };
  const report = { kind: 'checked', verdict, header: null, rolls: [] };
  const file = { name: 'a', bytes: new Uint8Array(), origin: 'file' } as const;
  const view = { report: report as never, file, verifier: {} as never, relation: () => null, place: () => null };
  const html = plain(renderToString(<ReportView {...view} onReview={null} />));
  const [, first = '', second = ''] = html.match(/<h2>.*?<p>(.*?)<\/p><p>(.*?)<\/p>/s) ?? [];
  return [first.match(/ Result .*/)?.[0] ?? '', second.replaceAll('&quot;', '"')];
}

describe('the end of a match whose score does not show who won', () => {
  test('CU1 is told by the winner and the way among the matches that just finished', async () => {
    expect(await listed(none, some, played)).toEqual(['Bob won on time', 'Ann won because the opponent left', '7–4']);
  });

  test('CU2 is told by the winner and the way in the head of its review', () => {
    const told = (ending: Ending) => headOf(ending).map((text) => text.replace(/^Match to 7 · /, ''));
    expect(told(none)).toEqual(['>–<', `${bob} won the match on time`]);
    expect(told(some)).toEqual(['>–<', `${ann} won the match: the opponent left at 3–4`]);
    expect(told(played)).toEqual(['7–4', `${ann} won the match 7–4`]);
  });

  test('CU3 is told by the winner and the way on the Verify page', () => {
    expect(verdictOf(none)).toEqual(['', `"${bob}" won on time.`]);
    expect(verdictOf(some)).toEqual(['', `"${ann}" won because the opponent left, at 3–4.`]);
    expect(verdictOf(played)).toEqual([' Result 7–4.', `"${ann}" won 7–4 on points.`]);
  });
});
