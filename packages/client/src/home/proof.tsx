import { texts } from '../strings/en.ts';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** What a player may check here, in as few words as are honest. */
export function Proof() {
  const { title, points, limits, link } = texts.proof;
  return (
    <section class="proof" aria-labelledby="proof">
      <h2 id="proof">{title}</h2>
      <ul class="proof__points">
        {points.map((point) => (
          <li key={point.icon}>
            <span class="proof__icon">
              <Icon name={point.icon} />
            </span>
            <h3>{point.title}</h3>
            <p class="soft">{point.text}</p>
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
