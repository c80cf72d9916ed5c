/** The page of one person in some browser: the few things that every browser driver can do. `BrowserPage` builds the rest on them. */
export interface BrowserWindow {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Evaluates an expression in the page. A promise is awaited. The value has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases the mouse at a point of the visible page. */
  click(x: number, y: number): Promise<void>;
  /** Taps a point of the visible page with a finger. */
  touch(x: number, y: number): Promise<void>;
  press(key: PressedKey): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Saves a picture of the visible page as PNG. */
  picture(path: string): Promise<void>;
  /** The uncaught errors of the page so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type PressedKey =
  | 'Tab'
  | 'Enter'
  | 'Space'
  | 'Escape'
  | 'Backspace'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight';

/** A browser on this machine. */
export interface InstalledBrowser {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** The programs that it needs, and the Debian packages that contain them. */
  readonly needs: readonly (readonly [program: string, debianPackage: string])[];
  start(): Promise<RunningBrowser>;
}

export interface RunningBrowser {
  /** Opens an empty page with its own storage. `setup` is a script that runs before each script of the page, where the driver can do this. */
  open(setup?: string): Promise<BrowserWindow>;
  close(): Promise<void>;
}

export const WINDOW_SIZE = { width: 1280, height: 800 };

/** Pages answer slowly on a busy machine. */
export const PATIENCE_MS = 60_000;
