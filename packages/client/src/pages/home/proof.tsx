import { texts } from '../../strings/main.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const POINTS = ['dice', 'key', 'seal'] as const;

/** The parts of the service that a player can check, in brief. */
export function Proof() {
  const { title, points, limits, link } = texts.proof;
  return (
    <section class="proof" aria-labelledby="proof">
      <h2 id="proof">{title}</h2>
      <ul class="proof__points">
        {POINTS.map((name) => (
          <li key={name}>
            <span class="proof__icon">
              <Icon name={name} />
            </span>
            <h3>{points[name].title}</h3>
            <p class="soft">{points[name].text}</p>
          </li>
        ))}
      </ul>
      <div class="row proof__end">
        <LinkButton href="/verify" icon="shield">
          {link}
        </LinkButton>
        <p class="soft small">{limits}</p>
      </div>
    </section>
  );
}
