// Entry point of the npm scripts, for a machine with only Node and npm: npx runs the pinned pnpm, and turbo does the
// rest.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** npm hands its own settings down as variables that pnpm misreads; those that say where and how to fetch stay. */
function cleanEnv() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  for (const name of Object.keys(env)) {
    if (/^npm_(config|package|lifecycle)_/i.test(name) && !/registry|cache|userconfig|proxy|cafile/i.test(name))
      delete env[name];
  }
  return env;
}
// The Node version is part of turbo's cache key, so that a test result of one version is not reused for another.
const env = { ...cleanEnv(), RUNNING_NODE: process.version };

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
const pnpm = (...args) => run('npx', ['--yes', packageManager, ...args]);
const turbo = (...args) => pnpm('exec', 'turbo', 'run', ...args);

/** Runs a program of the workspace beside others, and prints its output once it has ended. */
function check(name, program, ...args) {
  return new Promise((resolve) => {
    const [command, ...words] =
      program === 'node' ? [process.execPath] : ['npx', '--yes', packageManager, 'exec', program];
    const options = { cwd: root, env, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...words, ...args], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      if (output) console.log(output);
      resolve({ name, failed: error !== null, output });
    });
  });
}

/** Node's arguments for a script that imports the sources of our packages. */
const SOURCES = ['--import', 'tsx', '--conditions=@anchor/source'];

/** Becomes a program that the workspace has installed. */
function tool(name, ...args) {
  const file = `${root}node_modules/.bin/${name}`;
  if (!existsSync(file)) install();
  become(file, [...args, ...process.argv.slice(3)]);
}

function must(status) {
  if (status !== 0) process.exit(status);
}

/** Makes tests put their files into memory if the machine has room: otherwise many wait for the disk for a third of their time. */
function keepFilesInMemory() {
  const enough = 8 * 2 ** 30;
  const memory = '/dev/shm';
  if (env.TMPDIR || !existsSync(memory) || freemem() < enough) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < enough) return;
  const folder = mkdtempSync(`${memory}/anchor-tests-`);
  // Like any folder for temporary files, it is open to all users: PostgreSQL runs as its own.
  chmodSync(folder, 0o1777);
  env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
}

function install() {
  must(pnpm('install', '--frozen-lockfile', '--prefer-offline', '--loglevel=error'));
}

/** Replaces this process's work with a long-lived child, passing signals and its exit code on. */
function become(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const reason = (message) => `  ${(message ?? '').split('\n').slice(0, 8).join('\n  ')}`;

/**
 * Prints the sum of the packages' test results in one line, after the name and the first lines of the reason of each
 * test that failed, or passed at its second try only: a log is often cut to its end.
 */
function total(folders) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const folder of folders) {
    const file = `${root}${folder}/.results/vitest.json`;
    if (!existsSync(file)) continue;
    const results = JSON.parse(readFileSync(file, 'utf8'));
    sum.passed += results.numPassedTests;
    sum.failed += results.numFailedTests;
    sum.skipped += results.numPendingTests + results.numTodoTests;
    for (const { name, status: outcome, message, assertionResults } of results.testResults) {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const test = relative(root, name);
      for (const { fullName, status, failureMessages } of assertionResults)
        if (failureMessages.length > 0)
          console.log(
            `${status === 'passed' ? 'second try' : 'failed'}: ${test}: ${fullName}\n${reason(failureMessages[0])}`,
          );
      // A file that cannot be loaded, and a hook that fails, belong to no test. Those of a hook in a group have no message.
      if (failed.length === 0 && (message || outcome === 'failed'))
        console.log(`failed: ${test}\n${reason(message || 'a hook failed')}`);
    }
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
}
const packages = () => readdirSync(`${root}packages`).map((name) => `packages/${name}`);

/**
 * Runs a command on the data folder. It uses an existing build, so that it works offline, and builds only if there is
 * none.
 */
function onData(name, ...words) {
  const file = `packages/server/dist/${name}.js`;
  if (!existsSync(`${root}${file}`)) commands.build();
  become(process.execPath, [file, ...words, ...process.argv.slice(3)]);
}

/** Ends with one line if the port of the server is in use, before minutes pass for the install and the build. */
async function requireFreePort() {
  const port = Number(env.PORT || 3000);
  // The server says what is wrong with its settings.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return;
  const trial = createServer();
  const fault = await new Promise((resolve) => {
    trial.once('error', resolve);
    trial.listen({ port, ...(env.HOST && { host: env.HOST }) }, () => trial.close(() => resolve(null)));
  });
  if (fault?.code !== 'EADDRINUSE') return;
  console.error(`Cannot listen on port ${port}: another program is using it. Set PORT to a free one.`);
  process.exit(1);
}

const commands = {
  backup: () => onData('backup'),
  restore: () => onData('restore'),
  ban: () => onData('bans', 'add'),
  unban: () => onData('bans', 'remove'),
  bans: () => onData('bans', 'list'),
  complaints: () => onData('complaints'),
  'rotate-key': () => onData('rotate-key'),
  'move-to-postgresql': () => onData('move-to-postgresql'),
  'public-log': () => onData('public-log'),
  build() {
    install();
    must(turbo('build', 'tarball', '--output-logs=errors-only', '--log-order=grouped'));
  },
  async start() {
    await requireFreePort();
    console.error('Installing packages and building: a few minutes the first time, seconds later.');
    commands.build();
    // glibc keeps freed memory in one arena per thread. Two arenas reduce memory use by about one seventh.
    env.MALLOC_ARENA_MAX ??= '2';
    become(process.execPath, ['packages/server/dist/main.js']);
  },
  async test() {
    install();
    keepFilesInMemory();
    // All checks run even if one fails, so that one run reports every failure. depcruise needs the generated clients.
    // More packages at once slow each other down, until tests exceed their time.
    const status = turbo('build', 'typecheck', 'test', '--concurrency=150%', '--continue', '--output-logs=new-only');
    const checks = await Promise.all([
      ...['bench', 'e2e'].map((folder) => check(`types of ${folder}`, 'tsc', '--noEmit', '-p', folder)),
      check('formatter and linter', 'biome', 'check', '--diagnostic-level=error', '.'),
      check('arrows', 'depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'e2e', 'bench'),
      check('unused code', 'knip'),
      check('documents', 'node', 'scripts/check-docs.mjs'),
      check('English', 'node', 'scripts/check-english.mjs'),
      check('quoted texts', 'node', 'scripts/check-quotes.mjs'),
    ]);
    const failed = [{ name: 'build, types and tests', failed: status !== 0, output: '' }, ...checks].filter(
      ({ failed }) => failed,
    );
    for (const { name, output } of failed) console.error(`failed: ${name}\n${reason(output)}`);
    total(packages());
    process.exit(failed.length > 0 ? 1 : 0);
  },
  e2e() {
    install();
    must(turbo('build', 'tarball', '--output-logs=errors-only'));
    keepFilesInMemory();
    const status = run(process.execPath, ['e2e/run.mjs', ...process.argv.slice(3)]);
    total(['e2e']);
    process.exit(status);
  },
  /** The long form of the end-to-end tests: every journey, in all browsers. */
  journeys() {
    Object.assign(env, { BROWSERS: 'full', KILLS: '25', FUZZ_REQUESTS: '20000' });
    commands.e2e();
  },
  dev() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, ['scripts/dev.mjs']);
  },
  cluster() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, ['--import', 'tsx', 'e2e/cluster.ts', ...process.argv.slice(3)]);
  },
  faults() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, [...SOURCES, 'e2e/faults/main.ts', ...process.argv.slice(3)]);
  },
  'lying-log'() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, [...SOURCES, 'e2e/lying-log/main.ts', ...process.argv.slice(3)]);
  },
  attack() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, [...SOURCES, 'e2e/attack/main.ts', ...process.argv.slice(3)]);
  },
  release() {
    commands.build();
    become(process.execPath, ['scripts/release.mjs']);
  },
  lies() {
    install();
    become(process.execPath, [...SOURCES, 'packages/session/test/lies/main.ts', ...process.argv.slice(3)]);
  },
  soak() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, ['--import', 'tsx', 'bench/soak.ts', ...process.argv.slice(3)]);
  },
  'dear-inputs'() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, [...SOURCES, 'bench/dear-inputs.ts', ...process.argv.slice(3)]);
  },
  bench() {
    install();
    must(turbo('build', '--output-logs=errors-only'));
    become(process.execPath, ['bench/run.mjs', ...process.argv.slice(3)]);
  },
  check: () => become(process.execPath, ['scripts/check.mjs', ...process.argv.slice(3)]),
  lint: () => tool('biome', 'check', '.'),
  format: () => tool('biome', 'check', '--write', '.'),
  arrows: () => tool('depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'e2e', 'bench'),
  unused: () => tool('knip'),
  'check-docs': () => become(process.execPath, ['scripts/check-docs.mjs', ...process.argv.slice(3)]),
  'check-english': () => become(process.execPath, ['scripts/check-english.mjs']),
  'check-quotes': () => become(process.execPath, ['scripts/check-quotes.mjs']),
  measure: () => become(process.execPath, ['scripts/measure.mjs']),
  document() {
    for (const file of ['packages/wire/scripts/make-document.ts', 'packages/server/scripts/make-settings.ts'])
      must(run(process.execPath, [...SOURCES, file]));
  },
  vectors: () => become(process.execPath, [...SOURCES, 'packages/record/scripts/make-vectors.ts']),
  /** Runs any of these commands: package.json names only those that operators and new contributors need. */
  async x() {
    process.argv.splice(2, 1);
    await runNamed();
  },
};

async function runNamed() {
  const { [process.argv[2]]: command } = commands;
  if (!command) {
    console.error(`usage: npm run x -- NAME. Names: ${Object.keys(commands).join(', ')}`);
    process.exit(2);
  }
  await command();
}
await runNamed();
