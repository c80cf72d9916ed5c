import { texts } from '../strings/main.ts';

/** The tag of a match with dice in advance, and of an offer that may become one. */
export function TrustedDice() {
  return <span class="tag">{texts.terms.trustedDice}</span>;
}
