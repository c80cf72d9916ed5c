import type { Header, VerifiedRoll } from 'bg-record';
import { useState } from 'preact/hooks';
import type { Verifier } from '../../records/verifier.ts';
import { quotedText } from '../../strings/quoted-text.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { arithmetic } from './arithmetic.ts';

/** Few at first, because the page goes on below. */
const SHOWN = 10;
const PAGE = 160;

interface RollsProps {
  readonly verifier: Verifier;
  readonly header: Header;
  readonly rolls: readonly VerifiedRoll[];
}

/** Every roll, with its computation on request. */
export function Rolls({ verifier, header, rolls }: RollsProps) {
  const [count, setCount] = useState(SHOWN);
  const left = rolls.length - count;
  return (
    <Group title={verifyTexts.rolls}>
      <p class="soft">{verifyTexts.rollsText}</p>
      <div class="rolls">
        {rolls.slice(0, count).map((roll) => (
          <Roll key={roll.n} verifier={verifier} header={header} roll={roll} />
        ))}
      </div>
      {left > 0 && <Button onClick={() => setCount(count + PAGE)}>{verifyTexts.more(Math.min(left, PAGE))}</Button>}
    </Group>
  );
}

type RollProps = Omit<RollsProps, 'rolls'> & { readonly roll: VerifiedRoll };

function Roll(props: RollProps) {
  const [open, setOpen] = useState(false);
  const { roll } = props;
  return (
    <details class="roll" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="roll__dice tabular">{roll.dice.join('-')}</span>
        <span>{verifyTexts.roll(roll.roll)}</span>
        <span class="soft small">{verifyTexts.game(roll.game)}</span>
      </summary>
      {open && <Steps {...props} />}
    </details>
  );
}

function Steps({ verifier, header, roll }: RollProps) {
  const { message, digest, used } = arithmetic(verifier, header.id, roll);
  const [one, other] = header.players;
  const [commit0, commit1, commitServer] = roll.commitments;
  const bytes = used.map(({ byte, die }) => `${byte} → ${die}`).join(', ');
  return (
    <dl class="roll__steps">
      <Step term={verifyTexts.serverReveal} value={roll.serverReveal} link={roll.link} commit={commitServer.n} />
      <Step
        term={verifyTexts.playerReveal(quotedText(one.name))}
        value={roll.reveals[0]}
        link={roll.link}
        commit={commit0.n}
      />
      <Step
        term={verifyTexts.playerReveal(quotedText(other.name))}
        value={roll.reveals[1]}
        link={roll.link}
        commit={commit1.n}
      />
      <Step term={verifyTexts.message} value={message.replaceAll('\n', ' ⏎ ')} />
      <Step term={verifyTexts.digest} value={digest} />
      <Step term={verifyTexts.dice} value={verifyTexts.bytes(bytes)} plain />
    </dl>
  );
}

interface StepProps {
  readonly term: string;
  readonly value: string;
  readonly link?: number;
  readonly commit?: number;
  readonly plain?: boolean;
}

function Step({ term, value, link, commit, plain = false }: StepProps) {
  const origin = link !== undefined && commit !== undefined && verifyTexts.origin(link, commit);
  return (
    <>
      <dt>
        {term} {origin && <span class="soft">({origin})</span>}
      </dt>
      <dd class={plain ? undefined : 'mono'}>{value}</dd>
    </>
  );
}
