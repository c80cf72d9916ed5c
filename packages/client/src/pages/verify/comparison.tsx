import '../../ui/plain-list.css';
import { type Comparison, visible } from 'bg-record';
import { quotedText } from '../../strings/quoted-text.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Icon } from '../../ui/icon.tsx';

/** As many digits of a key as bg-record shows. A name is what the maker of the file wrote. */
const SHOWN_DIGITS = 16;

interface ComparisonProps {
  readonly names: readonly string[];
  readonly comparison: Comparison;
}

/** The relation between two files about one match. */
export function ComparisonView({ names, comparison }: ComparisonProps) {
  const { relation, message } = comparison;
  const contradict = relation === 'fork' || relation === 'not-verifiable';
  return (
    <section class={`verdict verdict--${contradict ? 'bad' : 'good'}`} role="status">
      <Icon name={contradict ? 'cross' : 'check'} />
      <div>
        <h2>{verifyTexts.relations[relation]}</h2>
        <p>{visible(message)}</p>
        {relation === 'fork' && <Signers comparison={comparison} />}
        <p class="small verdict__file">{verifyTexts.file(names.map(quotedText).join(' · '))}</p>
      </div>
    </section>
  );
}

function Signers({ comparison }: { readonly comparison: Extract<Comparison, { relation: 'fork' }> }) {
  if (comparison.signedBoth.length === 0) return <p>{verifyTexts.nobody}</p>;
  return (
    <>
      <h3>{verifyTexts.signedBoth}</h3>
      <ul class="plain-list">
        {comparison.signedBoth.map(({ pub, who, events }) => (
          <li key={pub}>
            {visible(who)}, <span class="mono">{pub.slice(0, SHOWN_DIGITS)}…</span>: {verifyTexts.eventsOf(...events)}
          </li>
        ))}
      </ul>
    </>
  );
}
