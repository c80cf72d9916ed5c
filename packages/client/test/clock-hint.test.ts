import { describe, expect, it } from 'vitest';
import { clockHint } from '../src/strings/clock-hint.ts';

describe('the terms of a match', () => {
  it('MW20 say after which absence the opponent may claim it, as the server has it, where there is a clock in seconds', () => {
    for (const clock of ['fast', 'normal', 'slow'] as const) {
      expect(clockHint(clock, 300_000)).toContain(
        'Away for more than 5 minutes: your opponent may claim the win. Your clock keeps running.',
      );
      expect(clockHint(clock, 150_000)).toContain('more than 2.5 minutes');
      expect(clockHint(clock, null)).not.toContain('Away');
    }
    for (const clock of ['none', 'days1', 'days7'] as const) expect(clockHint(clock, 300_000)).not.toContain('minutes');
  });
});
