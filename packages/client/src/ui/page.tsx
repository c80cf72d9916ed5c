import type { ComponentChildren } from 'preact';
import { useTitle } from './tab-title.ts';

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
