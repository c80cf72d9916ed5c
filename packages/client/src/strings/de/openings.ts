import type { Words } from '../chosen.ts';
import { number, plural } from '../forms.ts';
import type { openings } from '../openings.ts';

export const texts: Words<typeof openings> = {
  title: 'Eröffnungen',
  lead: 'Übe die 15 Eröffnungswürfe und die 21 Antworten auf jeden.',
  playing: 'Die Eröffnungen pausieren, während du gegen einen Menschen spielst.',
  mode: 'Üben',
  modes: { openings: 'Eröffnungen', replies: 'Antworten' },
  money: 'Geldspiel, Dopplerwürfel in der Mitte',
  opened: (a, b, play) => `Der Gegner hat mit ${a}-${b} eröffnet: ${play}`,
  task: (a, b) => `Du hast ${a}-${b} geworfen. Finde den besten Zug.`,
  help: 'Zieh die Steine und bestätige dann.',
  next: 'Nächste Stellung',
  searched: '2-ply',
  by: (engine, games) =>
    `Beurteilt nach ${number(games)} ausgespielten Partien je Zug mit ${engine}, Züge mit dem Zeichen „2-ply“ durch eine Suche zwei Würfe voraus.`,
  source: 'In Punkten, ohne spätere Dopplerentscheidungen. Verluste unter 0,02 zählen als richtig.',
  progress: (asked, all, right) => `Gefragt: ${number(asked)} von ${number(all)} · zuletzt richtig: ${number(right)}`,
  missed: 'Am häufigsten verfehlt',
  roll: (a, b) => `${a}-${b}`,
  reply: (a, b, c, d) => `${a}-${b} nach ${c}-${d}`,
  missedOf: (misses, tries) =>
    plural(tries, { one: `${number(misses)} von # Versuch`, other: `${number(misses)} von # Versuchen` }),
  practise: (spot) => `${spot} üben`,
  forget: 'Von vorn beginnen',
  notKept: 'Dein Browser speichert für diese Seite nichts, also hält dein Fortschritt nur, bis du die Seite schließt.',
};
