import type { RecordCode, VerifyResult } from 'bg-record';
import type { verifyTexts } from '../../strings/verify.ts';

type CheckName = keyof typeof verifyTexts.checks;
/** `until` means that the check passed up to the event at fault. */
export type CheckState = 'passed' | 'failed' | 'until' | 'skipped';

/** The check to which each code belongs. */
const checkOf: Readonly<Record<RecordCode, CheckName>> = {
  'record-form': 'form',
  'event-form': 'form',
  'too-many-events': 'form',
  'header-form': 'header',
  'header-key': 'header',
  'header-rules': 'header',
  'wrong-server': 'header',
  'wrong-number': 'events',
  'wrong-prev': 'events',
  'wrong-time': 'events',
  'bad-signature': 'signatures',
  'wrong-view': 'signatures',
  'anchor-reused': 'dice',
  'wrong-anchor': 'dice',
  'wrong-reveal': 'dice',
  'wrong-dice': 'dice',
  'wrong-ahead': 'dice',
  'match-over': 'plays',
  'wrong-party': 'plays',
  'wrong-type': 'plays',
  'illegal-play': 'plays',
  'wrong-resignation': 'plays',
  'wrong-absence': 'plays',
  'wrong-holiday': 'plays',
  'wrong-resume': 'events',
  'wrong-forfeit': 'plays',
  unfinished: 'result',
  'wrong-result': 'result',
  'wrong-final-hash': 'result',
  'bad-closing': 'closing',
};

const ORDER: readonly CheckName[] = ['form', 'header', 'events', 'signatures', 'dice', 'plays', 'result', 'closing'];
/** These checks are made together, event by event. */
const BY_EVENT: readonly CheckName[] = ['form', 'events', 'signatures', 'dice', 'plays'];

/**
 * Returns the state of each check after a verdict. Checks before the first fault have passed, and those after it were
 * not made.
 */
export function checklist(verdict: VerifyResult): { readonly name: CheckName; readonly state: CheckState }[] {
  if (verdict.ok) return ORDER.map((name) => ({ name, state: 'passed' }));
  const failed = checkOf[verdict.code];
  return ORDER.map((name) => ({ name, state: stateOf(name, failed, verdict.event) }));
}

function stateOf(name: CheckName, failed: CheckName, event: number | null): CheckState {
  if (name === failed) return 'failed';
  if (event !== null && event > 0 && BY_EVENT.includes(name)) return 'until';
  return ORDER.indexOf(name) < ORDER.indexOf(failed) ? 'passed' : 'skipped';
}
