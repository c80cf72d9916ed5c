import { afterAll } from 'vitest';
import { openStore } from '../../src/storage/open-store.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { keeperContract } from './keeper-contract.ts';
import { peopleContract } from './people-contract.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const open = async () => {
  const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
};
storageContract('SQLite', open);
analysisContract('SQLite', open);
keeperContract('SQLite', open);
peopleContract('SQLite', open);
