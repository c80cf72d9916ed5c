import type { MatchResult } from 'bg-rules';
import { type RecordResult, readSafely, refuse } from './codes.ts';
import { MAX_EVENTS } from './event.ts';
import { type Check, copyOf, hex, integer, isObject, object, oneOf, tuple } from './fields.ts';
import { checkHeader } from './header.ts';
import type { Header } from './types.ts';

/** A match with a valid header, whose events have not been checked yet. */
export interface TranscriptForm {
  readonly header: Header;
  readonly events: readonly unknown[];
}

interface ClosingForm {
  readonly result: MatchResult;
  readonly finalHash: string;
  readonly sig: string;
}

/** A record of valid form with a valid header, whose events have not been checked yet. */
export type RecordForm = TranscriptForm & ClosingForm;

const unchecked: Check = () => null;

const closingFields = {
  result: object({
    winner: oneOf(0, 1),
    score: tuple(integer(0), integer(0)),
    reason: oneOf('points', 'resign', 'time', 'abandonment'),
  }),
  finalHash: hex(32),
  sig: hex(64),
};
const recordForm = object({ header: unchecked, events: unchecked, ...closingFields });

/**
 * Checks the form of a record except its events. Error codes: `record-form`, `too-many-events` and those of
 * `checkHeader`.
 */
export function checkRecordForm(value: unknown): RecordResult<RecordForm> {
  return readSafely('record-form', () => {
    const fault = recordForm(value);
    if (fault !== null) return refuse('record-form', `record${fault}`);
    const { header: _header, events: _events, ...closing } = value as RecordForm;
    const opened = checkTranscriptForm(value);
    return opened.ok ? { ok: true, value: { ...opened.value, ...(copyOf(closing) as ClosingForm) } } : opened;
  });
}

/** Checks the header of a record or transcript and finds its events. Ignores all other members. */
export function checkTranscriptForm(value: unknown): RecordResult<TranscriptForm> {
  return readSafely('record-form', () => {
    if (!isObject(value)) return refuse('record-form', 'the transcript is not an object');
    const { header, events } = value;
    if (!Array.isArray(events)) return refuse('record-form', 'the events are not a list');
    const { length } = events;
    if (length > MAX_EVENTS) return refuse('too-many-events', `there are more than ${MAX_EVENTS} events`);
    const checked = checkHeader(header);
    if (!checked.ok) return checked;
    return { ok: true, value: { header: checked.value, events: Array.from({ length }, (_, i) => events[i]) } };
  });
}
