import '../../ui/plain-list.css';
import { type MatchRecord, type NotVerified, type Verified, visible } from 'bg-record';
import { decidingScore, opponent } from 'bg-rules';
import type { ComponentChildren } from 'preact';
import { scoreThen } from '../../play/score.ts';
import type { RecordFile, Report } from '../../records/check.ts';
import type { Verifier } from '../../records/verifier.ts';
import { noteText } from '../../strings/note-text.ts';
import { quotedText } from '../../strings/quoted-text.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { type CheckState, checklist } from './checklist.ts';
import { Rolls } from './rolls.tsx';
import { TamperDemo } from './tamper-demo.tsx';

interface ReportProps {
  readonly verifier: Verifier;
  readonly file: RecordFile;
  readonly report: Report;
  /** Returns a text about the key of the server that closed the record. */
  readonly relation: (server: string) => ComponentChildren;
  /** Returns the place of a valid record in the public log of this service. */
  readonly place: (record: MatchRecord) => ComponentChildren;
  /** Null if matches cannot be reviewed. */
  readonly onReview: ((match: string, file: RecordFile) => void) | null;
}

/** The verdict, followed by its details. */
export function ReportView({ verifier, file, report, relation, place, onReview }: ReportProps) {
  if (report.kind === 'unreadable')
    return (
      <Verdict tone="bad" title={verifyTexts.unreadable} lines={[verifyTexts.unreadableFor[report.code]]} file={file} />
    );
  if (report.kind === 'other-format') {
    const { format, known } = report;
    const lines = [verifyTexts.otherFormatText(format, known)];
    return <Verdict tone="unknown" title={verifyTexts.otherFormat} lines={lines} file={file} />;
  }
  const { verdict, header, rolls } = report;
  return (
    <>
      {verdict.ok ? <Genuine verdict={verdict} file={file} /> : <Broken verdict={verdict} file={file} />}
      {verdict.ok && place(verdict.record)}
      {verdict.ok && onReview && (
        <div class="row">
          <Button kind="primary" icon="eye" onClick={() => onReview(verdict.id, file)}>
            {verifyTexts.review}
          </Button>
        </div>
      )}
      <Checklist report={report} />
      {header && (
        <Group title={verifyTexts.server}>
          <code>{header.server}</code>
          {relation(header.server)}
        </Group>
      )}
      {header && rolls.length > 0 && <Rolls verifier={verifier} header={header} rolls={rolls} />}
      {verdict.ok && <TamperDemo verifier={verifier} file={file} />}
      <Group title={verifyTexts.limits}>
        <ul class="plain-list">
          {[...verdictNotes(report), ...verifyTexts.limitList].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Group>
    </>
  );
}

function verdictNotes(report: Report): string[] {
  const verified = report.kind === 'checked' && report.verdict.ok ? report.verdict : null;
  return verified?.notes.map((note) => noteText(note, verified.players)) ?? [];
}

const VERDICT_ICONS = { good: 'seal', bad: 'cross', unknown: 'info' } as const;

interface VerdictProps {
  readonly tone: keyof typeof VERDICT_ICONS;
  readonly title: string;
  readonly lines: readonly string[];
  readonly file: RecordFile;
}

function Verdict({ tone, title, lines, file }: VerdictProps) {
  return (
    <section class={`verdict verdict--${tone}`} role="status">
      <Icon name={VERDICT_ICONS[tone]} />
      <div>
        <h2>{title}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p class="small verdict__file">{verifyTexts.file(quotedText(file.name))}</p>
      </div>
    </section>
  );
}

interface GenuineProps {
  readonly verdict: Verified;
  readonly file: RecordFile;
}

function Genuine({ verdict, file }: GenuineProps) {
  const { players, result, rolls, record } = verdict;
  const { winner } = result;
  const score = decidingScore(result, record.header.length);
  const [name, how] = [quotedText(players[winner].name), verifyTexts.reasons[result.reason]];
  const outcome = score
    ? verifyTexts.result(name, `${score[winner]}–${score[opponent(winner)]}`, how)
    : verifyTexts.wonEarly(name, how, scoreThen(result.score, winner)?.join('–') ?? '');
  return (
    <Verdict
      tone="good"
      title={verifyTexts.valid}
      lines={[verifyTexts.plainly(rolls, score?.join('–') ?? ''), outcome]}
      file={file}
    />
  );
}

function Broken({ verdict, file }: { readonly verdict: NotVerified; readonly file: RecordFile }) {
  const { event, message, code } = verdict;
  const lines = [`${verifyTexts.invalidAt(event)} ${sentence(visible(message))}`, `${verifyTexts.code}: ${code}`];
  return <Verdict tone="bad" title={verifyTexts.invalid} lines={lines} file={file} />;
}

/** The verifier's messages follow a colon. This makes one a sentence of its own. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
}

const icons: Readonly<Record<CheckState, IconName>> = {
  passed: 'check',
  failed: 'cross',
  until: 'check',
  skipped: 'clock',
};

function Checklist({ report }: { readonly report: Extract<Report, { kind: 'checked' }> }) {
  return (
    <Group title={verifyTexts.checklist}>
      <ul class="checks">
        {checklist(report.verdict).map(({ name, state }) => {
          const [title, text] = verifyTexts.checks[name];
          return (
            <li key={name} class={`check check--${state}`}>
              <Icon name={icons[state]} label={verifyTexts.states[state]} />
              <div>
                <h3>
                  {title} {state !== 'passed' && <span class="tag">{verifyTexts.states[state]}</span>}
                </h3>
                <p class="soft small">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Group>
  );
}
