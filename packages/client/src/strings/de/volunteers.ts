import type { Catalogue } from '../catalogue.ts';
import { number, percent, plural } from './forms.ts';

export const volunteers: Catalogue['volunteers'] = {
  title: 'Leih uns deinen Rechner',
  lead: 'Die tiefe Analyse von Matches braucht eine starke Engine, und dieser Dienst hat selbst keine laufen. Freiwillige lassen das ihre Rechner tun, wenn die gerade Zeit haben.',
  how: 'So hilfst du mit',
  open: 'Dieser Server nimmt Freiwillige an.',
  closed: 'Dieser Server nimmt zurzeit keine Freiwilligen an. Der Betreiber hat es nicht eingeschaltet.',
  unknown: 'Ob dieser Server Freiwillige annimmt, war gerade nicht herauszufinden.',
  ask: 'Bitte den Betreiber dieses Servers um einen Helferschlüssel.',
  install: {
    gnubg: 'Installiere Node 20 und GNU Backgammon auf deinem Rechner.',
    'anchor-net': 'Installiere Node 20 auf deinem Rechner. Die Engine kommt mit dem Hilfsprogramm.',
  },
  start:
    'Starte das Hilfsprogramm mit diesem Befehl. Es fragt nach dem Schlüssel und arbeitet dann, bis du es anhältst.',
  command: (origin, engine) => `npx bg-worker --server ${origin} --engine ${engine}`,
  copy: 'Kopieren',
  copied: 'Der Befehl ist kopiert.',
  calm: 'Es läuft mit der niedrigsten Priorität, mit einer Engine je Kern außer einem, und hört auf Strg-C sauber auf.',
  status: 'Die Warteschlange gerade',
  live: (seconds) => plural(seconds, { one: 'Jede Sekunde erneuert.', other: 'Alle # Sekunden erneuert.' }),
  noStatus: 'Dieser Server verrät nicht, wie es um seine Warteschlange steht, also weiß es diese Seite auch nicht.',
  idle: 'Gerade ist nichts zu tun: Jede angefragte Stellung ist analysiert.',
  waiting: (jobs, workers) =>
    workers === 0
      ? `${plural(jobs, { one: '# Stellung wartet', other: '# Stellungen warten' })}, und niemand arbeitet daran. Deiner wäre der erste Rechner.`
      : `${plural(jobs, { one: '# Stellung wartet', other: '# Stellungen warten' })} oder wird gerade angesehen.`,
  figures: {
    workers: 'Rechner bei der Arbeit',
    depth: 'Stellungen wartend oder in Arbeit',
    queued: 'Seit dem Start angenommen',
    served: 'Von Freiwilligen beantwortet',
    rejected: 'Abgelehnte Antworten',
    dropped: 'Aufgegeben',
    hitRate: 'Aus dem Gedächtnis beantwortet',
    checked: 'Antworten an bekannten geprüft',
  },
  count: (count) => number(count),
  share: (share) => percent(share, 1),
  engine: 'Verlangte Engine',
  engineText: 'Nur Ergebnisse dieser Engine werden angenommen.',
  strict: 'Zwei Freiwillige müssen übereinstimmen, bevor ein Ergebnis geglaubt wird.',
  lenient: 'Ein Ergebnis, das alle Prüfungen besteht, wird sofort geglaubt.',
  sees: 'Was dein Rechner zu sehen bekommt',
  seesList: [
    'Stellungen: Steine, Würfel, Dopplerwürfel und Stand. Sonst nichts.',
    'Keine Namen, keine Schlüssel, keine Matches. An einer Stellung ist niemand zu erkennen.',
    'Alles, was du zurückschickst, wird geprüft: Jeder Zug muss erlaubt, jede Zahl möglich sein. Manche Stellungen sind nur dabei, weil ihre Antwort bekannt ist.',
  ],
};
