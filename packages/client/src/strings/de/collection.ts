import type { Words } from '../chosen.ts';
import type { collection } from '../collection.ts';
import { dayOf, number, plural } from '../forms.ts';

const matches = (count: number) => plural(count, { one: '# Match', other: '# Matches' });

/** German texts of the collection of imported matches. */
export const texts: Words<typeof collection> = {
  title: 'Deine Sammlung',
  lead: 'Matches aus anderen Programmen, in diesem Browser aufbewahrt. Nichts wird gesendet.',
  loading: 'Deine Sammlung wird geöffnet …',
  unavailable: 'Dein Browser speichert keine Daten für diese Website, also auch keine Sammlung.',
  again: 'Noch einmal versuchen',
  none: 'Deine Sammlung ist leer.',
  noneText:
    'Zieh Match-Dateien auf das Feld oben, wähle sie oder einen ganzen Ordner, oder füge ein Match ein. Auch eine Datei, die du im Rückblick oder auf dem Analysebrett öffnest, kommt hierher.',
  persist: 'Den Browser bitten, die Sammlung zu behalten',
  list: 'In deiner Sammlung',
  player: 'Spieler',
  result: 'Ergebnis',
  results: {
    all: 'Alle Ergebnisse',
    finished: 'Beendet',
    unfinished: 'Nicht beendet',
    won: 'Von diesem Spieler gewonnen',
    lost: 'Von diesem Spieler verloren',
  },
  order: 'Reihenfolge',
  orders: {
    added: 'Zuletzt hinzugefügt',
    played: 'Zuletzt gespielt',
    best: 'Niedrigste PR',
    worst: 'Höchste PR',
  },
  found: (some, all) => (some === all ? matches(all) : `${number(some)} von ${matches(all)}`),
  noHit: 'Zu dieser Suche passt kein Match.',
  showAll: 'Die Suche leeren',
  more: (count) => `${number(count)} weitere zeigen`,
  versus: (one, other) => `${one} – ${other}`,
  select: (name) => `${name} auswählen`,
  money: (games) => `Geldspiele · ${plural(games, { one: '# Spiel', other: '# Spiele' })}`,
  points: (length) => plural(length, { one: '# Punkt', other: '# Punkte' }),
  played: (at) => dayOf(at),
  unfinished: 'nicht beendet',
  pr: (pr) => `PR ≈ ${number(pr, 1)}`,
  open: 'Rückblick',
  openLong: (name) => `Rückblick auf ${name}`,
  notRead: 'Dieses Match lässt sich nicht mehr lesen. Lösche es und füge seine Datei noch einmal hinzu.',
  selected: (count) => `${matches(count)} ausgewählt`,
  selectAll: (count) => `Alle ${number(count)} auswählen`,
  selectNone: 'Keines auswählen',
  save: { mat: 'Als .mat speichern', sgf: 'Als SGF speichern' },
  saving: (done, all) => `${number(done)} von ${matches(all)} geschrieben …`,
  notSaved: (missing) =>
    plural(missing, {
      one: '# Match fehlt in der Datei: Es lässt sich nicht mehr lesen.',
      other: '# Matches fehlen in der Datei: Sie lassen sich nicht mehr lesen.',
    }),
  fileName: 'Matches auf diesem Gerät',
  remove: (count) => `${matches(count)} löschen`,
  removeText:
    'Die Auswahl wird mit ihren Bewertungen aus diesem Browser gelöscht. Das lässt sich nicht rückgängig machen.',
  removed: (count) => plural(count, { one: '# Match ist gelöscht.', other: '# Matches sind gelöscht.' }),
  failed: 'Das ging nicht: Der Browser konnte es nicht speichern.',

  notReviewed: {
    'match-too-long': 'zu lang für die Engine',
    failed: 'ließ sich nicht bewerten',
    unreadable: 'lässt sich nicht mehr lesen',
  },

  review: {
    title: 'Rückblick auf alle Matches',
    text: 'Die Engine auf deinem Gerät bewertet jedes Match, zwei Würfe voraus, und schätzt eine PR für beide Spieler. Das geht weiter, während du andere Seiten dieser Website benutzt.',
    done: (some, all) => `${number(some)} von ${matches(all)} bewertet.`,
    start: (count) => `${matches(count)} bewerten`,
    pause: 'Anhalten',
    goOn: 'Weiter',
    stop: 'Abbrechen',
    again: 'Noch einmal versuchen',
    begins: (name) => `${name} wird geladen …`,
    decisions: (name, done, wanted) =>
      `${name}: ${number(done)} von ${plural(wanted, { one: '# Entscheidung', other: '# Entscheidungen' })}`,
    paused: (left) => `Angehalten, ${plural(left, { one: 'es bleibt # Match', other: 'es bleiben # Matches' })}.`,
    playing: 'Angehalten, während du gegen einen Menschen spielst. Danach geht es weiter.',
    elsewhere: 'Ein anderer Tab deines Browsers bewertet gerade.',
    notLoaded: 'Die Engine ließ sich nicht laden. Beim ersten Mal braucht sie eine Verbindung.',
    notStored:
      'Die Bewertung ließ sich nicht speichern: Dein Browser speichert keine Daten für diese Website oder hat keinen Platz mehr.',
    failed: (count) =>
      plural(count, { one: '# Match ließ sich nicht bewerten.', other: '# Matches ließen sich nicht bewerten.' }),
  },

  kept: {
    added: (count) =>
      plural(count, {
        one: '# Match ist jetzt in deiner Sammlung.',
        other: '# Matches sind jetzt in deiner Sammlung.',
      }),
    known: (count) => plural(count, { one: '# war schon da.', other: '# waren schon da.' }),
    full: (refused, most) =>
      `Für ${matches(refused)} war kein Platz: Eine Sammlung fasst ${number(most)} Matches und etwa 200 MB. Lösche zuerst welche.`,
    failed:
      'Nicht in die Sammlung aufgenommen: Dein Browser speichert keine Daten für diese Website oder hat keinen Platz mehr. In der Sammlung ist nichts verloren gegangen.',
    open: 'Deine Sammlung',
  },
};
