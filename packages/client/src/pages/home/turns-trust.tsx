import { turnTexts as texts } from '../../strings/turns.ts';

interface TurnsTrustProps {
  /** True in a list, where the text opens on demand. */
  readonly folded?: boolean;
}

/** Says before a match by turns begins what its players and the server could do with its dice. */
export default function TurnsTrust({ folded = false }: TurnsTrustProps) {
  const text = `${texts.trust} ${texts.trustAccount}`;
  if (!folded) return <p class="soft small">{text}</p>;
  return (
    <details class="soft small">
      <summary>{texts.trustTitle}</summary>
      <p>{text}</p>
    </details>
  );
}
