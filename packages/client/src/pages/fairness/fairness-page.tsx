import { type DiceReport, diceReport } from '@anchor/wire';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { fairnessTexts as texts } from '../../strings/fairness.ts';
import { LinkButton } from '../../ui/button.tsx';
import { faceFigures } from '../../ui/dice-figures.ts';
import { DiceHistogram } from '../../ui/dice-histogram.tsx';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { Group } from '../../ui/fields.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { type Grade, gradeOf } from './grade.ts';
import './fairness.css';

/** With fewer dice than this, the page draws no conclusion. */
const DICE_NEEDED = 600;

/** /fairness: the counts of all dice, and their meaning. */
export default function FairnessPage({ client: { connection } }: { readonly client: Client }) {
  const { value, trouble, reload } = useJson({ path: '/api/fairness', shape: diceReport, connection });
  return (
    <Page title={texts.title} lead={texts.lead}>
      {value === null && <FetchState trouble={trouble} onAgain={reload} />}
      {value && <StaleNotice trouble={trouble} />}
      {value && <Verdict report={value} />}
      {value && value.rolls > 0 && (
        <Group title={texts.histogram}>
          <p class="soft">{texts.counted(value.rolls)}</p>
          <DiceHistogram figures={faceFigures(countsOf(value))} />
          <p class="soft">{texts.bandText}</p>
        </Group>
      )}
      <Proof protocol={value?.protocol} />
      <Losses />
    </Page>
  );
}

function countsOf({ counts }: DiceReport): number[] {
  return [counts['1'], counts['2'], counts['3'], counts['4'], counts['5'], counts['6']];
}

const looks: Readonly<Record<Grade, { readonly tone: 'none' | 'good' | 'odd' | 'bad'; readonly icon: IconName }>> = {
  none: { tone: 'none', icon: 'dice' },
  early: { tone: 'none', icon: 'clock' },
  'too-even': { tone: 'odd', icon: 'warning' },
  even: { tone: 'good', icon: 'check' },
  near: { tone: 'good', icon: 'check' },
  over: { tone: 'odd', icon: 'warning' },
  rare: { tone: 'odd', icon: 'warning' },
  far: { tone: 'bad', icon: 'warning' },
};

function Verdict({ report }: { readonly report: DiceReport }) {
  const grade = gradeOf(report);
  const { rolls: dice, chi2, critical95: critical } = report;
  const { title, text } = texts.grades[grade];
  const { tone, icon } = looks[grade];
  return (
    <section class={`dice-verdict dice-verdict--${tone}`} role="status">
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        <p>{text({ dice, needed: DICE_NEEDED, chi2, critical })}</p>
      </div>
    </section>
  );
}

/** A rate that the server states itself would be its own word, so the page says how to count it. */
function Losses() {
  return (
    <Group title={texts.losses}>
      <p>{texts.lossesText}</p>
      <p>
        <code>bg-record audit {location.origin}</code>
      </p>
      <p class="soft small">{texts.lossesNote}</p>
    </Group>
  );
}

function Proof({ protocol }: { readonly protocol: string | undefined }) {
  return (
    <Group title={texts.proof}>
      <p>{texts.proofText}</p>
      {protocol && (
        <p class="soft small">
          {texts.protocol}: <code>{protocol}</code>
        </p>
      )}
      <div class="row">
        <LinkButton kind="primary" href="/verify" icon="shield">
          {texts.verify}
        </LinkButton>
      </div>
    </Group>
  );
}
