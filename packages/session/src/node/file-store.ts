import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey, type Header, type Key, keyFromSeed, type MatchEvent, type Transcript } from 'bg-record';
import type { KeyHolder } from '../connection/connection.ts';
import type { TextStorage } from '../platform/ports.ts';
import { type MatchStore, nothingSigned, type Seen } from '../session/match-store.ts';
import type { SignedRow } from '../session/signed-row.ts';
import { type EvidenceFile, isSameFault } from '../stores/evidence.ts';

/** The data of one match, each member in a file of its own. */
interface MatchFiles {
  readonly signed: SignedRow;
  readonly seen: Seen;
  readonly transcript: Transcript;
}

/**
 * Keeps a key, small texts, and what the key has signed and received, as JSON files in a folder that only its owner may read. One process at a time may
 * use a folder: two with one key could sign two histories.
 */
export class FileStore implements MatchStore {
  readonly #folder: string;
  /** By the name of the file. */
  readonly #known = new Map<string, unknown>();
  readonly #texts: Record<string, string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#texts = this.#read<Record<string, string>>('texts') ?? {};
  }

  /** The key of this folder, created when something first needs it. */
  get keys(): KeyHolder {
    const texts = this.texts;
    const current = async (): Promise<Key | null> => {
      const seed = this.#read<string>('key');
      return seed === null ? null : keyFromSeed(Buffer.from(seed, 'hex'));
    };
    return {
      current,
      ensure: () =>
        this.#inTurn(async () => {
          const known = await current();
          if (known) return known;
          const key = await generateKey();
          await this.#write('key', Buffer.from(key.seed).toString('hex'));
          return key;
        }),
      get name() {
        return texts.read('name');
      },
      set name(name: string | null) {
        texts.write('name', name);
      },
    };
  }

  get texts(): TextStorage {
    return {
      read: (name) => this.#texts[name] ?? null,
      write: (name, text) => {
        if (text === null) delete this.#texts[name];
        else this.#texts[name] = text;
        try {
          writeFileSync(join(this.#folder, 'texts.json'), JSON.stringify(this.#texts), { mode: 0o600 });
          return true;
        } catch {
          return false;
        }
      },
    };
  }

  async signed(match: string): Promise<SignedRow> {
    return this.#get('signed', match) ?? nothingSigned(match);
  }

  place(match: string, next: (stored: SignedRow) => SignedRow | null): Promise<SignedRow> {
    return this.#inTurn(async () => {
      const stored = this.#get('signed', match) ?? nothingSigned(match);
      const signed = next(stored);
      if (!signed) return stored;
      await this.#put('signed', match, signed);
      return signed;
    });
  }

  async seen(match: string): Promise<Seen | null> {
    return this.#get('seen', match);
  }

  saveSeen(seen: Seen): Promise<void> {
    return this.#inTurn(() => this.#put('seen', seen.match, seen));
  }

  async transcript(match: string): Promise<Transcript | null> {
    return this.#get('transcript', match);
  }

  addEvents(header: Header, events: readonly MatchEvent[]): Promise<void> {
    return this.#inTurn(() => {
      const known = this.#get('transcript', header.id)?.events ?? [];
      const all = new Map([...known, ...events].map((event) => [event.n, event]));
      return this.#put('transcript', header.id, { header, events: [...all.values()].sort((a, b) => a.n - b.n) });
    });
  }

  addEvidence(file: EvidenceFile): Promise<void> {
    return this.#inTurn(async () => {
      const kept = this.evidence;
      if (!kept.some((one) => isSameFault(one, file))) await this.#write('evidence', [...kept, file]);
    });
  }

  /** The evidence of faults, oldest first. */
  get evidence(): readonly EvidenceFile[] {
    return this.#read<EvidenceFile[]>('evidence') ?? [];
  }

  #get<Kind extends keyof MatchFiles>(kind: Kind, match: string): MatchFiles[Kind] | null {
    const name = `${kind}-${match}`;
    return (this.#known.get(name) as MatchFiles[Kind] | undefined) ?? this.#read(name);
  }

  async #put<Kind extends keyof MatchFiles>(kind: Kind, match: string, content: MatchFiles[Kind]): Promise<void> {
    const name = `${kind}-${match}`;
    await this.#write(name, content);
    this.#known.set(name, content);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Null if there is no such file. */
  #read<T>(name: string): T | null {
    const path = join(this.#folder, `${name}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  }

  /** Resolves when the file is on the disk. A power cut leaves the file before it or this one. */
  async #write(name: string, content: unknown): Promise<void> {
    const path = join(this.#folder, `${name}.json`);
    const draft = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      const file = await open(draft, 'w', 0o600);
      await file
        .writeFile(JSON.stringify(content))
        .then(() => file.sync())
        .finally(() => file.close());
      await rename(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    const folder = await open(this.#folder);
    await folder.sync().finally(() => folder.close());
  }
}
