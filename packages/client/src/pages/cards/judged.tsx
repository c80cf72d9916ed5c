import { makePlay } from 'bg-rules';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Card, Schedule } from '../../cards/card.ts';
import { afterAnswer, GRADES, type Grade, gradeOf } from '../../cards/schedule.ts';
import type { Choice, JudgedCard } from '../../engine/judge-card.ts';
import { SolvedFigures } from '../../play/solved-figures.tsx';
import { useKeys } from '../../play/use-keys.ts';
import { reviewPath } from '../../records/review-link.ts';
import { studyPath } from '../../records/study-link.ts';
import { cardTexts as texts } from '../../strings/cards.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Cards, Stored } from './use-cards.ts';

interface JudgedProps {
  readonly card: Card;
  readonly cards: Cards;
  readonly answer: Choice;
  readonly judged: JudgedCard;
  readonly shown: Choice | null;
  readonly hasMore: boolean;
  readonly onShow: (choice: Choice | null) => void;
  readonly onNext: () => void;
}

/** The judgement of an answer, which sets the day on which the card comes back. */
export function Judged(props: JudgedProps) {
  const { card, cards, answer, judged, shown, hasMore, onShow, onNext } = props;
  const loss = judged.losses[0] ?? 0;
  const { from, situation } = card;
  const others = { back: null, double: null, premove: null, hint: null, cancel: null, earlier: null, later: null };
  useKeys({ go: onNext, ...others });
  return (
    <section class="puzzle__answer" aria-label={texts.title}>
      <div role="status">
        <h2>{verdictOf(loss)}</h2>
        {isSame(card, answer, judged) && <p>{texts.same}</p>}
      </div>
      <div class="row">
        <Button kind="primary" icon="arrow" onClick={onNext}>
          {hasMore ? texts.nextCard : texts.finish}
        </Button>
      </div>
      <SolvedFigures
        position={situation.position}
        judged={judged}
        shown={shown}
        tagged={{ place: judged.places[1], tag: texts.before }}
        onShow={onShow}
      />
      <p class="soft small">
        <bdi>{texts.reviewSaid(nameOf(card, card.mistake), card.loss, card.engineId, card.ply)}</bdi>
      </p>
      <Grades card={card} cards={cards} loss={loss} />
      <div class="row">
        <LinkButton icon="eye" href={studyPath(situation)}>
          {texts.study}
        </LinkButton>
        {from && (
          <LinkButton icon="link" href={reviewPath({ ...from, wanted: null, origin: 'server' })}>
            {texts.moment}
          </LinkButton>
        )}
        {judged.plays && (
          <Button kind="quiet" onClick={() => onShow(null)}>
            {texts.showPosition}
          </Button>
        )}
        <Button kind="quiet" onClick={() => void cards.remove(card).then((ok) => ok && onNext())}>
          {texts.remove}
        </Button>
      </div>
    </section>
  );
}

function verdictOf(loss: number): string {
  if (gradeOf(loss) !== 'good') return texts.wrong(loss);
  return loss < 0.0005 ? texts.best : texts.good(loss);
}

/** True if the answer comes to the same as what the player did in the match. */
function isSame({ mistake }: Card, answer: Choice, { plays, places }: JudgedCard): boolean {
  return plays ? places[0] === places[1] : mistake.type === answer.type;
}

function nameOf({ situation: { position } }: Card, choice: Choice): string {
  return choice.type === 'play' ? makePlay(choice.hops, { position, player: 0 }) : texts.choices[choice.type];
}

interface GradesProps extends Pick<JudgedProps, 'card' | 'cards'> {
  readonly loss: number;
}

/** Stores the schedule by the grade that the loss gives, and again if the player corrects the grade. */
function Grades({ card, cards, loss }: GradesProps) {
  const [grade, setGrade] = useState<Grade>(gradeOf(loss));
  const [stored, setStored] = useState<Stored | null>(null);
  const at = useRef(Date.now());
  /** The card as it is stored. Changes are stored one after another. */
  const kept = useRef<Promise<Card>>(Promise.resolve(card));
  const schedules = Object.fromEntries(
    GRADES.map((one) => [one, afterAnswer(card.schedule, one, at.current)]),
  ) as Record<Grade, Schedule>;
  const keep = (chosen: Grade) => {
    setGrade(chosen);
    const schedule = schedules[chosen];
    kept.current = kept.current.then(async (before) => {
      const told = await cards.reschedule(before, schedule);
      setStored(told);
      return told === 'stored' ? { ...before, schedule } : before;
    });
  };
  useEffect(() => keep(grade), []);
  const grades = GRADES.map((value) => ({
    value,
    label: texts.gradeOf(texts.grades[value], schedules[value].due),
  }));
  return (
    <>
      <Choices label={texts.grade} hint={texts.gradeHint} options={grades} value={grade} onChange={keep} />
      {stored === 'failed' && <Notice tone="bad">{texts.notStored}</Notice>}
      {stored === 'elsewhere' && <Notice tone="warn">{texts.elsewhere}</Notice>}
    </>
  );
}
