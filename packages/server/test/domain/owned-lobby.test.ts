import { expect, it } from 'vitest';
import { OwnedLobby } from '../../src/domain/lobby/owned-lobby.ts';
import type { LobbyLine } from '../../src/domain/rooms/lobby-messages.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';

type Parts = ConstructorParameters<typeof OwnedLobby>[0];

/** A lobby that this process owns. No request here needs a player. */
function open() {
  const [world, log] = [new FakeWorld(), new FakeLog()];
  const alarms = new FakeAlarms(world);
  const state = { isOwner: true };
  const parts = {
    leases: { holds: () => state.isOwner },
    matchmaker: {},
    relations: {},
    notices: { found: () => undefined },
    makeOffers: () => ({}),
  };
  const owned = new OwnedLobby({ ...parts, alarms, world, log } as unknown as Parts);
  const lines: LobbyLine[] = [];
  const front = { process: 'front', send: (line: LobbyLine) => void lines.push(line) };
  return { owned, front, lines, state, alarms };
}

it('LO13 a request that waits for the announcements of others is answered when they are there, or asked again at the next owner', async () => {
  const { owned, front, lines, alarms } = open();
  const nothing = {
    op: 'announce',
    connections: [],
    seeks: [],
    live: [],
    isFirst: true,
    isLast: true,
    wasLost: false,
  } as const;
  owned.open(['front', 'another']);
  expect(await owned.handle(front, nothing)).toEqual({ answer: true });
  const lost = owned.handle(front, { op: 'snapshot' });
  owned.close();
  expect(await lost).toBeNull();
  expect(lines).toEqual([{ type: 'closed' }]);
  expect(alarms.next()).toBeNull();

  owned.open(['front', 'another']);
  await owned.handle(front, nothing);
  const asked = owned.handle(front, { op: 'snapshot' });
  await owned.handle({ ...front, process: 'another' }, nothing);
  expect(await asked).toMatchObject({ answer: { type: 'lobby', online: 0 } });
});

it('LO14 a process that may not act for the lobby any more answers nothing, and says so to the others', async () => {
  const { owned, front, lines, state } = open();
  owned.open([]);
  await owned.handle(front, {
    op: 'announce',
    connections: [],
    seeks: [],
    live: [],
    isFirst: true,
    isLast: true,
    wasLost: false,
  });
  expect(await owned.handle(front, { op: 'snapshot' })).not.toBeNull();
  state.isOwner = false;
  expect(await owned.handle(front, { op: 'snapshot' })).toBeNull();
  expect(owned.room).toBeNull();
  expect(lines.at(-1)).toEqual({ type: 'closed' });
});
