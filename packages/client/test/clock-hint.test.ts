import { describe, expect, it } from 'vitest';
import { clockHint } from '../src/strings/clock-hint.ts';

describe('the terms of a match', () => {
  it('MW20 say how long an absence loses it, as the server has it, where there is a clock in seconds', () => {
    for (const clock of ['fast', 'normal', 'slow'] as const) {
      expect(clockHint(clock, 90_000)).toContain('away for more than 100 seconds');
      expect(clockHint(clock, 5_000)).toContain('away for more than 10 seconds');
      expect(clockHint(clock, null)).not.toContain('away');
    }
    for (const clock of ['none', 'days1', 'days7'] as const) expect(clockHint(clock, 90_000)).not.toContain('seconds');
  });
});
