import { dayOf, number, plural } from '../forms.ts';

export const prOfPlayer = {
  pr: 'PR im Lauf der Zeit',
  prText: (engine: string, ply: number) =>
    `Die PR ist 500 × Verlust je Entscheidung, nur aus Steinzügen, nach ${engine}, ${number(ply)}-ply. Niedriger ist besser.`,
  prNone: 'Noch keine Tiefenanalyse.',
  prHow:
    'Diese Kurve braucht Tiefenanalysen, die auf Rechnern von Freiwilligen laufen. Du kannst sie im Rückblick eines Matches anfordern. Der Rückblick schätzt die PR auch sofort in deinem Browser.',
  prReview: 'Rückblick auf das letzte Match öffnen',
  prEngine: 'Analysiert von',
  prEngineOption: (engine: string, ply: number) => `${engine}, ${number(ply)}-ply`,
  prEngineHint: 'Die Werte verschiedener Engines lassen sich nicht vergleichen und stehen deshalb getrennt.',
  prMean: (matches: number) => plural(matches, { one: 'Das # Match', other: 'Die letzten # Matches' }),
  prAll: (matches: number) => plural(matches, { one: 'Das # Match', other: 'Alle # gezeigten Matches' }),
  prValue: (pr: number) => number(pr, 2),
  prDecisions: (decisions: number) => plural(decisions, { one: '# Entscheidung', other: '# Entscheidungen' }),
  prSample: (most: number) =>
    `Die Mittelwerte sind nach Entscheidungen gewichtet. Es zählen höchstens die letzten ${number(most)} Matches mit Tiefenanalyse.`,
  prUncounted: (matches: number) =>
    plural(matches, {
      one: 'In # analysierten Match gab es auf dieser Seite keine Entscheidung.',
      other: 'In # analysierten Matches gab es auf dieser Seite keine Entscheidung.',
    }),
  prLabel: (matches: number, best: number, worst: number, mean: number) =>
    plural(matches, {
      one: `PR ${number(mean, 2)} in einem analysierten Match.`,
      other: `PR in # analysierten Matches, zwischen ${number(best, 2)} und ${number(worst, 2)}; gewichtetes Mittel ${number(mean, 2)}.`,
    }),
  prHint: 'Zeig auf einen Punkt, um seine Werte zu sehen.',
  legendPr: 'ein Match: offener Punkt gewonnen, voller Punkt verloren',
  legendMean: (matches: number) => `Mittel aus bis zu ${number(matches)} Matches`,
  axisPr: (pr: number) => number(pr),
  prPoint: (atMs: number, pr: number, decisions: number) =>
    `${dayOf(atMs)}: PR ${number(pr, 2)} bei ${plural(decisions, { one: '# Entscheidung', other: '# Entscheidungen' })}`,
  decisions: 'Entscheidungen',
  prColumn: 'PR',
  prOther: 'PR des Gegners',
  noPr: '–',
};
