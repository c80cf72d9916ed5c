import { useEffect, useRef, useState } from 'preact/hooks';
import type { CollectionStore } from '../../collection/collection-store.ts';
import { type ExportForm, ExportWriter } from '../../collection/export.ts';
import type { KeptMatch } from '../../collection/kept-match.ts';
import { readAllAgain } from '../../engine/read-import.ts';
import { saveFile } from '../../platform/browser.ts';
import { matchFileName } from '../../play/file-name.ts';
import { collectionTexts as texts } from '../../strings/collection.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ExportProps {
  readonly store: CollectionStore;
  readonly chosen: readonly KeptMatch[];
}

const FORMS: readonly ExportForm[] = ['mat', 'sgf'];

const BETWEEN_MS = 500;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly done: number; readonly all: number }
  /** The number of matches that could not be read any more. */
  | { readonly kind: 'failed'; readonly missing: number };

/** Saves matches as files for other programs. */
export function Export({ store, chosen }: ExportProps) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const save = async (form: ExportForm) => {
    const report = (done: number) => setState({ kind: 'busy', done, all: chosen.length });
    report(0);
    const { files, missing } = await exported(store, chosen, form, report, () => isGone.current);
    if (isGone.current) return;
    const name = chosen.length === 1 && chosen[0] ? nameOf(chosen[0]) : texts.fileName;
    for (const [n, text] of files.entries()) {
      // Some browsers start only the last of several downloads of one moment.
      if (n > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      saveFile(`${name}${files.length > 1 ? ` ${n + 1}` : ''}.${form}`, text, 'text/plain;charset=utf-8');
    }
    setState(missing > 0 ? { kind: 'failed', missing } : { kind: 'idle' });
  };
  return (
    <>
      {FORMS.map((form) => (
        <Button key={form} icon="download" disabled={state.kind === 'busy'} onClick={() => void save(form)}>
          {texts.save[form]}
        </Button>
      ))}
      {state.kind === 'busy' && <span role="status">{texts.saving(state.done, state.all)}</span>}
      {state.kind === 'failed' && <Notice tone="bad">{texts.notSaved(state.missing)}</Notice>}
    </>
  );
}

function nameOf({ names, date }: KeptMatch): string {
  return matchFileName(
    names.map((name) => ({ name })),
    date,
  );
}

/** Reads the files of the matches, each once, and writes them again in the order of the list. */
async function exported(
  store: CollectionStore,
  chosen: readonly KeptMatch[],
  form: ExportForm,
  report: (done: number) => void,
  isStopped: () => boolean,
): Promise<{ readonly files: readonly string[]; readonly missing: number }> {
  const writer = new ExportWriter(form);
  const byFile = new Map<string, KeptMatch[]>();
  for (const match of chosen) byFile.set(match.file, [...(byFile.get(match.file) ?? []), match]);
  let missing = 0;
  let done = 0;
  for (const matches of byFile.values()) {
    const [first] = matches;
    const source = first ? await store.source(first).catch(() => null) : null;
    const read = source && (await readAllAgain(source.text));
    if (isStopped()) break;
    for (const { index } of matches) {
      const match = read?.[index];
      if (match) writer.add(match);
      else missing++;
    }
    done += matches.length;
    report(done);
  }
  return { files: writer.end(), missing };
}
