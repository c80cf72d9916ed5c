import type { Catalogue } from '../catalogue.ts';
import { number, plural } from '../forms.ts';

type Main = Catalogue['main'];

export const home: Main['home'] = {
  puzzle: 'Rätsel des Tages',
  puzzleText: 'Eine Stellung, ein Wurf, ein Versuch. Für alle gleich.',
  solve: 'Lösen',
  headline: 'Backgammon mit Würfeln, die niemand manipulieren kann',
  lead: 'Spiel gegen jemanden in deiner Stärke, gegen Freunde oder gegen den Bot. Ohne Anmeldung: Spiel einfach los.',
  fair: 'Wieso ist das fair?',
  heroSeal: '3-1, in diesem Browser geprüft',
  playBot: 'Gegen den Bot spielen',
  starting: 'Das Brett wird aufgestellt …',
  change: 'Ändern',
  botTerms: (level, length, clock) =>
    `${level}, ${length}, ${clock === 'Keine Uhr' ? 'keine Uhr' : `Uhr: ${clock.toLowerCase()}`}`,
  botLevel: 'Stärke des Bots',
  botLevels: { beginner: 'Anfänger', intermediate: 'Fortgeschritten', advanced: 'Stark', expert: 'Experte' },
  botStrength: (level, pr) => `${level} · PR ${pr}`,
  botStrengthHint:
    'PR ist der durchschnittliche Fehler: je kleiner, desto stärker. Geschätzt mit GNU Backgammon (2-ply) an mehreren Hundert Zügen.',
  invite: 'Einladen',
  newcomer: 'Neu bei Backgammon?',
  lesson: 'In einer geführten ersten Partie lernen',
  rules: 'Die Regeln lesen',
  returnText: 'Du hast ein laufendes Match.',
  back: 'Zurück ans Brett',
  missed: 'Dein Match ist zu Ende gegangen, während du weg warst.',
  missedLink: 'Ansehen, wie es ausging',
  seeks: 'Offene Spiele',
  seeksEmpty: 'Gerade wartet niemand. Drück auf „Jetzt spielen“, dann kann der Nächste mitspielen.',
  accept: 'Spielen',
  yourSeek: 'Dein offenes Spiel',
  withdraw: 'Zurückziehen',
  live: 'Gerade läuft',
  liveEmpty: 'Gerade läuft kein Match.',
  watch: 'Zusehen',
  watchOf: (one, other) => `${one} – ${other} zusehen`,
  online: (count) => plural(count, { one: '# Person online', other: '# Personen online' }),
  listsLoading: 'Spieler werden geladen …',
  recent: 'Eben beendet',
  recentEmpty: 'Noch keine beendeten Matches.',
  reviewOf: (one, other) => `Rückblick auf ${one} – ${other}`,
  review: 'Rückblick',
  listsOffline: 'Keine Verbindung. Die Listen werden geladen, sobald du wieder online bist.',
  versus: (one, other) => `${one} – ${other}`,
  score: (one, other) => `${one}–${other}`,
};

export const pairing: Main['pairing'] = {
  playNow: 'Jetzt spielen',
  terms: (length, clock, rated) =>
    `${length}, ${clock.charAt(0).toLowerCase()}${clock.slice(1)}, ${rated ? 'gewertet' : 'ungewertet'}`,
  change: 'Bedingungen ändern',
  opponent: 'Wertung des Gegners',
  within: (points) => (points === 0 ? 'Beliebig' : `Meine ± ${number(points)}`),
  anyHint: 'Ähnliche Wertungen zuerst. Nach 20 Sekunden jeder Gegner.',
  tooManyPosted:
    'Du kannst fünf offene Fernpartien haben, und nur eine begrenzte Zahl laufender Matches. Zieh zuerst eine zurück oder spiel eines zu Ende.',
  rangeHint: 'Nur Gegner in diesem Bereich, egal wie lange es dauert.',
  own: 'Deine Suche nach einem Gegner',
  looking: 'Gegner wird gesucht',
  waited: (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  width: (range, tolerance) => {
    const near =
      tolerance === null ? 'beliebiger Abstand der Wertungen' : `höchstens ${number(tolerance)} Punkte Abstand`;
    return range ? `${near}, von ${number(range.least)} bis ${number(range.most)}` : near;
  },
  offlineShort: 'Suche angehalten',
  offline: 'Keine Verbindung. Die Suche geht weiter, sobald du wieder online bist.',
};
