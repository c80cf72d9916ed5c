import type { Catalogue } from '../catalogue.ts';
import { number, plural } from './forms.ts';

const chiIs = (chi2: number) =>
  `Chi-Quadrat, das zusammenzählt, wie weit die sechs Anzahlen von Gleichheit entfernt sind, beträgt ${number(chi2, 2)}.`;

export const fairness: Catalogue['fairness'] = {
  title: 'Würfelstatistik',
  lead: 'Wie die Würfel aller auf diesem Server beendeten Matches gefallen sind, Augenzahl für Augenzahl.',
  counted: (dice) => plural(dice, { one: '# Würfel gezählt', other: '# Würfel gezählt' }),
  grades: {
    none: {
      title: 'Noch ist kein Würfel gezählt',
      text: () => 'Gezählt wird, wenn ein Match endet. Sobald das erste zu Ende ist, stehen seine Würfel hier.',
    },
    early: {
      title: 'Für ein Urteil zu früh',
      text: ({ dice, needed }) =>
        `Bei weniger als ${number(needed)} Würfeln könnte sich selbst ein grober Fehler hinter dem Zufall verstecken. Bisher ${plural(dice, { one: 'ist es #', other: 'sind es #' })}.`,
    },
    'too-even': {
      title: 'Gleichmäßiger als der Zufall',
      text: ({ chi2 }) =>
        `${chiIs(chi2)} So gleichmäßig sind faire Würfel in weniger als einem von tausend Fällen. Zu gute Zahlen sind so verdächtig wie schlechte.`,
    },
    even: {
      title: 'So gleichmäßig, wie faire Würfel sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Faire Würfel bleiben in neunzehn von zwanzig Fällen unter ${number(critical, 2)}.`,
    },
    near: {
      title: 'Noch so gleichmäßig, wie faire Würfel sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Das ist nahe an der Grenze von ${number(critical, 2)}, die faire Würfel in neunzehn von zwanzig Fällen einhalten. So weit kommen sie etwa in einem von zehn Fällen.`,
    },
    over: {
      title: 'Ungleichmäßiger, als faire Würfel meist sind',
      text: ({ chi2, critical }) =>
        `${chiIs(chi2)} Faire Würfel überschreiten ${number(critical, 2)} in einem von zwanzig Fällen, und öfter für alle, die jeden Tag nachsehen. Für sich allein beweist das nichts.`,
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
  histogram: 'Jede Augenzahl gezählt',
  bandText:
    'Der Bereich zeigt, wo faire Würfel bei einer Augenzahl in neunzehn von zwanzig Fällen landen. Bei sechs Augenzahlen liegt etwa jedes vierte Mal eine außerhalb.',
  proof: 'Eine Probe, kein Beweis',
  proofText:
    'Gleichmäßige Zahlen beweisen wenig: Wer jeden Wurf bestimmt, könnte sie auch gleichmäßig bestimmen. Der Beweis steckt in jedem einzelnen Match. Beide Seiten und der Server legen sich vor dem ersten Wurf auf geheime Zahlen fest, und jeder Wurf folgt aus allen dreien. Alle können das nachrechnen.',
  verify: 'Ein Match prüfen',
  protocol: 'Würfelverfahren',
};
