import type { Words } from '../chosen.ts';
import { number, percent, plural, signed } from '../forms.ts';
import type { hints } from '../hints.ts';

export const texts: Words<typeof hints> = {
  ask: 'Tipp',
  askPast: 'Was würde die Expertenstufe spielen?',
  key: 'H fragt nach einem Tipp. Tipps gibt es nur gegen den Bot.',
  title: 'Die Wahl der Expertenstufe',
  expert: 'Die Expertenstufe',
  thinking: 'Die Expertenstufe denkt nach …',
  plays: (play) => `Am besten: ${play}`,
  does: {
    roll: 'Am besten: würfeln, nicht doppeln',
    double: 'Am besten: doppeln',
    take: 'Am besten: annehmen',
    pass: 'Am besten: passen',
    beaver: 'Am besten: beavern',
    accept: 'Am besten: die Aufgabe annehmen',
    decline: 'Am besten: die Aufgabe ablehnen',
  },
  nothing: 'Hier gibt es nichts zu entscheiden.',
  failed: 'Die Engine konnte diese Stellung nicht bewerten.',
  notLoaded: 'Die Engine ließ sich nicht laden. Versuch es noch einmal, wenn du wieder online bist.',
  others: 'Die besten Züge',
  play: 'Zug',
  difference: 'Abstand',
  win: 'Spielsieg',
  lossOf: (loss) => (loss === 0 ? '' : number(-loss, 3)),
  percent: (share) => percent(share, 1),
  worths: (noDouble, take, pass) =>
    `Nicht doppeln ${signed(noDouble, 3)} · doppeln, annehmen ${signed(take, 3)} · doppeln, passen ${signed(pass, 3)}`,
  by: 'Von anchor-net-3, zwei Würfe vorausgerechnet, wie der Bot auf der Expertenstufe.',
  used: (count) => `${plural(count, { one: '# Tipp', other: '# Tipps' })} in diesem Match. Nur du siehst das.`,
  close: 'Den Tipp schließen',

  tutor: {
    title: 'Bist du sicher?',
    loses: (loss) => `Ein Patzer: Das kostet ${number(loss, 3)} Punkte, sagt die Engine dieser Seite.`,
    showPlay: 'Besserer Zug',
    showCube: 'Bessere Wahl',
    better: (what) => `Besser: ${what}`,
    actions: {
      roll: 'würfeln, nicht doppeln',
      double: 'doppeln',
      take: 'annehmen',
      pass: 'passen',
      beaver: 'beavern',
    },
    anyway: {
      play: 'Trotzdem ziehen',
      roll: 'Trotzdem würfeln',
      double: 'Trotzdem doppeln',
      take: 'Trotzdem annehmen',
      pass: 'Trotzdem passen',
      beaver: 'Trotzdem beavern',
    },
    back: { play: 'Zurücknehmen', cube: 'Neu wählen' },
    missing: 'Der Tutor ist aus: Seine Engine ließ sich nicht laden.',
  },

  chance: {
    match: 'Chance auf den Matchsieg',
    game: 'Chance auf den Sieg in diesem Spiel, ohne Dopplerwürfel',
    estimate: 'Geschätzt von anchor-net-3, nur für Zuschauende',
    share: (share) => percent(share),
    label: (what, one, oneShare, other, otherShare) =>
      `${what}: ${one} ${oneShare}, ${other} ${otherShare}. Geschätzt von anchor-net-3.`,
  },
};
