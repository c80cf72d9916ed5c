import type { Words } from '../chosen.ts';
import { number, percent, plural } from '../forms.ts';
import type { volunteers } from '../volunteers.ts';

export const texts: Words<typeof volunteers> = {
  title: 'Leih uns deinen Rechner',
  lead: 'Die Tiefenanalyse braucht eine starke Engine. Freiwillige lassen sie auf ihren Rechnern laufen, wenn die gerade nichts zu tun haben.',
  how: 'So hilfst du mit',
  open: 'Dieser Server nimmt Freiwillige an.',
  closed: 'Dieser Server nimmt zurzeit keine Freiwilligen an.',
  unknown: 'Ob dieser Server Freiwillige annimmt, ließ sich nicht feststellen.',
  ask: 'Bitte den Betreiber dieses Servers um einen Helferschlüssel.',
  install: {
    gnubg: 'Installiere Node 20 und GNU Backgammon auf deinem Rechner.',
    'anchor-net': 'Installiere Node 20 auf deinem Rechner. Die Engine kommt mit dem Hilfsprogramm.',
  },
  start:
    'Starte das Hilfsprogramm mit diesem Befehl. Es fragt nach dem Schlüssel und arbeitet dann, bis du es anhältst.',
  command: (origin, path, engine) => `npx ${origin}${path} --server ${origin} --engine ${engine}`,
  copy: 'Kopieren',
  copied: 'Der Befehl ist kopiert.',
  calm: 'Es läuft mit der niedrigsten Priorität auf allen Kernen bis auf einen und endet mit Strg-C sauber.',
  status: 'Die Warteschlange gerade',
  live: (seconds) => plural(seconds, { one: 'Jede Sekunde aktualisiert.', other: 'Alle # Sekunden aktualisiert.' }),
  noStatus: 'Dieser Server veröffentlicht den Stand seiner Warteschlange nicht.',
  idle: 'Gerade ist nichts zu tun: Jede angeforderte Stellung ist analysiert.',
  waiting: (jobs, workers) =>
    workers === 0
      ? `${plural(jobs, { one: '# Stellung wartet', other: '# Stellungen warten' })}, und kein Rechner arbeitet. Deiner wäre der erste.`
      : `${plural(jobs, { one: '# Stellung wartet', other: '# Stellungen warten' })} oder in Arbeit.`,
  figures: {
    workers: 'Rechner bei der Arbeit',
    depth: 'Stellungen wartend oder in Arbeit',
    queued: 'Seit dem Start angenommene Stellungen',
    served: 'Von Freiwilligen analysierte Stellungen',
    rejected: 'Abgelehnte Ergebnisse',
    dropped: 'Aufgegebene Stellungen',
    hitRate: 'Ergebnisse aus dem Cache',
    checked: 'An bekannten geprüfte Ergebnisse',
  },
  count: (count) => number(count),
  share: (share) => percent(share, 1),
  engine: 'Angeforderte Engine',
  engineText: 'Nur Ergebnisse dieser Engine werden angenommen.',
  strict: 'Zwei Freiwillige müssen übereinstimmen, bevor ein Ergebnis angenommen wird.',
  lenient: 'Ein Ergebnis, das alle Prüfungen besteht, wird sofort angenommen.',
  sees: 'Was dein Rechner bekommt',
  seesList: [
    'Stellungen: Steine, Würfel, Dopplerwürfel und Stand. Sonst nichts.',
    'Keine Namen, keine Schlüssel, keine Matches. Eine Stellung verrät nicht, wer sie gespielt hat.',
    'Alles, was du zurückschickst, wird geprüft: Jeder Zug muss erlaubt, jede Zahl möglich sein. Manche Stellungen sind nur dabei, weil ihre Antwort schon bekannt ist.',
  ],
};
