import { effect, untracked } from '@preact/signals';
import { CollectionStore } from '../../collection/collection-store.ts';
import { Engine } from '../../engine/engine.ts';
import { browserLocks, browserStorage } from '../../platform/browser.ts';
import type { Client } from '../../state/client.ts';
import { Reviewer } from './reviewer.ts';

let made: Reviewer | null = null;

/** Returns the reviewer of this tab. It goes on while the reader looks at other pages, and rests during a live match against a person. */
export function reviewerOf({ matches }: Pick<Client, 'matches'>): Reviewer {
  if (made) return made;
  const reviewer = new Reviewer({
    store: new CollectionStore(),
    storage: browserStorage(),
    locks: browserLocks(),
    newEngine: () => new Engine(),
  });
  effect(() => {
    const isPlaying = matches.isAgainstPerson;
    untracked(() => reviewer.setPlaying(isPlaying));
  });
  made = reviewer;
  reviewer.resume();
  return reviewer;
}
