import { constants, setPriority } from 'node:os';

/** Gives this process and its engines the lowest priority. Continues if the system does not allow it. */
export function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers forbid it.
  }
}
