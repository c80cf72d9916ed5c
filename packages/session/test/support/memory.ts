import type { Header, MatchEvent, Transcript } from 'bg-record';
import type { TextStorage } from '../../src/platform/ports.ts';
import { type MatchStore, nothingSigned, type Seen } from '../../src/session/match-store.ts';
import type { SignedRow } from '../../src/session/signed-row.ts';
import { type EvidenceFile, isSameFault } from '../../src/stores/evidence.ts';

/** The store of one device, in memory. Passing it to a new session simulates a reload. */
export class MemoryStore implements MatchStore {
  readonly marks = new Map<string, SignedRow>();
  readonly seens = new Map<string, Seen>();
  readonly transcripts = new Map<string, Transcript>();
  readonly evidence: EvidenceFile[] = [];

  async signed(match: string): Promise<SignedRow> {
    return this.marks.get(match) ?? nothingSigned(match);
  }

  async place(match: string, next: (stored: SignedRow) => SignedRow | null): Promise<SignedRow> {
    const stored = this.marks.get(match) ?? nothingSigned(match);
    const row = next(stored);
    if (row) this.marks.set(match, row);
    return row ?? stored;
  }

  async seen(match: string): Promise<Seen | null> {
    return this.seens.get(match) ?? null;
  }

  async saveSeen(seen: Seen): Promise<void> {
    this.seens.set(seen.match, seen);
  }

  async transcript(match: string): Promise<Transcript | null> {
    return this.transcripts.get(match) ?? null;
  }

  async addEvents(header: Header, events: readonly MatchEvent[]): Promise<void> {
    const known = this.transcripts.get(header.id)?.events ?? [];
    const all = new Map([...known, ...events].map((event) => [event.n, event]));
    this.transcripts.set(header.id, { header, events: [...all.values()].sort((a, b) => a.n - b.n) });
  }

  async addEvidence(file: EvidenceFile): Promise<void> {
    if (!this.evidence.some((kept) => isSameFault(kept, file))) this.evidence.push(file);
  }
}

export function memoryStorage(): TextStorage {
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
