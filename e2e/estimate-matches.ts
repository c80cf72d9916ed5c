// Prints the page's estimate for the match files of vectors/gnubg, to compare with the deep analysis from analyse-matches.ts. Usage: npx
// tsx --conditions=@anchor/source e2e/estimate-matches.ts

import { readdirSync } from 'node:fs';
import { performanceRating } from '@anchor/analysis';
import { reviewAtOnce } from '../packages/client/src/engine/instant.ts';
import { accelerate } from '../packages/engine/src/index.ts';
import { matRecord } from './kit/analysis/mat-record.ts';

function rated(loss: number, decisions: number): string {
  return performanceRating(loss, decisions)?.toFixed(2) ?? '-';
}

accelerate();
console.log('player: plays, PR, cube decisions, cube loss, PR of the cube, missed doubles, PR together');
const folder = new URL('../vectors/gnubg/', import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.mat'))) {
  const record = matRecord(new URL(name, folder), name);
  const begun = process.cpuUsage().user;
  const { report, cubes } = await reviewAtOnce(record);
  const usedMs = (process.cpuUsage().user - begun) / 1000;
  for (const [index, { decisions, loss }] of report.players.entries()) {
    const own = cubes.filter(({ p, counts }) => p === index && counts);
    const lost = own.reduce((sum, one) => sum + one.loss, 0);
    const figures = [decisions, rated(loss, decisions), own.length, lost.toFixed(3), rated(lost, own.length)];
    const missed = own.filter(({ kind, tag }) => kind === 'roll' && tag).length;
    const together = rated(loss + lost, decisions + own.length);
    const told = [...figures, missed, together].join(', ');
    console.log(`${name} ${index === 0 ? 'left' : 'right'}: ${told}`);
  }
  console.log(`${name}: ${usedMs.toFixed(0)} ms of a processor, ${cubes.length} decisions about the cube`);
}
