/** A push message, as the server sends it (`pushNotice` in the wire package, which is too large for this script). */
interface Notice {
  readonly kind: 'turn' | 'opponent' | 'challenge';
  /** The opponent's name. Empty for a challenger whom the player does not know. */
  readonly name: string;
  /** The page that the message opens, on this server. */
  readonly path: string;
}

/** A system notification. */
interface Shown {
  readonly title: string;
  readonly body: string;
  /** The page gives its own notification about the same thing the same tag, so that one replaces the other. */
  readonly tag: string;
}

const TEXTS = {
  en: {
    turn: { title: 'Your turn', body: (name: string) => `${name} is waiting for you.` },
    opponent: { title: 'Opponent found', body: (name: string) => `${name} wants to play you now.` },
    challenge: { title: 'New challenge', body: (name: string) => `${name || 'A player'} challenges you to a match.` },
  },
  de: {
    turn: { title: 'Du bist dran', body: (name: string) => `${name} wartet auf dich.` },
    opponent: { title: 'Gegner gefunden', body: (name: string) => `${name} will jetzt gegen dich spielen.` },
    challenge: {
      title: 'Neue Herausforderung',
      body: (name: string) => `${name || 'Ein anderer Spieler'} fordert dich zu einem Match heraus.`,
    },
  },
} as const;

const TAGS = { opponent: 'pairing', challenge: 'challenge' } as const;
const PATH = /^\/(?:match\/[\w-]{1,64})?$/;

/** Returns null for a text of another form. */
export function readNotice(text: string): Notice | null {
  try {
    const { kind, name, path } = JSON.parse(text);
    if (typeof kind !== 'string' || !Object.hasOwn(TEXTS.en, kind)) return null;
    if (typeof name !== 'string' || typeof path !== 'string' || !PATH.test(path)) return null;
    return { kind: kind as Notice['kind'], name: name.slice(0, 48), path };
  } catch {
    return null;
  }
}

/** @param language the page's language tag; English if there are no texts in it */
export function shownAs({ kind, name, path }: Notice, language: string): Shown {
  const words = (language.startsWith('de') ? TEXTS.de : TEXTS.en)[kind];
  // Isolated (U+2068, U+2069), because a name in a script from right to left would reorder the sentence.
  const body = words.body(name && `\u2068${name}\u2069`);
  return { title: words.title, body, tag: kind === 'turn' ? `turn-${path.replace('/match/', '')}` : TAGS[kind] };
}
