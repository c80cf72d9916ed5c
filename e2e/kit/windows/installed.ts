import { existsSync } from 'node:fs';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';
import type { InstalledBrowser } from './window.ts';

/** True for the full form: all browsers and all journeys. The small form leaves out what other tests try in Chromium. */
export const isFull = process.env.BROWSERS === 'full';

/** The browsers to try. */
export const browsers: readonly InstalledBrowser[] = isFull ? [chromium, firefox, webkit] : [firefox, webkit];

/** Returns the Debian packages that this machine lacks for the browser. CI requires all of them. */
export function missingPackages({ name, needs }: InstalledBrowser): string[] {
  const missing = new Set(needs.filter(([program]) => !existsSync(program)).map(([, debianPackage]) => debianPackage));
  if (missing.size === 0) return [];
  const message = `${name} cannot be tried, because this machine lacks ${[...missing].join(' and ')} (Debian packages).`;
  if (process.env.CI) throw new Error(message);
  console.warn(`SKIPPED LOUDLY: ${message}`);
  return [...missing];
}
