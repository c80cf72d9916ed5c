// Prints the page's estimate for the match files of vectors/gnubg, to compare with the deep analysis from analyse-matches.ts. Usage: npx
// tsx --conditions=@anchor/source e2e/estimate-matches.ts

import { readdirSync } from 'node:fs';
import { performanceRating } from '@anchor/analysis';
import { reviewAtOnce } from '../packages/client/src/engine/instant.ts';
import { matRecord } from './kit/analysis/mat-record.ts';

const folder = new URL('../vectors/gnubg/', import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.mat'))) {
  const record = matRecord(new URL(name, folder), name);
  const begun = process.cpuUsage().user;
  const { players } = reviewAtOnce(record);
  const usedMs = (process.cpuUsage().user - begun) / 1000;
  for (const [index, { decisions, loss }] of players.entries())
    console.log(
      `${name} ${index === 0 ? 'left' : 'right'}: ${decisions} decisions, ${performanceRating(loss, decisions)?.toFixed(2)}`,
    );
  console.log(`${name}: ${usedMs.toFixed(0)} ms of a processor`);
}
