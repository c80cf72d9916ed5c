import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listenForSignals } from '../src/cli/run.ts';
import { clockText, LiveScreen, PlainScreen, statusLine } from '../src/cli/screen.ts';
import { makeUnit, unitWarning } from '../src/cli/systemd.ts';
import { EXIT } from '../src/cli/usage.ts';
import { Lifecycle } from '../src/jobs/lifecycle.ts';
import { WorkerStatus } from '../src/jobs/status.ts';
import { FakeClock, settle } from './support/fake-clock.ts';

const ID = 'gnubg-1.07';
const clock = new FakeClock();
const now = clock.nowMs();

describe('a screen', () => {
  it.each([LiveScreen, PlainScreen])(
    'shows the control and direction characters in a text of a server as escapes',
    (Screen) => {
      let shown = '';
      const output = {
        write(text: string) {
          shown += text;
          return true;
        },
      };
      new Screen(output, clock).say('The server’s answer is invalid: \u001b]0;x\u0007\n\u009b2J\u202e.');
      expect(shown).toContain('The server’s answer is invalid: \\u001b]0;x\\u0007\\u000a\\u009b2J\\u202e.\n');
    },
  );
});

describe('the status line', () => {
  it('shows the speed while engines work', () => {
    const status = new WorkerStatus();
    status.running = 2;
    for (let n = 1; n <= 50; n++) status.finished(now - 10_000 + n * 200);
    expect(statusLine(status, now, ID)).toBe('5.1 positions/s on 2 engines; 50 jobs done');
    expect(statusLine(status, now + 60_000, ID)).toBe('0.0 positions/s on 2 engines; 50 jobs done');
  });

  it('shows the reason why engines are idle', () => {
    const status = new WorkerStatus();
    const idle = () => statusLine(status, now, ID);
    expect(idle()).toBe('idle: asking for work; 0 jobs done');
    status.noWork = true;
    expect(idle()).toBe(`idle: no work for ${ID}; 0 jobs done`);
    status.restarting = 1;
    expect(idle()).toBe('idle: restarting the engine; 0 jobs done');
    status.hourlyUntilMs = now;
    expect(idle()).toBe(`idle: hourly limit reached until ${clockText(now)}; 0 jobs done`);
    status.serverState = { kind: 'limited', untilMs: now };
    expect(idle()).toBe(`idle: rate limited until ${clockText(now)}; 0 jobs done`);
    status.serverState = { kind: 'unreachable', sinceMs: now, message: '' };
    expect(idle()).toBe(`idle: server unreachable since ${clockText(now)}; 0 jobs done`);
  });

  it('shows jobs that were lost', () => {
    const status = new WorkerStatus();
    Object.assign(status, { refused: 3, givenUp: 1, stale: 2, running: 1 });
    status.serverState = { kind: 'unreachable', sinceMs: now, message: '' };
    status.finished(now);
    expect(statusLine(status, now, ID)).toBe(
      `1.0 positions/s on 1 engine, server unreachable since ${clockText(now)}; 1 job done, 3 refused, 3 returned to the server`,
    );
  });
});

/** An output whose content the test can read. */
class Paper {
  text = '';
  readonly columns: number;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

describe('the screen', () => {
  it('updates the last line on a terminal, within its width, with messages above it', async () => {
    const out = new Paper(30);
    const over = new AbortController();
    const time = new FakeClock();
    const screen = new LiveScreen(out, time);
    const shown = screen.show(new WorkerStatus(), ID, over.signal);
    await time.advance(2_000);
    screen.say('Something happened.');
    over.abort();
    await shown;
    const line = 'idle: asking for work; 0 jobs done';
    const live = `\r\x1b[2K${line.slice(0, 29)}`;
    const said = `\r\x1b[2KSomething happened.\n${line.slice(0, 29)}`;
    expect(out.text).toBe(`${live.repeat(3)}${said}\r\x1b[2K${line}\n`);
  });

  it('writes complete lines elsewhere, and the state only when it changes', async () => {
    const out = new Paper(0);
    const over = new AbortController();
    const time = new FakeClock();
    const status = new WorkerStatus();
    const screen = new PlainScreen(out, time);
    const shown = screen.show(status, ID, over.signal);
    await time.advance(600_000);
    status.noWork = true;
    await time.advance(60_000);
    over.abort();
    await shown;
    expect(out.text.split('\n').map((text) => text.slice(9))).toEqual([
      'idle: asking for work; 0 jobs done',
      `idle: no work for ${ID}; 0 jobs done`,
      '',
    ]);
    expect(out.text).not.toContain('\x1b');
  });
});

describe('Ctrl-C', () => {
  it('finishes at the first signal and aborts at the second, with SIGTERM as well', async () => {
    const source = new EventEmitter();
    const lifecycle = new Lifecycle();
    const said: string[] = [];
    const stop = listenForSignals(source, lifecycle, (text) => said.push(text));
    source.emit('SIGINT');
    expect([lifecycle.finishing.aborted, lifecycle.aborted.aborted]).toEqual([true, false]);
    source.emit('SIGTERM');
    expect(lifecycle.aborted.aborted).toBe(true);
    expect(said).toHaveLength(1);
    stop();
    await settle();
    expect(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM')).toBe(0);
  });
});

describe('the systemd unit', () => {
  const given = { server: 'https://a.example', key: 'secret', enginePath: '/opt/my gnubg/100%', processes: '2' };

  it('runs this program with the given settings and does not contain the key', () => {
    const unit = makeUnit({ node: '/usr/bin/node', program: '/usr/lib/bg-worker/dist/cli.js', given });
    expect(unit).toContain(
      'ExecStart=/usr/bin/node /usr/lib/bg-worker/dist/cli.js --server https://a.example --engine-path "/opt/my gnubg/100%%" --processes 2\n',
    );
    expect(unit).not.toContain('secret');
    expect(unit).toContain('LoadCredential=key:');
    for (const line of [
      'DynamicUser=yes',
      'Nice=19',
      'StateDirectory=bg-worker',
      'Restart=on-failure',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
    ])
      expect(unit).toContain(`\n${line}\n`);
  });

  it('VC5 starts again after the server or the engine has refused, and only wrong options end it', () => {
    const unit = makeUnit({ node: '/usr/bin/node', program: '/usr/lib/bg-worker/dist/cli.js', given });
    expect(unit).toContain('\nRestart=on-failure\n');
    expect(/^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]).toBe(String(EXIT.usage));
  });

  it('warns if systemd could not find the program', () => {
    expect(unitWarning('/root/.npm/_npx/1/node_modules/bg-worker/dist/cli.js')).toContain('npm install --global');
    expect(unitWarning('/home/a/bg-worker/cli.js')).toContain('home');
    expect(unitWarning('/usr/lib/node_modules/bg-worker/dist/cli.js')).toBeNull();
  });
});
