import { number, plural } from './forms.ts';

export const diceOfPlayer = {
  dice: 'Würfel in diesen Matches',
  diceText: (count: number) =>
    `Holt ${plural(count, { one: 'das Protokoll des letzten Matches', other: 'die Protokolle der letzten # Matches' })}, prüft jedes in deinem Browser und zählt, was gefallen ist.`,
  diceStart: 'Würfel zählen',
  diceBusy: (done: number, all: number) => `Protokoll ${number(done)} von ${number(all)} …`,
  diceSample: (rolls: number, verified: number) =>
    `${plural(rolls, { one: '# Wurf', other: '# Würfe' })} in ${plural(verified, { one: '# geprüften Match', other: '# geprüften Matches' })}, ohne die Anwürfe.`,
  diceSmall: 'Das ist eine kleine Stichprobe: Nur etwas grob Falsches würde darin auffallen.',
  diceLarge: 'Genug, um eine deutliche Schieflage zu bemerken, für eine leichte noch zu wenig.',
  diceNone: 'In diesen Matches gab es keinen Wurf.',
  diceAbsent: (count: number) =>
    plural(count, { one: '# Protokoll war nicht zu bekommen.', other: '# Protokolle waren nicht zu bekommen.' }),
  diceRefused: (count: number) =>
    plural(count, {
      one: 'Ein Protokoll hielt der Prüfung nicht stand und zählt nicht mit:',
      other: '# Protokolle hielten der Prüfung nicht stand und zählen nicht mit:',
    }),
  diceNoVerifier:
    'Das Prüfprogramm ließ sich nicht vom Server laden. Prüfe deine Verbindung und versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  pips: 'Pips je Wurf',
  pipsText: (seen: number, expected: number, sd: number) =>
    `${number(seen, 2)}; faire Würfel bringen ${number(expected, 2)}, bei so vielen Würfen plus oder minus ${number(2 * sd, 2)}.`,
  doubles: 'Pasche',
  doublesText: (seen: number, expected: number, sd: number) =>
    `${number(seen)}; faire Würfel bringen ${number(expected, 1)}, plus oder minus ${number(2 * sd, 1)}.`,
  within: 'gewöhnlich',
  outside: 'ungewöhnlich',
  outsideText: 'Ungewöhnliche Zahlen kommen auch zufällig vor: etwa eine von zwanzig.',
};
