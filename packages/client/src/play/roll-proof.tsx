import './roll-proof.css';
import type { Header, VerifiedRoll } from 'bg-record';
import { useMemo } from 'preact/hooks';
import { matchTexts } from '../strings/match.ts';
import { isolated } from '../strings/name-text.ts';
import { sealTexts as texts } from '../strings/seal.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { type RollProofByte, type RollProofLink, type RollProofSteps, rollProofSteps } from './roll-proof-steps.ts';

interface SealButtonProps {
  readonly roll: number;
  readonly onOpen: (roll: number) => void;
}

/** The small seal beside a roll. */
export function RollProofButton({ roll, onOpen }: SealButtonProps) {
  return (
    <button
      type="button"
      class="seal"
      title={matchTexts.sealButton(roll)}
      aria-label={matchTexts.sealButton(roll)}
      onClick={() => onOpen(roll)}
    >
      <Icon name="seal" />
    </button>
  );
}

interface SealDialogProps {
  readonly header: Header;
  readonly rolls: readonly VerifiedRoll[];
  /** The number of the roll, from 1. */
  readonly roll: number;
  readonly onClose: () => void;
}

/** The proof of one roll: commitments, reveals and the computation, which runs when the dialog opens. */
export function RollProofDialog({ header, rolls, roll, onClose }: SealDialogProps) {
  const verified = rolls[roll - 1];
  const steps = useMemo(() => verified && rollProofSteps(header, verified, rolls[roll - 2] ?? null), [roll, verified]);
  if (!verified || !steps) return null;
  const names = [isolated(header.players[0].name), isolated(header.players[1].name), texts.server];
  return (
    <Dialog title={`${texts.title(roll)}: ${verified.dice.join('-')}`} onClose={onClose}>
      <Notice tone={steps.verified ? 'good' : 'bad'}>{steps.verified ? texts.verified : texts.failed}</Notice>
      <p class="small soft">{`${texts.idea} ${header.dice === 'advance' ? texts.trusted : texts.hidden}`}</p>
      <section class="roll-proof">
        <h3>{texts.step1}</h3>
        <p class="small soft">{`${texts.link(verified.link)}. ${texts.step1Hint}`}</p>
        {steps.links.map((link, party) => (
          <Link key={link.anchor} name={names[party] ?? ''} link={link} first={verified.link === 1} />
        ))}
      </section>
      <Mix steps={steps} />
      <section class="roll-proof">
        <h3>{texts.step3}</h3>
        <p class="small soft">{texts.step3Hint}</p>
        <ol class="roll-proof__bytes">
          {steps.bytes.map((byte, place) => (
            <Byte key={`${place}-${byte.byte}`} byte={byte} />
          ))}
        </ol>
      </section>
    </Dialog>
  );
}

function Link({ name, link, first }: { readonly name: string; readonly link: RollProofLink; readonly first: boolean }) {
  return (
    <div class="roll-proof__link">
      <h4>
        {name} <span class="soft small">{texts.committed(link.commitEvent)}</span>
      </h4>
      <dl class="roll-proof__values">
        <Value label={texts.reveal} value={link.reveal} />
        <Value label={texts.hash} value={link.hash} />
        <Value label={first ? texts.anchor : texts.before} value={link.expected} mark={link.holds} />
        {!first && <Value label={texts.anchor} value={link.anchor} />}
      </dl>
    </div>
  );
}

function Mix({ steps }: { readonly steps: RollProofSteps }) {
  return (
    <section class="roll-proof">
      <h3>{texts.step2}</h3>
      <p class="small soft">{texts.step2Hint}</p>
      <dl class="roll-proof__values">
        <Value label={texts.key} value={steps.key} />
        <Value label={texts.message} value={steps.message} />
        <Value label={texts.digest} value={steps.digest} />
      </dl>
    </section>
  );
}

interface ValueProps {
  readonly label: string;
  readonly value: string;
  /** True if it equals the value above it. */
  readonly mark?: boolean;
}

function Value({ label, value, mark }: ValueProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        {mark !== undefined && (
          <span class={mark ? 'roll-proof__same' : 'roll-proof__different'}>
            <Icon name={mark ? 'check' : 'close'} />
            {mark ? texts.same : texts.different}
          </span>
        )}
      </dd>
    </>
  );
}

function Byte({ byte: { byte, die } }: { readonly byte: RollProofByte }) {
  return (
    <li>
      <code>{byte.toString(16).padStart(2, '0')}</code>{' '}
      {die === null ? `${byte}: ${texts.skipped}` : texts.arithmetic(byte, die)}
    </li>
  );
}
