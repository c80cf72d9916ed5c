import '../../ui/play-figures.css';
import './study.css';
import { makeXgid, type Situation } from 'bg-rules';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { Choices, Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { Analysis } from './analysis.tsx';
import { Board } from './board.tsx';
import { Imports } from './imports.tsx';
import { savePicture } from './picture.ts';
import { SetUp } from './set-up.tsx';
import { current, isPlayable, makeHash, parseHash, startStudy } from './study.ts';
import { useOpponent } from './use-opponent.ts';
import { useStudyEngines } from './use-study-engine.ts';
import { Variations } from './variations.tsx';

/** /study: any position, set up by hand or pasted, judged by the engine on this device. */
export default function StudyPage({ client }: { readonly client: Client }) {
  const [study, setStudy] = useState(() => startStudy(parseHash(location.hash)));
  const [editing, setEditing] = useState(false);
  const [against, setAgainst] = useState(false);
  const { situation } = current(study);
  const preferences = client.preferences.current.value;
  const isPlaying = client.matches.isAgainstPerson;
  const engines = useStudyEngines();
  const possible = isPlayable(situation);
  const hasTurns = client.turns.list.value.some(({ opponent: other }) => !other.bot);
  useTitle(texts.title);
  useAddress(situation, possible, (next) => setStudy(startStudy(next)));
  const playing = against && !editing && possible && !isPlaying;
  const opponent = useOpponent({ study, set: setStudy, engine: engines.judge, playing });
  const set = useMemo(() => (next: Situation) => setStudy(startStudy(next)), []);
  const modes = [
    { value: 'analyse', label: texts.analyse },
    { value: 'edit', label: texts.setUp },
  ] as const;
  return (
    <div class="study">
      <div class="study__board">
        <Board
          study={study}
          preferences={preferences}
          editing={editing}
          opponent={playing ? opponent : null}
          onStudy={setStudy}
          onSituation={set}
        />
        <div class="row study__tools">
          <Button icon="link" onClick={() => copy(location.href, texts.linkCopied)}>
            {texts.link}
          </Button>
          <Button icon="copy" onClick={() => copy(makeXgid(situation), texts.xgidCopied)}>
            {texts.xgid}
          </Button>
          <Button icon="download" onClick={() => savePicture(document.querySelector('.study .board__surface'))}>
            {texts.picture}
          </Button>
        </div>
      </div>
      <div class="study__side">
        <header class="page__head">
          <h1>{texts.title}</h1>
          <p class="soft">{texts.lead}</p>
        </header>
        <Choices
          label={texts.mode}
          options={modes}
          value={editing ? 'edit' : 'analyse'}
          onChange={(mode) => setEditing(mode === 'edit')}
        />
        {hasTurns && <Notice tone="warn">{texts.correspondence}</Notice>}
        {editing ? (
          <SetUp situation={situation} onChange={set} />
        ) : isPlaying ? (
          <Notice>{texts.playing}</Notice>
        ) : (
          <Analysis
            study={study}
            engines={engines}
            against={against}
            opponent={opponent}
            onAgainst={setAgainst}
            onStudy={setStudy}
          />
        )}
      </div>
      <div class="study__tree">
        <Group title={texts.variations}>
          <Variations study={study} onStudy={setStudy} />
        </Group>
        <Imports onSituation={set} />
      </div>
    </div>
  );
}

/** Keeps the position in the address, and takes over the one of an address that is entered. */
function useAddress(situation: Situation, possible: boolean, take: (situation: Situation) => void): void {
  const hash = possible ? makeHash(situation) : null;
  useEffect(() => {
    if (hash !== null && location.hash !== hash) history.replaceState(history.state, '', hash);
  }, [hash]);
  useEffect(() => {
    const entered = () => take(parseHash(location.hash));
    addEventListener('hashchange', entered);
    return () => removeEventListener('hashchange', entered);
  }, []);
}
