import type { Words } from '../chosen.ts';
import type { fairness } from '../fairness.ts';
import { number, plural } from '../forms.ts';

const chiIs = (chi2: number) =>
  `Chi-Quadrat misst, wie weit die sechs Anzahlen davon entfernt sind, gleich zu sein. Es beträgt ${number(chi2, 2)}.`;

export const texts: Words<typeof fairness> = {
  title: 'Würfelstatistik',
  lead: 'Die Würfel aller auf diesem Server beendeten Matches, nach Augenzahl gezählt.',
  counted: (dice) => plural(dice, { one: '# Würfel gezählt', other: '# Würfel gezählt' }),
  grades: {
    none: {
      title: 'Noch keine Würfel gezählt',
      text: () => 'Gezählt wird, wenn ein Match endet. Die Würfel des ersten beendeten Matches erscheinen hier.',
    },
    early: {
      title: 'Für ein Urteil zu früh',
      text: ({ dice, needed }) =>
        `Bei weniger als ${number(needed)} Würfeln könnte selbst ein grober Fehler wie Zufall aussehen. Bisher ${plural(dice, { one: 'ist es #', other: 'sind es #' })}.`,
    },
    'too-even': {
      title: 'Gleichmäßiger als der Zufall',
      text: ({ chi2 }) =>
        `${chiIs(chi2)} So gleichmäßig sind faire Würfel in weniger als einem von tausend Fällen. Zu gute Zahlen sind so verdächtig wie schlechte.`,
    },
    even: {
      title: 'So gleichmäßig, wie faire Würfel sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Faire Würfel bleiben in 95 % der Fälle unter ${number(critical, 2)}.`,
    },
    near: {
      title: 'Noch so gleichmäßig, wie faire Würfel sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Das ist nahe an der Grenze von ${number(critical, 2)}, unter der faire Würfel in 95 % der Fälle bleiben. So weit kommen sie etwa in einem von zehn Fällen.`,
    },
    over: {
      title: 'Ungleichmäßiger, als faire Würfel meist sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Faire Würfel überschreiten ${number(critical, 2)} in einem von zwanzig Fällen, und du siehst das öfter, wenn du jeden Tag nachsiehst. Für sich allein beweist das nichts.`,
    },
    rare: {
      title: 'Viel ungleichmäßiger, als faire Würfel meist sind',
      text: ({ chi2 }) =>
        `${chiIs(chi2)} So weit kommen faire Würfel in weniger als einem von hundert Fällen. Bleibt es so, während mehr Würfel dazukommen, stimmt etwas nicht.`,
    },
    far: {
      title: 'Weit ungleichmäßiger, als faire Würfel sind',
      text: ({ chi2 }) =>
        `${chiIs(chi2)} So weit kommen faire Würfel in weniger als einem von tausend Fällen. Zufall erklärt das schlecht: Prüfe einige Matches und frag den Betreiber.`,
    },
  },
  histogram: 'Anzahl je Augenzahl',
  bandText:
    'Der Bereich zeigt für jede Augenzahl, wo faire Würfel in 95 % der Fälle liegen. Bei sechs Augenzahlen liegt etwa jedes vierte Mal eine außerhalb.',
  proof: 'Eine Plausibilitätsprüfung, kein Beweis',
  proofText:
    'Gleichmäßige Zahlen beweisen wenig: Ein Server, der jeden Wurf bestimmt, könnte ihn auch gleichmäßig bestimmen. Der Beweis steckt in jedem einzelnen Match. Beide Seiten und der Server legen sich vor dem ersten Wurf auf geheime Zahlen fest, und jeder Wurf folgt aus allen dreien. Alle können das nachrechnen.',
  verify: 'Ein Match prüfen',
  protocol: 'Würfelverfahren',
  losses: 'Niederlagen durch Zeit und Abwesenheit',
  lossesText:
    'Ein Server, der einer Seite nicht antwortet, kann sie verlieren lassen, und kein Match kann das beweisen. Das öffentliche Log zeigt, wie oft hier jemand auf Zeit oder durch Abwesenheit verliert. Eine Quote auf dieser Seite wäre nur das Wort des Servers. Zähl deshalb selbst nach:',
  lossesNote:
    'Die Tabelle zählt gewertete Matches zwischen Leuten, die jeweils schon mindestens fünf verschiedene Gegner hatten. Eine hohe Quote ist ein Grund nachzufragen, kein Beweis. Ein Dienst ohne öffentliches Log lässt sich nicht nachzählen.',
};
