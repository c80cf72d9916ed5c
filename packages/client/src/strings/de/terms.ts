import type { Words } from '../chosen.ts';
import { number } from '../forms.ts';
import type { terms } from '../terms.ts';

export const texts: Words<typeof terms> = {
  length: 'Länge',
  money:
    'Geldspiel: Spiel um Spiel mit Dopplerwürfel, Jacoby-Regel und Beavern. Wer ein Spiel verlässt, verliert den Wert des Dopplerwürfels. Nach einem Doppel zählt es zweifach, solange du keinen Stein ausgewürfelt hast, und dreifach, wenn dabei einer auf der Bar oder im gegnerischen Heimfeld steht.',
  clock: 'Uhr',
  clockHints: {
    none: 'Lass dir Zeit. Du kannst diese Seite schließen und wiederkommen: Der Bot wartet 30 Tage.',
    fast: '8 Sekunden je Zug, dazu 1 Minute je Punkt als Reserve (3 Minuten im Geldspiel).',
    normal: '12 Sekunden je Zug, dazu 2 Minuten je Punkt als Reserve (6 Minuten im Geldspiel).',
    slow: '15 Sekunden je Zug, dazu 3 Minuten je Punkt als Reserve (9 Minuten im Geldspiel).',
    days1: 'Fernpartie: bis zu 1 Tag je Zug, dazu 7 Tage Urlaub. Ihr müsst nicht gleichzeitig online sein.',
    days2: 'Fernpartie: bis zu 2 Tage je Zug, dazu 7 Tage Urlaub. Ihr müsst nicht gleichzeitig online sein.',
    days3: 'Fernpartie: bis zu 3 Tage je Zug, dazu 7 Tage Urlaub. Ihr müsst nicht gleichzeitig online sein.',
    days7: 'Fernpartie: bis zu 7 Tage je Zug, dazu 7 Tage Urlaub. Ihr müsst nicht gleichzeitig online sein.',
  },
  awayLoses: (minutes) => `Länger als ${minutes} weg: Dein Gegner kann den Sieg beanspruchen. Deine Uhr läuft weiter.`,
  minutes: (count) => `${number(count, Number.isInteger(count) ? 0 : 1)} ${count === 1 ? 'Minute' : 'Minuten'}`,
  ratedHint: 'Zählt für beide Wertungen.',
};
