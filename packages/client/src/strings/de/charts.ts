import type { charts } from '../charts.ts';
import type { Words } from '../chosen.ts';
import { number, percent, signed } from '../forms.ts';

export const texts: Words<typeof charts> = {
  label: (dice, most) =>
    `Balkendiagramm mit einem Balken für jede Augenzahl, ${number(dice)} Würfel insgesamt. ${most} Die Zahlen stehen in der Tabelle darunter.`,
  within: 'Alle Balken enden in dem Bereich, der durch Zufall zu erwarten ist.',
  outside: (faces) => `Außerhalb des Bereichs, der durch Zufall zu erwarten ist: ${faces.join(', ')}.`,
  face: 'Augen',
  seen: 'Gezählt',
  expected: 'Erwartet',
  difference: 'Differenz',
  deviations: 'Abweichung',
  count: (count) => number(count),
  mean: (count) => number(count, 1),
  signedCount: (count) => signed(count, 1),
  signedDeviations: (count) => signed(count, 2),
  share: (share) => percent(share, 1),
  bareShare: (share) => number(share * 100, 1),
  legendSeen: 'gezählt',
  legendExpected: 'erwartet',
  legendBand: 'durch Zufall zu erwarten (± 2 Standardabweichungen)',
};
