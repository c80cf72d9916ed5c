import './fair.css';
import '../../ui/plain-list.css';
import { fairTexts as texts } from '../../strings/fair.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';

const POINTS = ['dice', 'key', 'seal'] as const;

/** /fair: everything that the service says to players about keys, dice and the server. */
export default function FairPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ul class="fair">
        {POINTS.map((name) => (
          <li class="card" key={name}>
            <span class="fair__icon">
              <Icon name={name} />
            </span>
            <h2>{texts.points[name].title}</h2>
            <p class="soft">{texts.points[name].text}</p>
          </li>
        ))}
      </ul>
      <div class="row">
        <LinkButton kind="primary" href="/verify" icon="shield">
          {texts.verify}
        </LinkButton>
        <LinkButton href="/fairness" icon="dice">
          {texts.counts}
        </LinkButton>
      </div>
      <Group title={texts.correspondence}>
        <p>{texts.advance}</p>
        <p>{texts.advanceAccount}</p>
      </Group>
      <Group title={texts.limits}>
        <ul class="plain-list">
          {texts.limitsText.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Group>
    </Page>
  );
}
