import { COUNTRIES_AT_ONCE } from '@anchor/wire';
import { describe, expect, test } from 'vitest';
import { Line, settled, until } from '../../session/test/support/line.ts';
import { keys } from '../../session/test/support/table.ts';
import { Countries } from '../src/state/countries.ts';

const { server, players } = await keys();
const [own] = players;
const pubOf = (n: number) => n.toString(16).padStart(64, '0');

async function greet(line: Line): Promise<void> {
  await line.hello(server);
  const { id } = await line.socket.next();
  const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
  await line.socket.say({ type: 'identified', ...me, id });
}

async function page() {
  const line = new Line();
  line.key = own;
  const countries = new Countries(line.connection);
  line.connection.start();
  return { line, countries };
}

describe('the countries of the players whom the page shows', () => {
  test('CY4 are asked for in few messages, each player once, when there is a connection', async () => {
    const { line, countries } = await page();
    const all = Array.from({ length: COUNTRIES_AT_ONCE + 1 }, (_, n) => pubOf(n));
    for (const pub of [...all, ...all]) countries.want(pub);
    await greet(line);
    const first = await line.socket.next();
    expect(first).toMatchObject({ type: 'countries', pubs: all.slice(0, COUNTRIES_AT_ONCE) });
    expect(countries.of(pubOf(1))).toBeUndefined();
    await line.socket.say({ type: 'countries', shown: [{ pub: pubOf(1), country: 'DE' }], id: first.id });
    const second = await line.socket.next();
    expect(second).toMatchObject({ type: 'countries', pubs: all.slice(COUNTRIES_AT_ONCE) });
    await line.socket.say({ type: 'countries', shown: [], id: second.id });
    await until(() => countries.of(all.at(-1)!) === null);
    expect([countries.of(pubOf(1)), countries.of(pubOf(2))]).toEqual(['DE', null]);
    for (const pub of all) countries.want(pub);
    await settled();
    expect(line.socket.take()).toEqual([]);
  });

  test('CY4a are asked for again after a lost connection', async () => {
    const { line, countries } = await page();
    await greet(line);
    countries.want(pubOf(1));
    expect(await line.socket.next()).toMatchObject({ type: 'countries' });
    await line.socket.drop();
    await line.timers.pass(500);
    await greet(line);
    expect(await line.socket.next()).toMatchObject({ type: 'countries', pubs: [pubOf(1)] });
  });

  test('CY4b stay unknown, without further requests, if the server refuses the request', async () => {
    const { line, countries } = await page();
    await greet(line);
    countries.want(pubOf(1));
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'unknown-type', message: '', id });
    await settled();
    expect(countries.of(pubOf(1))).toBeUndefined();
    expect(line.socket.take()).toEqual([]);
  });

  test('CY4c show the reader’s own choice once the server has stored it', async () => {
    const { line, countries } = await page();
    await greet(line);
    const refused = countries.show(own.pub, 'DE');
    const asked = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-stored-yet', message: '', id: asked.id });
    expect(await refused).toMatchObject({ code: 'not-stored-yet' });
    expect(countries.of(own.pub)).toBeUndefined();
    const stored = countries.show(own.pub, null);
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'country', country: null, id });
    await stored;
    expect(countries.of(own.pub)).toBeNull();
  });
});
