import { constants, setPriority } from 'node:os';

/** Everything else on the machine comes first; engines inherit it. Where it is not allowed, work goes on as it is. */
export function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // some containers forbid it
  }
}
