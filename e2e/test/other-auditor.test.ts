import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { playMatch } from '../kit/play-match.ts';
import { arrive, populate } from '../kit/population.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { LIES } from '../lying-log/lies.ts';
import { PROGRAMS } from '../lying-log/mutants.ts';
import { runSeed } from '../lying-log/run.ts';
import { type RecordedService, recordService } from '../lying-log/service.ts';
import { hasGo, runOtherAuditor } from '../other-auditor/program.ts';

const SEED = Number(process.env.SEED ?? 42);
const VECTORS = fileURLToPath(new URL('../../vectors/records', import.meta.url));

test('Go is installed on CI', () => {
  expect(hasGo || process.env.CI !== 'true', 'golang-go or golang-golang-x-mod-dev is missing').toBe(true);
});

describe.runIf(hasGo)('the auditor in Go, written from docs/log.md', () => {
  it('AU21 finds nothing in an honest service, and continues from its state', async () => {
    const folder = temporaryFolder();
    const env = { LOG_ORIGIN: 'anchor.example/log', BOT_DELAY_MS: '0' };
    const server = await ServerProcess.start({ dataDir: folder.path, port: await freePort(), env });
    try {
      const random = seededRandom(SEED);
      const state = join(folder.path, 'audit.json');
      const audit = () => runOtherAuditor('-settle', '1s', '-state', state, server.url);
      // Two rounds are enough for players to vouch for each other.
      const { people, matches } = await populate(server.url, ['Ann', 'Bob', 'Cleo', 'Dan'], { random, rounds: 2 });
      const first = await audit();
      expect(first.stdout).toContain(
        `${matches.length} matches, ${matches.length} records verified, 4 players, 0 differences\n`,
      );
      expect(first.code).toBe(0);
      // Lists show newcomers with another deviation than the stored one, and count a match that is not rated in other places.
      const [ann, una, vic] = [people[0]!, await arrive(server.url, 'Una'), await arrive(server.url, 'Vic')];
      const policy = { random, double: 1, take: 0 };
      await playMatch(server.url, [una.key, vic.key], { length: 3, rated: true, clock: 'slow' }, policy);
      await playMatch(server.url, [ann.key, una.key], { length: 3, rated: false, clock: 'slow' }, policy);
      const second = await audit();
      expect(second.stdout).toContain(`${matches.length + 2} records verified, 6 players, 0 differences\n`);
      expect(second.code).toBe(0);
    } finally {
      await server.end();
      folder.remove();
    }
  });

  it('AU22 judges all test vectors of records as the format demands', async () => {
    expect((await runOtherAuditor('-vectors', VECTORS)).stdout).toMatch(/^\d{3} records, 0 judged wrongly\n$/);
  });

  describe('before a lying log', () => {
    let service: RecordedService;
    beforeAll(async () => {
      service = await recordService(SEED);
    });
    afterAll(() => service?.remove());

    it.each(LIES.map((_, i) => [LIES[(SEED + i) % LIES.length]?.name ?? '', SEED + i] as const))(
      'AU23 names %s as `bg-record audit` must (seed %s)',
      async (_name, seed) => {
        const { lie, detail, broken } = await runSeed(seed, service, PROGRAMS, ['other']);
        expect(broken, `${lie}, ${detail}`).toEqual([]);
      },
    );
  });
});
