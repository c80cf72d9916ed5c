import { botLevel } from '@anchor/wire';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../session/test/support/memory.ts';
import { BotRows } from '../src/pages/home/bot-rows.tsx';
import { LastTerms } from '../src/state/last-terms.ts';

const storage = (texts: Record<string, string> = {}) => {
  const kept = memoryStorage();
  for (const [name, text] of Object.entries(texts)) kept.write(name, text);
  return kept;
};

const client = (pub: string | null, mayAsk = true) =>
  ({
    connection: { me: { value: pub === null ? null : { pub } }, mayAsk },
    lastTerms: new LastTerms(storage({ 'anchor.bot-terms': '{"length":7,"clock":"slow","level":"expert"}' })),
    offers: {},
  }) as never;

describe('the bot among the open games', () => {
  test('BO5 has a row for each level with the terms that were used last, and a button with a name of its own', () => {
    const html = renderToString(<BotRows client={client('ab'.repeat(32))} />);
    const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(botLevel.options.map((level) => `Play: Anchor bot, ${level}`));
    expect(html.match(/7 points/g)).toHaveLength(4);
    expect(html).toContain(`/player/${'ab'.repeat(32)}`);
  });

  test('BO6 cannot be pressed without a connection, and a page without a key has no results', () => {
    const html = renderToString(<BotRows client={client(null, false)} />);
    expect(html.match(/<button[^>]* disabled/g)).toHaveLength(4);
    expect(html).not.toContain('/player/');
  });
});

describe('the terms used last against the bot', () => {
  test('BO7 are kept on the device, and unreadable ones are those of a new device', () => {
    const kept = storage();
    const before = new LastTerms(kept);
    expect(before.bot.value).toEqual({ length: 3, clock: 'none', level: 'intermediate' });
    before.setBot({ length: 1, clock: 'fast', level: 'advanced' });
    expect(before.bot.value.level).toBe('advanced');
    expect(new LastTerms(kept).bot.value).toEqual({ length: 1, clock: 'fast', level: 'advanced' });
    for (const text of ['', '{', '{"length":1,"clock":"soon","level":"expert"}'])
      expect(new LastTerms(storage({ 'anchor.bot-terms': text })).bot.value.length).toBe(3);
  });
});
