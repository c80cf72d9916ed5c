import type { Catalogue } from '../catalogue.ts';
import { plural } from './forms.ts';

export const puzzle: Catalogue['puzzle'] = {
  today: 'Aufgabe des Tages',
  invitation: 'Eine Stellung, ein Wurf, ein Versuch. Für alle dieselbe.',
  solve: 'Lösen',
  titleOf: (date) => `Aufgabe vom ${date}`,
  task: (a, b) => `Du hast ${a}-${b} geworfen. Finde den besten Zug.`,
  help: 'Zieh die Steine und bestätige dann. Du hast einen Versuch.',
  closed: 'Diese Aufgabe ist vorbei: Nur die heutige nimmt Antworten an.',
  goToToday: 'Aufgabe des Tages',
  choices: (count) => plural(count, { one: '# möglicher Zug', other: '# verschiedene Züge' }),
  money: 'Geldspiel mit Jacoby-Regel und Beavern',
  match: (length, own, other) => `Match bis ${length} · du ${own}, Gegner ${other}`,
  crawford: 'Crawford-Spiel',
  cube: (value, owner) =>
    owner === null
      ? `Dopplerwürfel auf ${value}, in der Mitte`
      : `Dopplerwürfel auf ${value}, ${owner === 'you' ? 'bei dir' : 'beim Gegner'}`,
  loading: 'Die Aufgabe wird geholt …',
  offline: 'Keine Verbindung, also gerade keine Aufgabe. Sie erscheint, sobald es wieder eine gibt.',
  missing: 'Keine Aufgabe',
  missingText:
    'Für diesen Tag gibt es keine Aufgabe. Frühere gibt es nur, wenn an ihrem Tag jemand nach ihnen gefragt hat.',
  failed: 'Die Aufgabe ließ sich nicht zeigen',
  again: 'Noch einmal versuchen',
  checking: 'Wird nachgesehen …',
  solved: 'Gelöst: der beste Zug!',
  ranked: (rank, choices) => `Dein Zug ist Nummer ${rank} von ${choices}.`,
  lost: (loss) => `Er verschenkt ${loss} Punkte.`,
  explained:
    'Eine Engine hat jeden Zug zwei Halbzüge tief beurteilt. Die Equity sagt, was ein Zug wert ist, in Punkten des jetzigen Dopplerwerts.',
  table: 'Die besten Züge',
  play: 'Zug',
  equity: 'Equity',
  loss: 'Verlust',
  win: 'Gewinn',
  gammon: 'Gammon',
  yours: 'deiner',
  rowHelp: 'Wähle einen Zug, um ihn auf dem Brett zu sehen.',
  before: 'Die Stellung zeigen',
  stats: (tries, solved) =>
    tries === 0 ? 'Noch hat es niemand versucht.' : `${tries} Mal versucht, ${solved} Mal gelöst.`,
  streak: (days) => plural(days, { one: '# Tag in Folge', other: '# Tage in Folge' }),
  calendar: {
    title: 'Frühere Aufgaben',
    earlier: 'Früherer Monat',
    later: 'Späterer Monat',
    none: 'In diesem Monat hat niemand nach einer Aufgabe gefragt.',
    unreachable: 'Der Kalender kommt mit der Verbindung wieder.',
    day: (date, state) => `${date}: ${state}`,
    states: {
      solved: 'gelöst',
      tried: 'anderer Zug',
      missed: 'nicht beantwortet',
      open: 'heute offen',
      none: 'keine Aufgabe',
    },
  },
  solver: 'Du',
  opponent: 'Der Gegner',
  share: 'Teilen',
  copied: 'Kopiert.',
  shareSolved: (date) => `Anchor-Aufgabe ${date}: gelöst ✓`,
  shareTried: (date, rank, choices) => `Anchor-Aufgabe ${date}: mein Zug ist Nummer ${rank} von ${choices}`,
  shareStreak: (days) => plural(days, { one: '# Tag in Folge', other: '# Tage in Folge' }),
};
