import { expect, it } from 'vitest';
import { Bus } from '../../src/domain/bus.ts';
import type { Channel } from '../../src/domain/ports/links.ts';
import { StoreUnavailable } from '../../src/domain/ports/unavailable.ts';
import { Link } from '../../src/domain/rooms/link.ts';
import { LinkHost } from '../../src/domain/rooms/link-host.ts';
import { encodeLine, LINK_VERSION, type LineToOwner } from '../../src/domain/rooms/link-messages.ts';
import type { OwnedMatches } from '../../src/domain/table/owned-matches.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';

const NO_LOBBY = { handle: async () => null, take: () => undefined, lose: () => undefined };

it('LC10 an owner that cannot use its database says so over the link', async () => {
  const [world, log, bus] = [new FakeWorld(), new FakeLog(), new Bus(new FakeLog())];
  const ends: ((text: string) => void)[] = [];
  const channelTo = (other: number): Channel => ({
    listen: (each) => ends.push(each),
    send: (text) => ends[other]?.(text),
    end: () => undefined,
  });
  const owned = {
    stamp: async () => {
      throw new StoreUnavailable('away');
    },
    loseFront: async () => undefined,
    arrivals: { add: () => () => undefined },
  };
  const common = { bus, alarms: new FakeAlarms(world), world };
  new LinkHost({
    ...common,
    name: '1',
    id: 'owner',
    channel: channelTo(1),
    owned: owned as unknown as OwnedMatches,
    lobby: NO_LOBBY,
    log,
    lost: () => undefined,
  });
  const link = new Link({
    ...common,
    name: '2',
    from: 'front',
    to: 'owner',
    channel: channelTo(0),
    lost: () => undefined,
  });
  await expect(link.stamp('alice', 'match', null, 0)).rejects.toThrow(StoreUnavailable);
});

it('LC9 a player who enters while the link is lost does not stay', async () => {
  let line: (text: string) => void = () => undefined;
  const channel: Channel = {
    listen: (each) => {
      line = each;
    },
    send: () => undefined,
    end: () => undefined,
  };
  const members = new Set<string>();
  let entered: () => void = () => undefined;
  const owned = {
    enter: async (_: string, { id }: { readonly id: string }) => {
      await new Promise<void>((resolve) => {
        entered = resolve;
      });
      members.add(id);
      return { now: 0, length: 0, presence: [], receipt: null };
    },
    loseFront: async () => members.clear(),
  };
  const [world, log] = [new FakeWorld(), new FakeLog()];
  const host = new LinkHost({
    name: '1',
    id: 'owner',
    channel,
    owned: owned as unknown as OwnedMatches,
    lobby: NO_LOBBY,
    bus: new Bus(log),
    alarms: new FakeAlarms(world),
    world,
    log,
    lost: () => undefined,
  });
  const send = (one: LineToOwner) => line(encodeLine(one));
  send({ hello: { version: LINK_VERSION, from: 'front', to: 'owner' } });
  send({ r: 1, q: { op: 'enter', match: 'match', id: 'front/1', pub: 'alice' } });
  host.end();
  entered();
  await new Promise(setImmediate);
  expect([...members]).toEqual([]);
});
