import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from '../strings/main.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Narrow pages are for text and forms. */
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

/** A page with its heading and its title in the browser's tab. */
export function Page({ title, lead, narrow = true, children }: PageProps) {
  useTitle(title);
  return (
    <div class={narrow ? 'page page--narrow' : 'page'}>
      <header class="page__head">
        <h1>{title}</h1>
        {lead && <p class="page__lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** Sets the title of the browser's tab. The home page has no part of its own. */
export function useTitle(part: string | null): void {
  useEffect(() => {
    document.title = part === null ? texts.app.title : `${tabTitle(part)} · ${texts.app.name}`;
  }, [part]);
}

/** Returns a text without the characters that isolate names, which some window managers show as boxes. */
export function tabTitle(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}
