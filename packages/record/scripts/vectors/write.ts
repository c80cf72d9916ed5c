import type { Loose } from './forge.ts';

/**
 * Writes JSON for people and diffs: the header, each event and the closing on separate lines. Faults in the
 * form are kept.
 */
export function recordText(record: Loose | object): string {
  const { header, events, ...rest } = record as Loose;
  const list = Array.isArray(events)
    ? `[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]`
    : JSON.stringify(events);
  const tail = JSON.stringify(rest).slice(1);
  return `{"header":${JSON.stringify(header)},\n"events":${list},\n${tail}\n`;
}
