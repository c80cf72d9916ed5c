import type { Words } from '../chosen.ts';
import { plural } from '../forms.ts';
import type { puzzle } from '../puzzle.ts';

export const texts: Words<typeof puzzle> = {
  today: 'Rätsel des Tages',
  titleOf: (date) => `Rätsel vom ${date}`,
  task: (a, b) => `Du hast ${a}-${b} geworfen. Finde den besten Zug.`,
  help: 'Zieh die Steine und bestätige dann. Du hast einen Versuch.',
  closed: 'Dieses Rätsel ist vorbei: Du kannst nur das heutige beantworten.',
  goToToday: 'Rätsel des Tages',
  choices: (count) => plural(count, { one: '# möglicher Zug', other: '# mögliche Züge' }),
  money: 'Geldspiel mit Jacoby-Regel und Beavern',
  match: (length, own, other) => `Match bis ${length} · du ${own}, Gegner ${other}`,
  crawford: 'Crawford-Spiel',
  cube: (value, owner) =>
    owner === null
      ? `Dopplerwürfel auf ${value}, in der Mitte`
      : `Dopplerwürfel auf ${value}, ${owner === 'you' ? 'bei dir' : 'beim Gegner'}`,
  loading: 'Das Rätsel wird geladen …',
  offline: 'Keine Verbindung. Das Rätsel wird geladen, sobald du wieder online bist.',
  missing: 'Kein Rätsel',
  missingText: 'Für diesen Tag gibt es kein Rätsel.',
  failed: 'Das Rätsel ließ sich nicht laden',
  again: 'Noch einmal versuchen',
  checking: 'Deine Antwort wird geprüft …',
  solved: 'Gelöst: der beste Zug!',
  ranked: (rank, choices) => `Dein Zug ist der ${rank}.-beste von ${choices}.`,
  lost: (loss) => `Er verliert ${loss} Punkte.`,
  explained: 'Von einer Engine mit 2-ply bewertet. Die Equity ist in Punkten beim jetzigen Stand des Dopplerwürfels.',
  before: 'Die Stellung zeigen',
  stats: (tries, solved) =>
    tries === 0
      ? 'Noch hat es niemand mit einem beendeten Match versucht.'
      : `Spieler mit einem beendeten Match: ${tries} Mal versucht, ${solved} Mal gelöst.`,
  streak: (days) => plural(days, { one: '# Tag in Folge', other: '# Tage in Folge' }),
  calendar: {
    title: 'Frühere Rätsel',
    earlier: 'Früherer Monat',
    later: 'Späterer Monat',
    none: 'In diesem Monat gibt es keine Rätsel.',
    unreachable: 'Keine Verbindung. Der Kalender wird geladen, sobald du wieder online bist.',
    day: (date, state) => `${date}: ${state}`,
    states: {
      solved: 'gelöst',
      tried: 'anderer Zug',
      missed: 'nicht beantwortet',
      open: 'heute offen',
      none: 'kein Rätsel',
    },
  },
  solver: 'Du',
  opponent: 'Der Gegner',
  share: 'Teilen',
  study: 'Diese Stellung analysieren',
  copied: 'Kopiert.',
  shareSolved: (date) => `Anchor-Rätsel ${date}: gelöst ✓`,
  shareTried: (date, rank, choices) => `Anchor-Rätsel ${date}: ${rank}.-bester Zug von ${choices}`,
  shareStreak: (days) => plural(days, { one: '# Tag in Folge', other: '# Tage in Folge' }),
};
