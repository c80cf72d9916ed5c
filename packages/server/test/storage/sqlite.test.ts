import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openStore } from '../../src/storage/open-store.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { leaseContract } from './lease-contract.ts';
import { logContract } from './log-contract.ts';
import { peopleContract } from './people-contract.ts';
import { queueContract } from './queue-contract.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const openIn = async (dataDir: string, isExclusive = true) => {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder, isExclusive });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
};
const open = () => openIn(folder.path);
let folders = 0;
storageContract('SQLite', open);
analysisContract('SQLite', open);
leaseContract('SQLite', () => openIn(join(folder.path, 'leases'), false));
peopleContract('SQLite', open);
queueContract('SQLite', open);
logContract('SQLite', () => openIn(join(folder.path, String(++folders))));
