import { visible } from 'bg-record';
import { useState } from 'preact/hooks';
import { check, type RecordFile, type Report } from '../../records/check.ts';
import type { Verifier } from '../../records/verifier.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

interface TamperDemoProps {
  readonly verifier: Verifier;
  readonly file: RecordFile;
}

interface Trial {
  readonly tampered: Tampered;
  readonly report: Report;
}

/** Demonstrates that the verifier detects a changed file. */
export function TamperDemo({ verifier, file }: TamperDemoProps) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const run = async () => {
    const tampered = tamper(file.bytes, Math.random(), Math.random());
    if (tampered) setTrial({ tampered, report: await check(verifier, tampered.bytes) });
  };
  return (
    <Group title={verifyTexts.demo}>
      <p class="soft">{verifyTexts.demoText}</p>
      <div class="row">
        <Button icon="redo" onClick={run}>
          {verifyTexts.demoButton}
        </Button>
      </div>
      {trial && <Outcome {...trial} />}
    </Group>
  );
}

function Outcome({ tampered: { at, from, to }, report }: Trial) {
  const fault = faultOf(report);
  return (
    <Notice tone={fault ? 'good' : 'warn'}>
      <p>{verifyTexts.demoChanged(at, visible(from), to)}</p>
      <p>{fault ? `${verifyTexts.demoCaught} ${fault}` : verifyTexts.demoHarmless}</p>
    </Notice>
  );
}

function faultOf(report: Report): string | null {
  if (report.kind === 'unreadable') return verifyTexts.unreadableFor[report.code];
  if (report.kind === 'other-format') return verifyTexts.otherFormatText(report.format, report.known);
  const { verdict } = report;
  if (verdict.ok) return null;
  const message = visible(verdict.message);
  return verdict.event === null ? message : verifyTexts.faultAt(verdict.event, message);
}

/** A file with one byte changed. */
interface Tampered {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/**
 * The replacement characters. With them the file stays text and mostly even JSON, so that the fault is in the content.
 */
const LETTERS = 'abcdef0123456789';

/**
 * Changes one byte, chosen by two numbers from 0 up to 1, to another letter or digit. Returns null for an empty file.
 */
export function tamper(bytes: Uint8Array, where: number, what: number): Tampered | null {
  const at = Math.floor(where * bytes.length);
  const old = bytes[at];
  if (old === undefined) return null;
  const from = String.fromCharCode(old);
  const others = [...LETTERS].filter((letter) => letter !== from);
  const to = others[Math.floor(what * others.length)] ?? 'x';
  const changed = Uint8Array.from(bytes);
  changed[at] = to.charCodeAt(0);
  return { bytes: changed, at, from, to };
}
