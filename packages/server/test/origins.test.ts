import { describe, expect, it } from 'vitest';
import { setUpOrigins } from '../src/compose/origins.ts';
import { readConfig } from '../src/config/config.ts';
import { FakeLog, FakeWorld } from './support/fake-world.ts';

const LAPTOP = ['Laptop', 'Laptop.local', '192.168.1.7', '[2001:db8::7]'];

function origins(settings: Record<string, string>, ownNames: () => readonly string[] = () => LAPTOP) {
  const config = readConfig({ PORT: '3000', ...settings });
  if (!config.ok) throw new Error(config.message);
  const [world, log] = [new FakeWorld(), new FakeLog()];
  const made = setUpOrigins({ config: config.value, port: () => config.value.port, world, log, ownNames });
  return { made, world, log };
}

describe('the accepted origins', () => {
  it('OR1 are those of PUBLIC_URL and ORIGINS, whatever the machine is called', () => {
    const set = {
      PUBLIC_URL: 'https://Play.example.org:443/anchor/',
      ORIGINS: 'http://192.0.2.1:8080, https://b.example./',
    };
    expect(origins(set).made.all()).toEqual([
      ...['https://play.example.org', 'http://192.0.2.1:8080', 'https://b.example'],
    ]);
    expect(origins({ ORIGINS: 'https://b.example' }).made.all()).toEqual(['https://b.example']);
  });

  it('OR2 are those of the machine if neither is set, so that a phone in the home network works', () => {
    expect(origins({}).made.all()).toEqual([
      ...['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
      ...['http://laptop:3000', 'http://laptop.local:3000', 'http://192.168.1.7:3000', 'http://[2001:db8::7]:3000'],
    ]);
    expect(origins({ PORT: '80' }).made.all()).toContain('http://192.168.1.7');
  });

  it('OR3 are loopback only for a server that listens there, plus the one address that it listens on', () => {
    const loopback = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];
    expect(origins({ HOST: '127.0.0.1' }).made.all()).toEqual(loopback);
    expect(origins({ HOST: '127.0.0.5' }).made.all()).toEqual([...loopback, 'http://127.0.0.5:3000']);
    expect(origins({ HOST: '192.0.2.9' }).made.all()).toContain('http://192.0.2.9:3000');
  });

  it('OR4 follow the machine to another network', () => {
    let address = '192.168.1.7';
    const { made, world } = origins({}, () => [address]);
    expect(made.all()).toContain('http://192.168.1.7:3000');
    address = '10.0.0.7';
    world.setNow(world.now() + 60_000);
    expect(made.all()).toContain('http://10.0.0.7:3000');
    expect(made.all()).not.toContain('http://192.168.1.7:3000');
  });

  it('OR5 cause a warning at the start in production when neither is set', () => {
    const production = { NODE_ENV: 'production', TRUST_PROXY: '1' };
    expect(origins(production).log.lines).toMatchObject([{ message: expect.stringContaining('PUBLIC_URL') }]);
    expect(origins({ ...production, PUBLIC_URL: 'https://a.example' }).log.lines).toEqual([]);
    expect(origins({}).log.lines).toEqual([]);
  });

  it('OR6 cause one warning per other origin, and eight at most', () => {
    const { made, log } = origins({ PUBLIC_URL: 'https://a.example' });
    for (let n = 0; n < 3; n++) made.noticed('https://b.example');
    made.noticed('https://a.example');
    expect(log.lines).toMatchObject([{ origin: 'https://b.example', message: expect.stringContaining('PUBLIC_URL') }]);
    for (let n = 0; n < 100; n++) made.noticed(`https://${n}.example`);
    expect(log.lines).toHaveLength(8);
  });
});
