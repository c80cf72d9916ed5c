import { readFileSync } from 'node:fs';
import { checkEvent, checkHeader } from 'bg-record';
import { decodeServer } from '../src/decode.ts';

const LATER_MS = 20;

/**
 * Returns the first frames and the last frame of the worked match in docs/record-format.md, as player 0
 * receives them.
 */
export function makeMatchExample(): string {
  const { header, events, result, finalHash } = shortestRecord();
  const [first, second] = events;
  if (!first || !second) throw new Error('the record has no events');
  const { at: _setByTheServer, ...own } = second;
  const match = header.id;
  return [
    server({ type: 'match', header, events: [first], length: 1, seat: 0, now: first.at + LATER_MS }),
    server({ type: 'presence', match, seat: 1, online: true }),
    `client  ${JSON.stringify({ type: 'act', id: 1, match, event: own })}`,
    server({ type: 'event', match, event: second, id: 1 }),
    '        …',
    server({
      type: 'rejected',
      id: 9,
      match,
      n: 5,
      code: 'wrong-number',
      message: 'event 6 comes next, not 5',
    }),
    '        …',
    server({ type: 'finished', match, result, record: `/records/${match}.json`, finalHash, ratings: null }),
  ].join('\n');
}

/** Formats a frame of the server. Throws if the schemas reject it. */
function server(message: object): string {
  const text = JSON.stringify(message);
  const decoded = decodeServer(text);
  if (!decoded.ok) throw new Error(decoded.message);
  return `server  ${text}`;
}

function shortestRecord() {
  const file = new URL('../../../vectors/records/valid/shortest.json', import.meta.url);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  const header = checkHeader(record.header);
  if (!header.ok) throw new Error(header.message);
  const events = [0, 1].map((n) => {
    const event = checkEvent(record.events[n]);
    if (!event.ok) throw new Error(event.message);
    return event.value;
  });
  return { header: header.value, events, result: record.result, finalHash: record.finalHash };
}
