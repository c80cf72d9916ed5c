import type { Header, MatchEvent, Transcript } from 'bg-record';
import type { Mark } from '../../src/session/marks.ts';
import type { MatchStore } from '../../src/session/match-store.ts';
import type { Shelf } from '../../src/session/ports.ts';

/** What one device keeps, in memory. Handing it to a new session is a reload. */
export class MemoryStore implements MatchStore {
  readonly marks = new Map<string, Mark>();
  readonly transcripts = new Map<string, Transcript>();
  readonly evidence: Transcript[] = [];

  async mark(match: string): Promise<Mark | null> {
    return this.marks.get(match) ?? null;
  }

  async place(mark: Mark, allowed: (stored: Mark | null) => boolean): Promise<boolean> {
    if (!allowed(this.marks.get(mark.match) ?? null)) return false;
    this.marks.set(mark.match, mark);
    return true;
  }

  async transcript(match: string): Promise<Transcript | null> {
    return this.transcripts.get(match) ?? null;
  }

  async remember(header: Header, events: readonly MatchEvent[]): Promise<void> {
    const known = this.transcripts.get(header.id)?.events ?? [];
    this.transcripts.set(header.id, { header, events: [...known, ...events] });
  }

  async addEvidence(_match: string, transcripts: readonly Transcript[]): Promise<void> {
    this.evidence.push(...transcripts);
  }
}

export function memoryShelf(): Shelf {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => {
      if (text === null) texts.delete(name);
      else texts.set(name, text);
      return true;
    },
  };
}
