import type { RatingRange, WantedTerms } from '@anchor/wire';
import { daysPreset } from 'bg-record';
import { texts } from '../strings/main.ts';
import { TrustedDice } from './trusted-dice.tsx';

type Shown = Pick<WantedTerms, 'length' | 'clock' | 'rated'> & { readonly range?: RatingRange | undefined };

/** Terms as a row of tags: "5 points", "Fast", "Rated", "Dice trusted to the service", "Rating 1,400–1,600". */
export function TermTags({ terms }: { readonly terms: Shown }) {
  const { length, clock, rated, range } = terms;
  return (
    <span class="tags">
      <span class="tag">{texts.terms.points(length)}</span>
      <span class="tag">{texts.terms.clockTags[clock]}</span>
      {rated && <span class="tag tag--accent">{texts.terms.rated}</span>}
      {daysPreset(clock) !== null && <TrustedDice />}
      {range && <span class="tag tabular">{texts.terms.range(range.least, range.most)}</span>}
    </span>
  );
}
