import { number, plural } from '../forms.ts';

export const diceOfPlayer = {
  dice: 'Würfel in diesen Matches',
  diceText: (count: number) =>
    `Lädt ${plural(count, { one: 'das Protokoll des letzten Matches', other: 'die Protokolle der letzten # Matches' })} herunter, prüft jedes in deinem Browser und zählt die Würfel.`,
  diceStart: 'Würfel zählen',
  diceBusy: (done: number, all: number) => `Protokoll ${number(done)} von ${number(all)} …`,
  diceSample: (rolls: number, verified: number) =>
    `${plural(rolls, { one: '# Wurf', other: '# Würfe' })} in ${plural(verified, { one: '# geprüften Match', other: '# geprüften Matches' })}, ohne die Anwürfe.`,
  diceSmall: 'Das ist eine kleine Stichprobe: Nur ein grober Fehler würde darin auffallen.',
  diceLarge: 'Das reicht, um eine deutliche Verzerrung zu bemerken, aber nicht für eine leichte.',
  diceNone: 'In diesen Matches gab es keinen Wurf.',
  diceAbsent: (count: number) =>
    plural(count, { one: '# Protokoll ließ sich nicht laden.', other: '# Protokolle ließen sich nicht laden.' }),
  diceRefused: (count: number) =>
    plural(count, {
      one: 'Ein Protokoll hat die Prüfung nicht bestanden und zählt nicht mit:',
      other: '# Protokolle haben die Prüfung nicht bestanden und zählen nicht mit:',
    }),
  diceNoVerifier:
    'Das Prüfprogramm ließ sich nicht vom Server laden. Prüfe deine Verbindung und versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  pips: 'Pips je Wurf',
  pipsText: (seen: number, expected: number, sd: number) =>
    `${number(seen, 2)}; faire Würfel ergeben bei so vielen Würfen im Schnitt ${number(expected, 2)} ± ${number(2 * sd, 2)}.`,
  doubles: 'Pasche',
  doublesText: (seen: number, expected: number, sd: number) =>
    `${number(seen)}; faire Würfel ergeben ${number(expected, 1)} ± ${number(2 * sd, 1)}.`,
  within: 'üblich',
  outside: 'unüblich',
  outsideText: 'Ungewöhnliche Zahlen kommen auch zufällig vor: etwa eine von zwanzig.',
};
