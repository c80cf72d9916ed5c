import './match-file.css';
import type { ImportedMatch, ImportNote } from 'bg-record/import';
import type { Situation } from 'bg-rules';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ReadInput, type ReadMatch, readInput } from '../engine/read-import.ts';
import { studyTexts } from '../strings/study.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { useDrop } from '../ui/use-drop.ts';

const texts = studyTexts.imports;

interface FieldProps {
  readonly onMatch: (read: ReadMatch) => void;
  /** Takes a position that an id names. Without it an id is refused. */
  readonly onPosition?: (situation: Situation) => void;
}

/** One thing that the reader brought: a file, or a text without a name. */
interface Brought {
  readonly name: string | null;
  readonly read: ReadInput;
}

/** The number of files that are read at once. */
const MOST_FILES = 200;
/** A line of text with an id. Longer texts are read when they are pasted or the button is pressed. */
const ROWS = 2;

/** One field for files, texts and ids of other programs: paste, drop or choose. It says what was read, and what could not be. */
export function MatchFileField({ onMatch, onPosition }: FieldProps) {
  const [text, setText] = useState('');
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  const [left, setLeft] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const turn = useRef(0);
  // A page that was left must not open what is still being read.
  useEffect(() => () => void turn.current++, []);

  async function take(inputs: readonly { readonly name: string | null; readonly content: Blob | string }[]) {
    const own = ++turn.current;
    const all: Brought[] = [];
    const some = inputs.slice(0, MOST_FILES);
    setBrought([]);
    setSkipped(inputs.length - some.length);
    for (const [done, { name, content }] of some.entries()) {
      setLeft(some.length - done);
      const read = await readInput(content);
      if (own !== turn.current) return;
      all.push({ name, read });
      setBrought([...all]);
    }
    setLeft(0);
    const [only, ...others] = all;
    if (others.length > 0 || !only?.read.ok) return;
    if (only.read.kind === 'position') onPosition?.(only.read.position.situation);
    else if (only.read.matches.length === 1 && only.read.matches[0]) onMatch(only.read.matches[0]);
  }
  const takeFiles = (files: FileList | null | undefined) => {
    // a folder has hidden files of the system
    const list = [...(files ?? [])]
      .filter(({ name }) => !name.startsWith('.'))
      .map((file) => ({ name: file.name, content: file }));
    if (list.length > 0) void take(list);
    return list.length > 0;
  };
  const takeText = (content: string) => {
    if (content.trim() !== '') void take([{ name: null, content }]);
  };

  const takeData = (data: DataTransfer | null) => {
    const isFiles = takeFiles(data?.files);
    if (!isFiles) takeText(data?.getData('text') ?? '');
    return isFiles;
  };
  const takeChosen = ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }) => {
    takeFiles(input.files);
    // Otherwise a browser reports no change if the reader chooses the same file again, after mending it.
    input.value = '';
  };
  const { isOver, target } = useDrop(takeData);

  return (
    <fieldset class={`stack import${isOver ? ' import--over' : ''}`} {...target}>
      <label class="field">
        <span class="field__label">{texts.bring}</span>
        <textarea
          class="input"
          rows={ROWS}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => {
            if (takeData(event.clipboardData)) event.preventDefault();
          }}
        />
      </label>
      <div class="row">
        <Button onClick={() => takeText(text)} disabled={text.trim() === ''}>
          {texts.read}
        </Button>
        <label class="field">
          <span class="field__label">{texts.choose}</span>
          <input class="input" type="file" multiple accept=".mat,.sgf,.ogxm,.txt,.xg,.xgp,.gz" onChange={takeChosen} />
        </label>
        <label class="field">
          <span class="field__label">{texts.chooseFolder}</span>
          <input
            class="input"
            type="file"
            ref={(input) => {
              if (input) input.webkitdirectory = true;
            }}
            onChange={takeChosen}
          />
        </label>
      </div>
      {skipped > 0 && <Notice tone="warn">{texts.tooMany(MOST_FILES, skipped)}</Notice>}
      {left > 0 && <Waiting>{texts.reading(left)}</Waiting>}
      {brought.map((one, n) => (
        <Result
          key={`${turn.current}-${n}`}
          brought={one}
          isOnly={brought.length === 1}
          takesPosition={!!onPosition}
          onMatch={onMatch}
        />
      ))}
    </fieldset>
  );
}

interface ResultProps {
  readonly brought: Brought;
  readonly isOnly: boolean;
  readonly takesPosition: boolean;
  readonly onMatch: (read: ReadMatch) => void;
}

/** The matches of a file, with what was left out of each, or the reason why it could not be read. */
function Result({ brought: { name, read }, isOnly, takesPosition, onMatch }: ResultProps) {
  if (!read.ok)
    return (
      <Notice tone="bad">
        {name && (
          <p>
            <bdi>{name}</bdi>
          </p>
        )}
        <Refusal read={read} />
      </Notice>
    );
  if (read.kind === 'position')
    return takesPosition ? (
      <Notes notes={read.position.notes} unit="line" />
    ) : (
      <Notice tone="bad">{texts.noPosition}</Notice>
    );
  const isChosen = isOnly && read.matches.length === 1;
  return (
    <>
      {!isOnly && name && (
        <p class="small">
          <bdi>{name}</bdi>
        </p>
      )}
      {read.matches.map((one, n) => (
        <div key={n} class="stack">
          {!isChosen && (
            <Button icon="eye" onClick={() => onMatch(one)}>
              <MatchName match={one.match} />
            </Button>
          )}
          <Notes notes={one.match.notes} unit={one.match.unit} />
        </div>
      ))}
    </>
  );
}

function Refusal({ read }: { readonly read: Extract<ReadInput, { ok: false }> }) {
  if (!('unit' in read)) return <p>{texts.notRead[read.code]}</p>;
  if (read.foreign) return <p>{texts.waysOut[read.foreign]}</p>;
  return (
    <>
      <p>{texts.refused[read.unit](read.line)}</p>
      <p class="small">{`${texts.faults[read.code]} (${read.code})`}</p>
    </>
  );
}

function MatchName({ match: { names, length } }: { readonly match: ImportedMatch }) {
  return (
    <>
      <bdi>{names[0]}</bdi> – <bdi>{names[1]}</bdi>, {length === 0 ? studyTexts.money : studyTexts.points(length)}
    </>
  );
}

/** The number of remarks that are shown. */
const MOST_NOTES = 20;

interface NotesProps {
  readonly notes: readonly ImportNote[];
  readonly unit: ImportedMatch['unit'];
}

/** The remarks about a match, in words. The bytes of a binary file mean nothing to a reader. */
function Notes({ notes, unit }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{texts.partly}</p>
      <ul class="small">
        {notes.slice(0, MOST_NOTES).map((note, n) => (
          <li key={n}>{texts.note(note.game, unit === 'line' ? note.line : null, texts.notes[note.code])}</li>
        ))}
      </ul>
      {notes.length > MOST_NOTES && <p class="small">{texts.moreNotes(notes.length - MOST_NOTES)}</p>}
    </Notice>
  );
}
