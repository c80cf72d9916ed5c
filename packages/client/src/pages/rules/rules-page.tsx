import './rules.css';
import { ArrowHead, Arrows } from '../../board/highlights.tsx';
import { SmallBoard } from '../../board/small-board.tsx';
import { rulesTexts as texts } from '../../strings/rules.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { type RulesPicture, rulesPictures } from './pictures.ts';

const SECTIONS = ['goal', 'begin', 'move', 'doubles', 'hit', 'enter', 'off', 'score', 'cube', 'match', 'here'] as const;

type Section = (typeof SECTIONS)[number];

const pictures: Partial<Record<Section, RulesPicture>> = rulesPictures;

/** /rules: the rules with pictures of this site's own board. */
export default function RulesPage() {
  return (
    <Page title={texts.title} lead={texts.lead} narrow={false}>
      <div class="row">
        <LinkButton kind="primary" href="/lesson" icon="play">
          {texts.lesson}
        </LinkButton>
      </div>
      <nav class="rules__contents" aria-label={texts.contents}>
        {SECTIONS.map((name) => (
          <a key={name} href={`#${name}`}>
            {texts[name].title}
          </a>
        ))}
      </nav>
      {SECTIONS.map((name) => (
        <RulesSection key={name} name={name} />
      ))}
      <Words />
    </Page>
  );
}

function RulesSection({ name }: { readonly name: Section }) {
  const section: { readonly title: string; readonly text: readonly string[]; readonly picture?: string } = texts[name];
  const picture = pictures[name];
  return (
    <section class={picture ? 'rules__section rules__section--picture' : 'rules__section'} aria-labelledby={name}>
      <div class="rules__text">
        <h2 id={name}>{section.title}</h2>
        {section.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {picture && section.picture && <Picture picture={picture} text={section.picture} />}
    </section>
  );
}

function Picture({ picture, text }: { readonly picture: RulesPicture; readonly text: string }) {
  const { position, cube, roll, arrows } = picture;
  const dice = roll ? [{ owner: roll.owner, dice: roll.dice.map(unused), roll: 1, aside: false }] : [];
  return (
    <figure class="rules__figure">
      <SmallBoard position={position} cube={cube && { ...cube, offeredTo: null }} dice={dice}>
        <ArrowHead />
        <Arrows player={0} arrows={arrows} position={position} orientation={ORIENTATION} />
      </SmallBoard>
      <figcaption>{text}</figcaption>
    </figure>
  );
}

/** Small boards are seen by player 0. */
const ORIENTATION = { viewer: 0, mirrored: false, flipped: false } as const;

function unused(value: number) {
  return { value, used: false };
}

function Words() {
  const { title, list } = texts.words;
  return (
    <section class="rules__section" aria-labelledby="words">
      <h2 id="words">{title}</h2>
      <dl class="rules__words">
        {Object.entries(list).map(([word, { name, text }]) => (
          <div key={word}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
