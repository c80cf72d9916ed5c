import { damaged, faultOfOutput, hostileName, hostileText, MARK } from '@anchor/testkit/hostile';
import { SeededRandom } from '@anchor/testkit/random';
import { vectorRecord } from '@anchor/testkit/records';
import * as verifier from 'bg-record';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { headerOf, Table, vectorKeys } from '../../record/scripts/vectors/table.ts';
import { checkFile, checkFiles } from '../src/pages/verify/check-files.ts';
import { ComparisonView } from '../src/pages/verify/comparison.tsx';
import { ReportView } from '../src/pages/verify/report.tsx';
import { noteText } from '../src/strings/note-text.ts';
import { quotedText } from '../src/strings/quoted-text.ts';
import { verifyTexts } from '../src/strings/verify.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);
const hostile = () => hostileText(random);
const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

/** Isolates, with which the page keeps the direction of a text within it. A quoted text contains none, because they are format characters. */
const ISOLATES = /\u2068("(?:[^"\\]|\\.)*"(?: \[…\])?)\u2069/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The texts of the page, one a line. */
function textsOf(view: VNode): string {
  const texts = renderToString(view)
    .split(/<[^>]*>/)
    .filter((text) => text !== '');
  return texts.map((text) => `${decoded(text)}\n`).join('');
}

const decoded = (text: string) =>
  text.replace(/&(?:lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity).replace(ISOLATES, '$1');

function check(texts: string, about: string): void {
  expect(faultOfOutput(texts, /^/), about).toBeNull();
}

/** Renders what the page and the saved verifier show for chosen files. */
async function shown(...files: readonly File[]): Promise<string> {
  const result = await checkFiles(verifier, files);
  if (result?.kind === 'comparison') return textsOf(<ComparisonView {...result} />);
  if (result?.kind === 'trouble') return `${result.text}\n`;
  if (!result) throw new Error('nothing was checked');
  return textsOf(<ReportView {...result} relation={() => null} place={() => null} onReview={null} />);
}

const file = (value: unknown, name = hostile()) => new File([bytesOf(value)], name);

describe(`a hostile text (SEED=${seed})`, () => {
  test('OW14 as a name in a record, or as the name of a file, is a quotation on the Verify page and in the saved verifier', async () => {
    const keys = await vectorKeys();
    for (let round = 0; round < 40; round++) {
      const names = [hostileName(random), hostileName(random)] as const;
      const usual = headerOf('hostile-names', keys);
      const [one, other] = usual.players;
      const custody = random.pick(['own', 'service'] as const);
      const header = {
        ...usual,
        players: [
          { ...one, name: names[0], custody },
          { ...other, name: names[1] },
        ] as const,
      };
      const [table, twin] = [new Table(header, keys), new Table(header, keys)];
      await (await table.open()).send('resign 1', 'accept');
      await (await twin.open()).send('resign 1', 'decline');
      const { record } = await table.close();
      const about = JSON.stringify(names);
      const report = await shown(file(record));
      expect(report, about).toContain(verifyTexts.valid);
      expect(report.match(new RegExp(MARK, 'g'))?.length, about).toBeGreaterThan(custody === 'service' ? 1 : 0);
      check(report, about);
      const fork = await shown(file(record), file({ header, events: twin.ledger.events }));
      expect(fork, about).toContain(verifyTexts.signedBoth);
      check(fork, about);
      for (const code of ['service-custody', 'late', 'no-view', 'from a newer verifier']) {
        const note = { code, seat: 0, figures: [2, 5], message: `A note\u202e on ${verifier.quoted(names[0])}.` };
        check(`${decoded(noteText(note as verifier.Note, record.header.players))}\n`, about);
      }
      check(`${decoded(quotedText(hostile()))}\n`, about);
    }
  });

  test('OW15 in any member or name of a record is no finding of the Verify page', async () => {
    const record = vectorRecord('shortest');
    const whole = file(record, 'whole.json');
    for (const { place, value } of damaged(record, hostile)) {
      check(await shown(file(value)), place);
      if (random.below(4) === 0) check(await shown(file(value), whole), place);
    }
    for (let round = 0; round < 100; round++) check(await shown(file(hostile())), 'text');
    const result = await checkFile(verifier, { name: hostile(), bytes: bytesOf(record), origin: 'file' });
    expect(result.kind).toBe('report');
  });
});
