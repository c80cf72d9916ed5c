import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey, type Header, type Key, keyFromSeed, type MatchEvent, type Transcript } from 'bg-record';
import type { KeyHolder } from '../connection/connection.ts';
import type { TextStorage } from '../platform/ports.ts';
import { type MatchStore, nothingSigned, type Seen } from '../session/match-store.ts';
import type { SignedRow } from '../session/signed-row.ts';
import { type EvidenceFile, factsOf } from '../stores/evidence.ts';

/** The beginning of the names of the files with evidence. */
const EVIDENCE = 'evidence-';

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
          // In one step, because a program that ends meanwhile must find whole texts.
          const draft = `${this.#pathOf('texts')}.draft`;
          writeFileSync(draft, JSON.stringify(this.#texts), { mode: 0o600 });
          renameSync(draft, this.#pathOf('texts'));
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
    const name = `${EVIDENCE}${createHash('sha256').update(factsOf(file)).digest('hex')}`;
    return this.#inTurn(async () => {
      if (!existsSync(this.#pathOf(name))) await this.#write(name, file);
    });
  }

  /** The evidence of faults, each fault once. */
  get evidence(): readonly EvidenceFile[] {
    const names = readdirSync(this.#folder).filter((name) => name.startsWith(EVIDENCE) && name.endsWith('.json'));
    return names.flatMap((name) => this.#read<EvidenceFile>(name.slice(0, -'.json'.length)) ?? []);
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

  /** Names come from matches, whose ids the server has chosen. */
  #pathOf(name: string): string {
    if (!/^[\w-]{1,200}$/.test(name)) throw new TypeError('not the name of a file of this folder');
    return join(this.#folder, `${name}.json`);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Null if there is no such file. */
  #read<T>(name: string): T | null {
    const path = this.#pathOf(name);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  }

  /** Resolves when the file is on the disk. A power cut leaves the file before it or this one. */
  async #write(name: string, content: unknown): Promise<void> {
    const path = this.#pathOf(name);
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
