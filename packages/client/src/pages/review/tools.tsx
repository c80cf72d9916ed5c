import { type Header, type MatchRecord, toMat, toOgxm, toSgf } from 'bg-record';
import { type ImportedMatch, importToMat, importToSgf } from 'bg-record/import';
import { makeGnuId, makeMatchId, makePositionId, makeXgid, type Situation, situationOf } from 'bg-rules';
import { saveFile } from '../../platform/browser.ts';
import { matchFileName } from '../../play/file-name.ts';
import type { CheckedRecord } from '../../records/load.ts';
import { studyPath } from '../../records/study-link.ts';
import { reviewTexts } from '../../strings/review.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.tools;

/** Exports: the moment as text for other programs, a link to it, the match as a file. */
export function Tools({ review }: { readonly review: Review }) {
  const { subject } = review;
  const situation = situationOf(review.now.moment.state);
  return (
    <section class="card stack take" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <Copies situation={situation} path={subject.origin === 'import' ? null : review.path} />
      {subject.origin === 'import' ? (
        <ImportFiles imported={subject.imported} />
      ) : (
        <Files checked={subject.checked} deep={review.deep} />
      )}
      <Ids situation={situation} />
    </section>
  );
}

interface CopiesProps {
  readonly situation: Situation;
  /** The address of the moment. Null if it has none that others could open. */
  readonly path: string | null;
}

function Copies({ situation, path }: CopiesProps) {
  return (
    <div class="row">
      {path !== null && (
        <Button kind="soft" icon="link" onClick={() => copy(`${location.origin}${path}`, texts.copied.link)}>
          {texts.link}
        </Button>
      )}
      <LinkButton icon="eye" href={studyPath(situation)}>
        {texts.study}
      </LinkButton>
      <Button icon="copy" onClick={() => copy(makeXgid(situation), texts.copied.xgid)}>
        {texts.xgid}
      </Button>
      <Button icon="copy" onClick={() => copy(makeGnuId(situation), texts.copied.gnu)}>
        {texts.gnu}
      </Button>
    </div>
  );
}

interface FilesProps extends Pick<Review, 'deep'> {
  readonly checked: CheckedRecord;
}

function Files({ checked: { record, text }, deep }: FilesProps) {
  const { id } = record.header;
  return (
    <div class="row">
      {FILES.map((kind) => (
        <Button
          key={kind}
          icon="download"
          aria-label={texts.filesLong[kind]}
          title={texts.filesLong[kind]}
          onClick={() => saveMatch(kind, record, text)}
        >
          {texts.files[kind]}
        </Button>
      ))}
      {deep.state.kind === 'done' && (
        <LinkButton icon="download" href={`/api/analysis/${id}?deep=1&judgements=1`} download={`${id}.report.json`}>
          {texts.judgements}
        </LinkButton>
      )}
      <LinkButton icon="shield" href={`/verify/${id}`}>
        {texts.verify}
      </LinkButton>
    </div>
  );
}

const IMPORT_FORMS = { mat: importToMat, sgf: importToSgf };

/** An imported match can be saved in the formats that need no header of ours. */
function ImportFiles({ imported }: { readonly imported: ImportedMatch }) {
  const { names, facts } = imported;
  const players = names.map((name) => ({ name }));
  return (
    <div class="row">
      {(['mat', 'sgf'] as const).map((kind) => (
        <Button
          key={kind}
          icon="download"
          aria-label={texts.filesLong[kind]}
          title={texts.filesLong[kind]}
          onClick={() =>
            saveFile(`${matchFileName(players, facts.date)}.${kind}`, IMPORT_FORMS[kind](imported), TYPES[kind])
          }
        >
          {texts.files[kind]}
        </Button>
      ))}
    </div>
  );
}

function Ids({ situation }: { readonly situation: Situation }) {
  return (
    <details class="small">
      <summary>{texts.ids}</summary>
      <dl class="take__ids">
        <dt>XGID</dt>
        <dd class="mono">{makeXgid(situation)}</dd>
        <dt>{texts.position}</dt>
        <dd class="mono">{makePositionId(situation.position, situation.onRoll)}</dd>
        <dt>{texts.match}</dt>
        <dd class="mono">{makeMatchId(situation)}</dd>
      </dl>
    </details>
  );
}

/** The formats in which a match can be saved. */
const FILES = ['json', 'mat', 'sgf', 'ogxm'] as const;
type FileKind = (typeof FILES)[number];

const TYPES: Readonly<Record<FileKind, string>> = {
  json: 'application/json',
  mat: 'text/plain',
  sgf: 'application/x-go-sgf',
  ogxm: 'application/octet-stream',
};

/** @param text the record as received */
function saveMatch(kind: FileKind, record: MatchRecord, text: string): void {
  saveFile(fileName(kind, record.header), contentOf(kind, record, text), TYPES[kind]);
}

/** A record keeps its id as its name. Files for other programs are named after the players and the day (UTC). */
export function fileName(kind: FileKind, { id, players, created }: Header): string {
  if (kind === 'json') return `${id}.json`;
  return `${matchFileName(players, new Date(created).toISOString().slice(0, 10))}.${kind}`;
}

export function contentOf(kind: FileKind, record: MatchRecord, text: string): string | Uint8Array<ArrayBuffer> {
  return kind === 'json' ? text : FORMS[kind](record);
}

const FORMS = { mat: toMat, sgf: toSgf, ogxm: toOgxm };
