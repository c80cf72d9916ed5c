import { useEffect, useRef, useState } from 'preact/hooks';
import type { RecordFile } from '../../records/check.ts';
import { fetchFile } from '../../records/fetch-record.ts';
import { loadVerifier } from '../../records/verifier.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { Button } from '../../ui/button.tsx';
import { deviations, type Figure } from '../../ui/dice-figures.ts';
import { DiceHistogram } from '../../ui/dice-histogram.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { type GatheredDice, gatherDice, summarise } from './dice-of-player.ts';

/** The number of records fetched for one count. Each has some dozens of kilobytes. */
const RECORDS_AT_MOST = 10;
/** A sample with fewer rolls is called small. */
const LARGE = 1000;

interface DiceCardProps {
  readonly pub: string;
  /** Match ids, newest first. */
  readonly matches: readonly string[];
}

/** Counts this player's rolls from records that it verifies. */
export function DiceCard({ pub, matches }: DiceCardProps) {
  const wanted = matches.slice(0, RECORDS_AT_MOST);
  const [state, start] = useDice(pub, wanted);
  if (wanted.length === 0) return null;
  return (
    <Group title={texts.dice}>
      {state.kind === 'busy' && (
        <Waiting>{texts.diceBusy(Math.min(state.done + 1, wanted.length), wanted.length)}</Waiting>
      )}
      {state.kind === 'no-verifier' && <Notice tone="bad">{texts.diceNoVerifier}</Notice>}
      {state.kind === 'ready' && <Counted gathered={state.gathered} />}
      {(state.kind === 'idle' || state.kind === 'no-verifier') && (
        <>
          <p class="soft">{texts.diceText(wanted.length)}</p>
          <div class="row">
            <Button icon="dice" onClick={start}>
              {state.kind === 'idle' ? texts.diceStart : texts.again}
            </Button>
          </div>
        </>
      )}
    </Group>
  );
}

function Counted({ gathered }: { readonly gathered: GatheredDice }) {
  const { rolls, verified } = gathered;
  const { faces, doubles, pips } = summarise(rolls);
  const unusual = [...faces, doubles, pips].some((figure) => Math.abs(deviations(figure)) > 2);
  return (
    <>
      <Troubles gathered={gathered} />
      {rolls.length === 0 && <p class="soft">{texts.diceNone}</p>}
      {rolls.length > 0 && (
        <>
          <p>
            {texts.diceSample(rolls.length, verified)} {rolls.length < LARGE ? texts.diceSmall : texts.diceLarge}
          </p>
          <dl class="dice-facts tabular">
            <Fact term={texts.pips} figure={pips} text={texts.pipsText} />
            <Fact term={texts.doubles} figure={doubles} text={texts.doublesText} />
          </dl>
          <DiceHistogram figures={faces} />
          {unusual && <p class="soft small">{texts.outsideText}</p>}
        </>
      )}
    </>
  );
}

interface FactProps {
  readonly term: string;
  readonly figure: Figure;
  readonly text: (seen: number, expected: number, sd: number) => string;
}

function Fact({ term, figure, text }: FactProps) {
  const unusual = Math.abs(deviations(figure)) > 2;
  return (
    <div>
      <dt>
        {term} <span class={unusual ? 'tag tag--accent' : 'tag'}>{unusual ? texts.outside : texts.within}</span>
      </dt>
      <dd>{text(figure.seen, figure.expected, figure.sd)}</dd>
    </div>
  );
}

/** Lists the matches that are not in the count, with the reason. */
function Troubles({ gathered: { refused, absent } }: { readonly gathered: GatheredDice }) {
  return (
    <>
      {absent > 0 && <Notice tone="warn">{texts.diceAbsent(absent)}</Notice>}
      {refused.length > 0 && (
        <Notice tone="bad">
          {texts.diceRefused(refused.length)}{' '}
          {refused.map((match) => (
            <a key={match} href={`/verify/${match}`}>
              {match}{' '}
            </a>
          ))}
        </Notice>
      )}
    </>
  );
}

type DiceState =
  | { readonly kind: 'idle' | 'no-verifier' }
  | { readonly kind: 'busy'; readonly done: number }
  | { readonly kind: 'ready'; readonly gathered: GatheredDice };

/** Counts a player's dice on request, and stops when the component is unmounted. */
function useDice(pub: string, matches: readonly string[]): readonly [DiceState, () => void] {
  const [state, setState] = useState<DiceState>({ kind: 'idle' });
  const wanted = useRef(true);
  useEffect(
    () => () => {
      wanted.current = false;
    },
    [],
  );
  async function start(): Promise<void> {
    setState({ kind: 'busy', done: 0 });
    const verifier = await loadVerifier();
    if (!verifier) return setState({ kind: 'no-verifier' });
    const onProgress = ({ verified, refused, absent }: GatheredDice) => {
      if (wanted.current) setState({ kind: 'busy', done: verified + refused.length + absent });
      return wanted.current;
    };
    const gathered = await gatherDice({ verifier, pub, matches, fetchFile: fetchOrNull, onProgress });
    if (wanted.current) setState({ kind: 'ready', gathered });
  }
  return [state, () => void start()];
}

async function fetchOrNull(match: string): Promise<RecordFile | null> {
  const file = await fetchFile(match);
  return typeof file === 'string' ? null : file;
}
