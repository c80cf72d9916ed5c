/**
 * The addresses of every page, by page. A segment with a colon is a parameter, and `?` makes it optional. The client
 * routes these addresses, and the server answers them with the page.
 */
export const pages = {
  home: ['/', '/play'],
  match: ['/match/:id'],
  invitation: ['/invite/:code'],
  verify: ['/verify/:id?'],
  review: ['/review', '/review/:match/:n?'],
  puzzle: ['/puzzle/:date?'],
  puzzles: ['/puzzles'],
  cards: ['/cards'],
  openings: ['/openings'],
  collection: ['/collection'],
  study: ['/study'],
  leaderboard: ['/leaderboard'],
  player: ['/player/:pub'],
  rules: ['/rules'],
  lesson: ['/lesson'],
  fair: ['/fair'],
  fairness: ['/fairness'],
  volunteers: ['/volunteers'],
  settings: ['/settings'],
  keys: ['/keys'],
  account: ['/account'],
  'claim-account': ['/account/claim'],
  'confirm-account': ['/account/confirm'],
  'stop-mails': ['/account/mails'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PageName = keyof typeof pages;

/** Parameters that are numbers. All others are ids, codes or dates. */
const NUMBERS: ReadonlySet<string> = new Set(['n']);

/** Returns an expression for the paths that an address of the table stands for. */
export function pagePattern(address: string): RegExp {
  const segments = address.split('/').slice(1);
  return new RegExp(`^${segments.map(segmentPattern).join('')}$`);
}

function segmentPattern(segment: string): string {
  const [, name, optional] = /^:(\w+)(\??)$/.exec(segment) ?? [];
  if (name === undefined) return `/${segment}`;
  return `(?:/${NUMBERS.has(name) ? '\\d+' : '[A-Za-z0-9_-]+'})${optional}`;
}

/** Returns the paths of an address with these values of its parameters: with and without an optional parameter. */
export function samplePaths(address: string, values: Readonly<Record<string, string>>): string[] {
  const path = address.replace(/:(\w+)\??/g, (_, name: string) => values[name] ?? name);
  const isOptional = address.endsWith('?');
  return isOptional ? [path.slice(0, path.lastIndexOf('/')), path] : [path];
}
