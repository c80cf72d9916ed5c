import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { texts } from '../strings/main.ts';
import { withoutIsolates } from '../strings/name-text.ts';

/** The part that the page has set. Null for the home page. Undefined until a page has been shown: the document has its own title then. */
const page = signal<string | null | undefined>(undefined);
/** The number of matches that wait for the player. */
const waiting = signal(0);
/** A message that takes the place of the title while it is shown. */
const message = signal<string | null>(null);

/** Writes the title of the browser's tab from its parts, now and whenever one of them changes. The only writer of the title. */
export function writeTitle(document: Pick<Document, 'title'>): () => void {
  return effect(() => {
    const count = waiting.value > 0 ? `(${waiting.value}) ` : '';
    if (message.value !== null) document.title = message.value;
    else if (page.value !== undefined) document.title = count + titleOf(page.value);
  });
}

function titleOf(part: string | null): string {
  return part === null ? texts.app.title : `${withoutIsolates(part)} · ${texts.app.name}`;
}

/** Sets the part of the title that names the page. The home page has none. */
export function useTitle(part: string | null): void {
  useEffect(() => {
    page.value = part;
  }, [part]);
}

/** Puts the number of waiting matches in front of the title. */
export function useWaitingInTitle(count: number): void {
  useEffect(() => {
    waiting.value = count;
  }, [count]);
  useEffect(
    () => () => {
      waiting.value = 0;
    },
    [],
  );
}

/** Shows a message in place of the title until the component is gone. */
export function useMessageInTitle(text: string): void {
  useEffect(() => {
    message.value = text;
    return () => {
      message.value = null;
    };
  }, [text]);
}
