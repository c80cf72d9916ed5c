import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { Icon } from '../ui/icon.tsx';

/** The link in the header of every page to the next match that waits for the player. Absent if there is none. */
export function TurnsLink({ client }: { readonly client: Client }) {
  const { path } = useLocation();
  const others = client.turns.waiting.filter(({ match }) => path !== `/match/${match}`);
  useTurnsInTitle(others.length, path);
  const [next] = others;
  if (!next) return null;
  const label = texts.app.turns(others.length);
  return (
    <a class="button button--quiet offers-button" href={`/match/${next.match}`} aria-label={label} title={label}>
      <Icon name="dice" />
      <span class="tabular" aria-hidden="true">
        {others.length}
      </span>
    </a>
  );
}

const NUMBER = /^\(\d+\) /;

/** Puts the number of waiting matches in front of the title, whichever page sets it. */
function useTurnsInTitle(count: number, path: string): void {
  useEffect(() => {
    const show = () => {
      const plain = document.title.replace(NUMBER, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const title = document.querySelector('title');
    const observer = new MutationObserver(show);
    if (title) observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [count, path]);
}
