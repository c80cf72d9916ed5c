import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../server.ts';
import { type BrowserWindow, type InstalledBrowser, PATIENCE_MS, type PressedKey, WINDOW_SIZE } from './window.ts';

const driverProgram = '/usr/bin/WebKitWebDriver';
const screenProgram = '/usr/bin/Xvfb';
const browserProgram = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const binary = process.env.WEBKIT_MINIBROWSER ?? browserProgram;

/**
 * WebKitGTK, the engine of Safari in Debian's build, driven by Selenium on a screen in memory. It is not Safari: media,
 * storage and system features differ.
 */
export const webkit: InstalledBrowser = {
  name: 'WebKit',
  needs: [
    [driverProgram, 'webkit2gtk-driver'],
    [binary, 'webkit2gtk-driver'],
    [screenProgram, 'xvfb'],
  ],
  async start() {
    const screen = await Screen.start();
    return {
      async open(setup) {
        if (setup) throw new Error('the driver of WebKit cannot run a script before the page');
        return WebKitWindow.open(screen.env);
      },
      close: () => screen.close(),
    };
  },
};

/** A screen in memory, and a folder with the settings of GTK. */
class Screen {
  readonly env: NodeJS.ProcessEnv;
  readonly #process: ChildProcess;
  readonly #folder = temporaryFolder();

  private constructor(process_: ChildProcess, display: string) {
    this.#process = process_;
    this.env = { ...process.env, DISPLAY: `:${display}`, LANGUAGE: 'en_US', ...this.#settings() };
  }

  static async start(): Promise<Screen> {
    const size = ['-screen', '0', '1600x1200x24'];
    const server = spawn(screenProgram, ['-displayfd', '3', '-nolisten', 'tcp', ...size], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    killAtExit(server);
    const [number] = await once(server.stdio[3]!, 'data');
    return new Screen(server, String(number).trim());
  }

  /** Without animations GTK tells pages that the user prefers reduced motion. */
  #settings(): NodeJS.ProcessEnv {
    const folder = join(this.#folder.path, 'gtk-3.0');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    return { XDG_CONFIG_HOME: this.#folder.path };
  }

  async close(): Promise<void> {
    await end(this.#process);
    this.#folder.remove();
  }
}

/** One driver process has one session, so each window has a process and storage of its own. */
class WebKitWindow implements BrowserWindow {
  readonly #process: ChildProcess;
  readonly #driver: WebDriver;

  private constructor(process_: ChildProcess, driver: WebDriver) {
    this.#process = process_;
    this.#driver = driver;
  }

  static async open(env: NodeJS.ProcessEnv): Promise<WebKitWindow> {
    const port = await freePort();
    const server = spawn(driverProgram, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    killAtExit(server);
    await untilListening(port);
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation', '--full-screen'] },
        }),
      )
      .build();
    await driver.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: PATIENCE_MS });
    const window = new WebKitWindow(server, driver);
    await window.resize(WINDOW_SIZE.width, WINDOW_SIZE.height);
    return window;
  }

  async goto(url: string): Promise<void> {
    await this.#driver.get(url);
    // The driver reports no errors of the page, so the page collects them from here on.
    await this.evaluate(collectErrors);
  }

  url(): Promise<string> {
    return this.#driver.getCurrentUrl();
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer: { value?: unknown; error?: string } = await this.#driver.executeAsyncScript(
      `const done = arguments[0];
       Promise.resolve().then(() => (${expression})).then(
         (value) => done({ value: value === undefined ? null : value }),
         (error) => done({ error: String(error) + '\\n' + (error && error.stack) }),
       );`,
    );
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  async click(x: number, y: number): Promise<void> {
    const point = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 };
    await this.#driver.actions().move(point).press().release().perform();
  }

  /** The driver turns the pointer of a finger into that of a mouse, so a script sends the events of a tap. The page can tell that they are a script's. */
  async touch(x: number, y: number): Promise<void> {
    await this.evaluate(`(${tap})(${x}, ${y})`);
  }

  async press(key: PressedKey): Promise<void> {
    await this.#driver.actions().sendKeys(KEYS[key]).perform();
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#driver.manage().window().setRect({ x: 0, y: 0, width, height });
  }

  async picture(path: string): Promise<void> {
    writeFileSync(path, Buffer.from(await this.#driver.takeScreenshot(), 'base64'));
  }

  async errors(): Promise<readonly string[]> {
    return (await this.evaluate('window.collectedErrors ?? []')) as string[];
  }

  /** Ends the session first: a killed driver leaves the processes of its browser behind. */
  async close(): Promise<void> {
    await this.#driver.quit();
    await end(this.#process);
  }
}

const KEYS: Readonly<Record<PressedKey, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  Escape: Key.ESCAPE,
  Backspace: Key.BACK_SPACE,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
};

const collectErrors = `(() => {
  if (window.collectedErrors) return;
  window.collectedErrors = [];
  addEventListener('error', ({ message }) => window.collectedErrors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.collectedErrors.push(String(reason)));
})()`;

/** Sends the events of a tap, in the order of Pointer Events: the finger's, then those of a mouse that stand in for it. Runs in the page. */
const tap = `(x, y) => {
  const target = document.elementFromPoint(x, y);
  const common = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y };
  const finger = { ...common, pointerId: 2, pointerType: 'touch', isPrimary: true };
  const mouse = { ...common, detail: 1 };
  target.dispatchEvent(new PointerEvent('pointerover', finger));
  target.dispatchEvent(new PointerEvent('pointerdown', { ...finger, buttons: 1 }));
  target.dispatchEvent(new PointerEvent('pointerup', finger));
  target.dispatchEvent(new PointerEvent('pointerout', finger));
  target.dispatchEvent(new MouseEvent('mousemove', common));
  target.dispatchEvent(new MouseEvent('mousedown', { ...mouse, buttons: 1 }));
  target.dispatchEvent(new MouseEvent('mouseup', mouse));
  target.dispatchEvent(new MouseEvent('click', mouse));
}`;

/** Resolves when something accepts connections at the port. */
async function untilListening(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await accepts(port))) if (performance.now() > deadline) throw new Error(`nothing listens at port ${port}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    const answer = (accepted: boolean) => {
      socket.destroy();
      // A refused connection would otherwise be tried again at once.
      setTimeout(() => resolve(accepted), accepted ? 0 : 20);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

function killAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
