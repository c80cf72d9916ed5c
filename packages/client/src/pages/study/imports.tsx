import type { ImportedDecision } from 'bg-record/import';
import { makePlay, type Situation } from 'bg-rules';
import { useState } from 'preact/hooks';
import type { ReadMatch } from '../../engine/read-import.ts';
import { openImport } from '../../play/kept-import.ts';
import { MatchFileField } from '../../play/match-file.tsx';
import { IMPORT_PATH } from '../../records/review-link.ts';
import { collectionTexts } from '../../strings/collection.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Group, Select } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ImportsProps {
  /** Shows the situation of a decision on the board. */
  readonly onSituation: (situation: Situation) => void;
}

/** A match from a file of another program. It is not verified: nothing in such a file is signed. */
export function Imports({ onSituation }: ImportsProps) {
  const [opened, setOpened] = useState<{ readonly file: ReadMatch; readonly nth: number } | null>(null);
  const open = (read: ReadMatch) => {
    setOpened((before) => ({ file: read, nth: (before?.nth ?? 0) + 1 }));
    const first = read.match.games.find(({ decisions }) => decisions.length > 0)?.decisions[0];
    if (first) onSituation(shown(first));
  };
  return (
    <Group title={texts.imports.title}>
      <MatchFileField onMatch={open} onPosition={(situation) => onSituation(asShown(situation))} />
      <p class="small">
        <a href="/collection">{collectionTexts.title}</a>
      </p>
      {opened && <Match key={opened.nth} file={opened.file} onSituation={onSituation} />}
    </Group>
  );
}

/** Returns the situation of a decision. A double that waits for an answer is shown as the position before it. */
export function shown({ situation }: ImportedDecision): Situation {
  return asShown(situation);
}

function asShown(situation: Situation): Situation {
  return { ...situation, doubled: false, resigned: 0, toAct: situation.onRoll, status: 'playing' };
}

function Match({ file, onSituation }: ImportsProps & { readonly file: ReadMatch }) {
  const { match } = file;
  const [at, setAt] = useState({ game: 0, decision: 0 });
  const game = match.games[at.game];
  const go = (next: number, decision: number) => {
    const found = match.games[next]?.decisions[decision];
    setAt({ game: next, decision });
    if (found) onSituation(shown(found));
  };
  const last = (game?.decisions.length ?? 0) - 1;
  return (
    <>
      <p>
        <bdi>{match.names[0]}</bdi> – <bdi>{match.names[1]}</bdi>,{' '}
        {match.length === 0 ? texts.money : texts.points(match.length)}
      </p>
      <Notice tone="warn">{texts.imports.unverified}</Notice>
      <div class="row">
        <LinkButton kind="primary" icon="eye" href={IMPORT_PATH} onClick={() => openImport(file)}>
          {texts.imports.review}
        </LinkButton>
      </div>
      <Select
        label={texts.imports.game}
        value={at.game}
        options={match.games.map(({ score }, n) => [n, texts.imports.gameOf(n + 1, score[0], score[1])])}
        onChange={(next) => go(next, 0)}
      />
      <div class="row">
        <Button icon="back" disabled={at.decision <= 0} onClick={() => go(at.game, at.decision - 1)}>
          {texts.imports.earlier}
        </Button>
        <Button icon="arrow" disabled={at.decision >= last} onClick={() => go(at.game, at.decision + 1)}>
          {texts.imports.later}
        </Button>
      </div>
      <ol class="study__line study__decisions">
        {game?.decisions.map((decision, n) => (
          <li key={decision.line * 10 + decision.player}>
            <button
              type="button"
              class="study__variation"
              aria-current={n === at.decision ? 'true' : undefined}
              onClick={() => go(at.game, n)}
            >
              <bdi>{match.names[decision.player]}</bdi>: {labelOf(decision)}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function labelOf({ kind, player, situation, hops }: ImportedDecision): string {
  const { position, dice } = situation;
  if (kind !== 'play') return texts.imports.kinds[kind];
  const roll = dice ? `${Math.max(...dice)}${Math.min(...dice)} ` : '';
  return `${roll}${makePlay(hops, { position, player })}`;
}
