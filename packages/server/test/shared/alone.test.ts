import { describe } from 'vitest';
import { Presence } from '../../src/domain/players/presence.ts';
import { MemoryMap } from '../../src/memory/memory-map.ts';
import { mapContract, type Thing } from './map-contract.ts';
import { presenceContract } from './presence-contract.ts';

const atOnce = async () => undefined;

describe('a single process', () => {
  mapContract(async () => {
    const map = new MemoryMap<Thing>();
    return [map, map];
  }, atOnce);

  presenceContract(async () => {
    const presence = new Presence(new MemoryMap(), 'p');
    return [presence, presence];
  }, atOnce);
});
