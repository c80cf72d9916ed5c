import { describe } from 'vitest';
import { SharedPresence } from '../../src/domain/players/shared-presence.ts';
import { OwnMap } from '../../src/domain/shared-map.ts';
import { mapContract, type Thing } from './map-contract.ts';
import { presenceContract } from './presence-contract.ts';

const atOnce = async () => undefined;

describe('a single process', () => {
  mapContract(async () => {
    const map = new OwnMap<Thing>();
    return [map, map];
  }, atOnce);

  presenceContract(async () => {
    const presence = new SharedPresence(new OwnMap(), 'p');
    return [presence, presence];
  }, atOnce);
});
