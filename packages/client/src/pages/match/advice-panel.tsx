import './advice.css';

import { makePlay, type Position } from 'bg-rules';
import { describePlay } from '../../board/describe.ts';
import type { Advice, AdvisedPlay } from '../../engine/advise.ts';
import { hintTexts as texts } from '../../strings/hints.ts';
import { Button } from '../../ui/button.tsx';
import type { Advising } from './use-advice.ts';

interface PanelProps {
  readonly advising: Advising;
  /** The position before the decision. */
  readonly position: Position;
  readonly isPast: boolean;
}

/** The hint button and the expert’s choice in a match against the bot. It is empty in a match between people. */
export function AdvicePanel(props: PanelProps) {
  const { advising, isPast } = props;
  if (!advising.isOffered) return null;
  const { told, ask, used, close } = advising;
  const isOpen = told !== null;
  return (
    <section class="advice" aria-label={texts.title}>
      <Button
        kind="soft"
        title={texts.key}
        aria-expanded={isOpen}
        disabled={!isOpen && !ask}
        onClick={isOpen ? close : () => ask?.()}
      >
        {isOpen ? texts.close : isPast ? texts.askPast : texts.ask}
      </Button>
      <div class="advice__told" role="status">
        {isOpen && <Told {...props} />}
      </div>
      {isOpen && used > 0 && <p class="soft small">{texts.used(used)}</p>}
    </section>
  );
}

function Told({ advising, position }: PanelProps) {
  const { told } = advising;
  if (told === null) return null;
  if (told === 'thinking') return <p class="soft small">{texts.thinking}</p>;
  if (!told.ok) return <p class="small">{told.code === 'not-loaded' ? texts.notLoaded : texts.failed}</p>;
  if (!told.value) return <p class="small">{texts.nothing}</p>;
  return <Choice advice={told.value} advising={advising} position={position} />;
}

interface ChoiceProps {
  readonly advice: Advice;
  readonly advising: Advising;
  readonly position: Position;
}

function Choice({ advice, advising, position }: ChoiceProps) {
  return (
    <>
      <h3 class="advice__choice">{choiceText(advice, position)}</h3>
      {advice.kind === 'play' && <Plays advice={advice} advising={advising} position={position} />}
      {advice.kind === 'cube' && advice.worths && (
        <p class="small tabular">
          {texts.worths(advice.worths.noDouble, advice.worths.doubleTake, advice.worths.doublePass)}
        </p>
      )}
      <p class="soft small">{texts.by}</p>
    </>
  );
}

function choiceText(advice: Advice, position: Position) {
  if (advice.kind !== 'play') return texts.does[advice.action];
  const hops = advice.plays[0]?.hops ?? [];
  return (
    <>
      <span aria-hidden="true">{texts.plays(makePlay(hops, { position, player: advice.player }))}</span>
      <span class="visually-hidden">{describePlay(texts.expert, hops, { position, player: advice.player })}</span>
    </>
  );
}

interface PlaysProps {
  readonly advice: Extract<Advice, { kind: 'play' }>;
  readonly advising: Advising;
  readonly position: Position;
}

/** The best plays. Selecting one shows it as arrows on the board. */
function Plays({ advice: { plays, player }, advising, position }: PlaysProps) {
  return (
    <table class="advice__plays">
      <caption class="visually-hidden">{texts.others}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.play}</th>
          <th scope="col">{texts.difference}</th>
          <th scope="col">{texts.win}</th>
        </tr>
      </thead>
      <tbody>
        {plays.map((play) => (
          <tr key={String(play.hops)} class={isShown(play, advising) ? 'is-shown' : undefined}>
            <th scope="row">
              <button
                type="button"
                class="line-button"
                aria-pressed={isShown(play, advising)}
                onClick={() => advising.show(play.hops)}
              >
                {makePlay(play.hops, { position, player })}
              </button>
            </th>
            <td>{texts.lossOf(play.loss)}</td>
            <td>{texts.percent(play.win)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isShown({ hops }: AdvisedPlay, advising: Advising): boolean {
  return String(hops) === String(advising.hops);
}
