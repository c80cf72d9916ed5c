import type { Loose } from './forge.ts';

/** JSON for people and for diffs: header, each event and closing on a line of their own. Faults in the form are kept. */
export function recordText(record: Loose | object): string {
  const { header, events, ...rest } = record as Loose;
  const list = Array.isArray(events)
    ? `[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]`
    : JSON.stringify(events);
  const tail = JSON.stringify(rest).slice(1);
  return `{"header":${JSON.stringify(header)},\n"events":${list},\n${tail}\n`;
}
