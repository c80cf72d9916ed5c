import { turnTexts as texts } from '../../strings/turns.ts';

/** Says on demand what the players and the server could do with the dice of a correspondence match. */
export default function TurnsTrust() {
  return (
    <details class="soft small">
      <summary>{texts.trustTitle}</summary>
      <p>
        {texts.trust} {texts.trustAccount}
      </p>
    </details>
  );
}
