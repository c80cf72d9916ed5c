import type { cards } from '../cards.ts';
import type { Words } from '../chosen.ts';
import { dayOf, number, plural } from '../forms.ts';

/** German texts of the cards. */
export const texts: Words<typeof cards> = {
  title: 'Deine Fehler',
  lead: 'Deine Fehler kommen als Rätsel wieder, kurz bevor du sie vergessen würdest.',
  loading: 'Deine Karten werden gelesen …',
  unavailable: 'Dein Browser speichert keine Daten für diese Website, also auch keine Karten.',
  again: 'Noch einmal versuchen',
  none: 'Du hast noch keine Karten.',
  noneText:
    'Sieh dir ein beendetes Match oder eine Match-Datei im Rückblick an und behalte die Fehler als Karten. Sie kommen dann hier dran.',
  toFile: 'Rückblick auf eine Match-Datei',
  done: 'Heute ist nichts fällig.',
  next: (at) => `Die nächste Karte ist am ${dayOf(at)} fällig.`,
  counts: (due, all) =>
    `${plural(due, { one: '# Karte fällig', other: '# Karten fällig' })} · ${plural(all, { one: '# Karte insgesamt', other: '# Karten insgesamt' })}`,
  playing: 'Die Karten pausieren, während du gegen einen Menschen spielst.',

  task: {
    play: (a, b) => `Du hast ${a}-${b} geworfen. Finde den besten Zug.`,
    double: 'Du bist dran. Würfeln oder doppeln?',
    answer: (value) => `Der Gegner doppelt auf ${value}. Was antwortest du?`,
  },
  help: {
    play: 'Zieh die Steine und bestätige dann.',
    double: 'Wähle unter dem Brett oder mit den Tasten: Die Leertaste würfelt, D doppelt.',
    answer: 'Wähle deine Antwort.',
  },
  choices: { roll: 'Würfeln', double: 'Doppeln', take: 'Annehmen', pass: 'Passen', beaver: 'Beavern' },
  stakes: {
    money: 'Geldspiel',
    jacoby: 'Jacoby-Regel',
    beavers: 'Mit Beavern',
    match: (length, own, other) => `Match bis ${length} · du ${own}, Gegner ${other}`,
    crawford: 'Crawford-Spiel',
    cube: (value) => `Dopplerwürfel auf ${value}, in der Mitte`,
    ownCube: (value) => `Dopplerwürfel auf ${value}, bei dir`,
    theirCube: (value) => `Dopplerwürfel auf ${value}, beim Gegner`,
  },
  you: 'Du',
  opponent: 'Der Gegner',

  thinking: 'Deine Antwort wird bewertet …',
  notLoaded: 'Die Engine ließ sich nicht laden. Beim ersten Mal braucht sie eine Verbindung.',
  notJudged: 'Die Engine kann diese Karte nicht bewerten.',
  best: 'Richtig: Es gibt nichts Besseres.',
  good: (loss) => `Richtig: Es verliert nur ${number(loss, 3)}.`,
  wrong: (loss) => `Es verliert ${number(loss, 3)}.`,
  same: 'Wie im Match.',
  before: 'im Match',
  showPosition: 'Die Stellung zeigen',
  cube: 'Der Dopplerwürfel',
  noDouble: 'Nicht doppeln',
  doubleTake: 'Doppeln, annehmen',
  doublePass: 'Doppeln, passen',
  seenByDoubler: 'In Punkten beim Stand des Dopplerwürfels vor dem Doppeln, für den Spieler, der doppelt.',
  by: (engine, ply) => `Bewertet von ${engine}, ${ply}-ply.`,
  reviewSaid: (what, loss, engine, ply) =>
    `Im Match: ${what}, das verliert ${number(loss, 3)} (${engine}, ${ply}-ply).`,
  grade: 'Wie gut hast du es gewusst?',
  gradeHint: 'Nach dem Verlust deiner Antwort gewählt. Du kannst es ändern.',
  grades: { again: 'Gar nicht', hard: 'Kaum', good: 'Gut', easy: 'Leicht' },
  gradeOf: (name, due) => `${name} · ${dayOf(due)}`,
  elsewhere: 'Du hast diese Karte in einem anderen Tab beantwortet oder entfernt.',
  notStored: 'Deine Antwort ließ sich nicht speichern, deshalb bleibt die Karte fällig.',
  nextCard: 'Nächste Karte',
  finish: 'Fertig',
  study: 'Diese Stellung analysieren',
  moment: 'Im Match ansehen',
  remove: 'Diese Karte entfernen',

  themes: {
    title: 'Deine Fehler nach Themen',
    cards: 'Karten',
    loss: 'Zusammen verloren',
    puzzles: 'Aufgaben',
    other: 'Anderes',
    count: (cards) => number(cards),
    points: (loss) => number(loss, 2),
    practise: 'Üben',
    practiseOf: (theme) => `Üben: ${theme}`,
    text: 'Verluste in Punkten beim Wert des Dopplers, wie sie der Rückblick angibt.',
  },

  own: {
    title: 'Karten auf diesem Gerät',
    text: (most) =>
      `Deine Karten bleiben in diesem Browser (höchstens ${number(most)}). Speichere sie als Datei, um sie auf ein anderes Gerät mitzunehmen.`,
    save: 'Als Datei speichern',
    open: 'Eine Datei mit Karten öffnen',
    opened: (added, known, refused) =>
      `Hinzugefügt: ${number(added)}. Schon gespeichert: ${number(known)}. Kein Platz für: ${number(refused)}.`,
    notRead: 'Das ist keine Datei mit Karten.',
    clear: 'Alle Karten löschen',
    clearText: 'Das löscht alle Karten in diesem Browser. Es lässt sich nicht rückgängig machen.',
    cleared: 'Alle Karten sind gelöscht.',
    failed: 'Das ging nicht: Der Browser konnte es nicht speichern.',
  },

  keep: {
    title: 'Karten',
    text: 'Mach aus deinen Fehlern Rätsel, die zur rechten Zeit wiederkommen.',
    whose: 'Fehler von',
    keep: (count) => plural(count, { one: '# Fehler als Karte behalten', other: '# Fehler als Karten behalten' }),
    none: 'Keine Fehler oder Patzer zu behalten.',
    waiting: 'Die Fehler lassen sich behalten, wenn die Analyse fertig ist.',
    kept: (added, known) =>
      `${plural(added, { one: '# neue Karte', other: '# neue Karten' })}, ${number(known)} schon gespeichert.`,
    full: (refused, most) =>
      `Für ${number(refused)} war kein Platz: Ein Browser behält ${number(most)} Karten. Entferne zuerst welche.`,
    failed:
      'Die Karten ließen sich nicht speichern: Dein Browser speichert keine Daten für diese Website oder hat keinen Platz mehr.',
    practise: 'Zu deinen Karten',
  },
};
