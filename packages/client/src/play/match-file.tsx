import './match-file.css';
import type { ArchivedFile, ImportedMatch, ImportNote } from 'bg-record/import';
import type { Situation } from 'bg-rules';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CollectionStore, type Kept, MOST_MATCHES } from '../collection/collection-store.ts';
import {
  type ImportSource,
  openInput,
  type ReadInput,
  type ReadMatch,
  readAgain,
  readInput,
} from '../engine/read-import.ts';
import { collectionTexts } from '../strings/collection.ts';
import { studyTexts } from '../strings/study.ts';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { useDrop } from '../ui/use-drop.ts';

const texts = studyTexts.imports;
const keptTexts = collectionTexts.kept;

interface FieldProps {
  /** Opens a match. Without it the matches are only kept, as on the page of the collection. */
  readonly onMatch?: (read: ReadMatch) => void;
  /** Takes a position that an id names. Without it an id is refused. */
  readonly onPosition?: (situation: Situation) => void;
}

/** One thing that waits to be read: a file, one in an archive, or a text without a name. */
interface Unread {
  readonly name: string | null;
  readonly content: Blob | string | ArchivedFile;
}

/** One thing that the reader brought, as far as it was read. */
interface Brought {
  readonly name: string | null;
  readonly read: Exclude<ReadInput, { kind: 'matches' }> | ListedFile;
}

interface ListedFile {
  readonly ok: true;
  readonly kind: 'listed';
  readonly matches: readonly Listed[];
}

/** A match that was read, without its moves: many files would need much memory. */
interface Listed extends Pick<ImportedMatch, 'names' | 'length' | 'notes' | 'unit'> {
  readonly source: ImportSource;
}

/** The number of files that are read at once. */
const MOST_FILES = 2_000;
/** The number of files that are shown one by one. */
const MOST_SHOWN = 50;
const FORMATS = '.mat, .sgf, .xg, .xgp, .ogxm, .txt, .zip';
/** A line of text with an id. Longer texts are read when they are pasted or the button is pressed. */
const ROWS = 2;

/**
 * One field for files, texts and ids of other programs: paste, drop or choose. It says what was read, and what could not be.
 * Every match is kept in the collection of this browser.
 */
export function MatchFileField({ onMatch, onPosition }: FieldProps) {
  const store = useMemo(() => new CollectionStore(), []);
  const [text, setText] = useState('');
  const [brought, setBrought] = useState<readonly Brought[]>([]);
  const [kept, setKept] = useState<Kept | 'failed' | null>(null);
  const [left, setLeft] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const turn = useRef(0);
  // A page that was left must not open what is still being read.
  useEffect(() => () => void turn.current++, []);

  async function take(inputs: readonly Unread[]) {
    const own = ++turn.current;
    const all: Brought[] = [];
    const waiting = inputs.slice(0, MOST_FILES);
    let leftOut = inputs.length - waiting.length;
    let sum: Kept | 'failed' | null = null;
    setBrought([]);
    setKept(null);
    setSkipped(leftOut);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      setLeft(waiting.length + 1);
      const { name, content } = next;
      const archive = content instanceof Blob ? await openInput(content) : null;
      if (own !== turn.current) return;
      if (archive?.ok) {
        const files = archive.files.slice(0, MOST_FILES - all.length - waiting.length);
        waiting.unshift(...files.map((file) => ({ name: `${name}/${file.name}`, content: file })));
        leftOut += archive.files.length - files.length + archive.left;
        setSkipped(leftOut);
        continue;
      }
      const read = archive ?? (await readInput(content));
      if (own !== turn.current) return;
      if (!read.ok || read.kind === 'position') all.push({ name, read });
      else {
        const { matches } = read;
        all.push({ name, read: { ok: true, kind: 'listed', matches: matches.map(listed) } });
        const [only, ...others] = matches;
        if (all.length === 1 && waiting.length === 0 && others.length === 0 && only) onMatch?.(only);
        sum = sum === 'failed' ? sum : await keep(store, matches, sum);
      }
      if (own !== turn.current) return;
      setBrought([...all]);
      setKept(sum);
    }
    setLeft(0);
    const [only, ...others] = all;
    if (others.length === 0 && only?.read.ok && only.read.kind === 'position')
      onPosition?.(only.read.position.situation);
  }
  const open = async ({ source }: Listed) => {
    const match = await readAgain(source);
    if (match) onMatch?.({ match, source });
  };
  const takeFiles = (files: Iterable<File>) => {
    // a folder has hidden files of the system
    const list = [...files]
      .filter(({ name }) => !name.startsWith('.'))
      .map((file) => ({ name: file.name, content: file }));
    if (list.length > 0) void take(list);
    return list.length > 0;
  };
  const takeText = (content: string) => {
    if (content.trim() !== '') void take([{ name: null, content }]);
  };

  const takeData = (data: DataTransfer | null) => {
    const isFiles = takeFiles(data?.files ?? []);
    if (!isFiles) takeText(data?.getData('text') ?? '');
    return isFiles;
  };
  const { isOver, target } = useDrop(takeData);
  const told = brought.filter((one) => needsWords(one, !!onMatch));
  const shown = told.slice(0, MOST_SHOWN);
  const hidden = told.length - shown.length;

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
        <FileButton
          label={texts.choose}
          hint={FORMATS}
          accept=".mat,.sgf,.ogxm,.txt,.xg,.xgp,.gz,.zip"
          multiple
          onFiles={takeFiles}
        />
        <FileButton label={texts.chooseFolder} folder onFiles={takeFiles} />
      </div>
      {skipped > 0 && <Notice tone="warn">{texts.tooMany(MOST_FILES, skipped)}</Notice>}
      {left > 0 && <Waiting>{texts.reading(left)}</Waiting>}
      {kept && <KeptNotice kept={kept} hasLink={!!onMatch} />}
      {shown.map((one, n) => (
        <Result
          key={`${turn.current}-${n}`}
          brought={one}
          isOnly={brought.length === 1}
          takesPosition={!!onPosition}
          onMatch={onMatch ? (match) => void open(match) : null}
        />
      ))}
      {hidden > 0 && <p class="soft small">{texts.moreFiles(hidden)}</p>}
    </fieldset>
  );
}

function listed({ match: { names, length, notes, unit }, source }: ReadMatch): Listed {
  return { names, length, notes, unit, source };
}

/** Keeps the matches of a file, and adds what became of them to that of the files before. */
async function keep(
  store: CollectionStore,
  matches: readonly ReadMatch[],
  before: Kept | null,
): Promise<Kept | 'failed'> {
  const now = await store.add(matches).catch(() => null);
  if (now === null) return 'failed';
  const sum = (name: keyof Kept) => now[name] + (before?.[name] ?? 0);
  return { added: sum('added'), known: sum('known'), refused: sum('refused') };
}

function KeptNotice({ kept, hasLink }: { readonly kept: Kept | 'failed'; readonly hasLink: boolean }) {
  if (kept === 'failed') return <Notice tone="warn">{keptTexts.failed}</Notice>;
  const { added, known, refused } = kept;
  return (
    <Notice tone={refused > 0 ? 'warn' : 'good'}>
      <p>
        {[added > 0 && keptTexts.added(added), known > 0 && keptTexts.known(known)].filter(Boolean).join(' ')}{' '}
        {hasLink && <a href="/collection">{keptTexts.open}</a>}
      </p>
      {refused > 0 && <p>{keptTexts.full(refused, MOST_MATCHES)}</p>}
    </Notice>
  );
}

/** True for a file about which the reader must be told something, or that offers a choice. */
function needsWords({ read }: Brought, hasButtons: boolean): boolean {
  return !read.ok || read.kind === 'position' || hasButtons || read.matches.some(({ notes }) => notes.length > 0);
}

interface ResultProps {
  readonly brought: Brought;
  readonly isOnly: boolean;
  readonly takesPosition: boolean;
  readonly onMatch: ((match: Listed) => void) | null;
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
          {!isChosen && onMatch && (
            <Button icon="eye" onClick={() => onMatch(one)}>
              <MatchName match={one} />
            </Button>
          )}
          {!onMatch && one.notes.length > 0 && (
            <p>
              <MatchName match={one} />
            </p>
          )}
          <Notes notes={one.notes} unit={one.unit} />
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

function MatchName({ match: { names, length } }: { readonly match: Pick<ImportedMatch, 'names' | 'length'> }) {
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
