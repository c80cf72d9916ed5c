import { describe, expect, it } from 'vitest';
import { askWitness, type WitnessRequest } from '../src/ask-witness.ts';
import { toBase64 } from '../src/encoding.ts';
import type { Fetch } from '../src/fetching.ts';
import { cosigner, ed25519Signer } from '../src/key.ts';
import { emptyRoot } from '../src/merkle.ts';
import { addSignatures, formatSignatureLine, signNote } from '../src/note.ts';
import { openCheckpoint } from '../src/open-checkpoint.ts';
import type { LogCode } from '../src/result.ts';
import { TileTree } from '../src/tree.ts';
import {
  formatAddCheckpoint,
  MAX_REQUEST_BYTES,
  parseAddCheckpoint,
  Witness,
  type WitnessState,
  type WitnessStore,
} from '../src/witness.ts';
import { LogWriter, storageSource } from '../src/writer.ts';
import { accept, code, entries, logOf, makeLog, ORIGIN, plainRoot, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

const TIME = 1_700_000_000;
const witnessSigner = cosigner('witness.example/w1', new Uint8Array(32).fill(50), () => TIME);

class MemoryStore implements WitnessStore {
  readonly states = new Map<string, WitnessState>();

  async read(origin: string): Promise<WitnessState | null> {
    return this.states.get(origin) ?? null;
  }

  async advance(origin: string, previous: WitnessState | null, next: WitnessState): Promise<boolean> {
    const now = this.states.get(origin) ?? null;
    if (now?.size !== previous?.size || (now && toBase64(now.root) !== toBase64(previous!.root))) return false;
    this.states.set(origin, next);
    return true;
  }
}

function makeWitness(store: WitnessStore = new MemoryStore()): Witness {
  return new Witness({
    signers: [witnessSigner],
    logKeys: (origin) => (origin === ORIGIN ? [signer.key] : null),
    store,
  });
}

/** A note of the test log at a size, and the proof from another size. */
async function headAt(size: number): Promise<{ note: string; tree: TileTree }> {
  const { storage, writer } = await logOf(size);
  const note = writer.note!;
  return { note, tree: new TileTree(size, value(accept(note)).root, storageSource(storage)) };
}

async function body(oldSize: number, size: number): Promise<string> {
  const { note, tree } = await headAt(size);
  return formatAddCheckpoint({ oldSize, proof: value(await tree.consistencyProof(oldSize)), checkpoint: note });
}

describe('a witness', () => {
  it('cosigns what it can connect to what it cosigned before', async () => {
    const witness = makeWitness();
    for (const [old, size] of [
      [0, 5],
      [5, 300],
      [300, 300],
      [300, 1024],
    ] as const) {
      const answer = await witness.addCheckpoint(await body(old, size));
      expect(answer).toMatchObject({ status: 200, refusal: null });
      const { note } = await headAt(size);
      const opened = value(openCheckpoint(addSignatures(note, [answer.body]), ORIGIN, [signer.key, witnessSigner.key]));
      expect(opened.signatures.map(({ time }) => time)).toEqual([null, TIME]);
    }
  });

  it('answers each fault with its status', async () => {
    const store = new MemoryStore();
    const witness = makeWitness(store);
    const random = new SeededRandom(1);
    await witness.addCheckpoint(await body(0, 5));
    const { note, tree } = await headAt(300);
    const proof = value(await tree.consistencyProof(5));
    const other = ed25519Signer('example.com/other', new Uint8Array(32).fill(3));
    const text = value(accept(note)).text;
    const cases: (readonly [number, LogCode, string])[] = [
      [400, 'request-form', 'old x\n\nnote'],
      [400, 'note-form', 'old 5\n\nnote'],
      [400, 'checkpoint-form', `old 5\n\n${await signNote('no checkpoint\n', [signer])}`],
      [404, 'unknown-log', `old 5\n\n${await signNote(text.replace(ORIGIN, 'example.com/other'), [other])}`],
      [403, 'unknown-signers', formatAddCheckpoint({ oldSize: 5, proof, checkpoint: await signNote(text, [other]) })],
      [
        403,
        'bad-signature',
        formatAddCheckpoint({ oldSize: 5, proof, checkpoint: note.replace('\n300\n', '\n301\n') }),
      ],
      [400, 'old-size', formatAddCheckpoint({ oldSize: 301, proof, checkpoint: note })],
      [409, 'old-size', formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: note })],
      [409, 'old-size', formatAddCheckpoint({ oldSize: 6, proof, checkpoint: note })],
      [422, 'wrong-proof', formatAddCheckpoint({ oldSize: 5, proof: [], checkpoint: note })],
      [422, 'wrong-proof', formatAddCheckpoint({ oldSize: 5, proof: proof.slice(1), checkpoint: note })],
      [422, 'wrong-proof', formatAddCheckpoint({ oldSize: 5, proof: [...proof, emptyRoot()], checkpoint: note })],
      [
        422,
        'wrong-proof',
        formatAddCheckpoint({ oldSize: 5, proof: [flipBit(proof[0]!, random), ...proof.slice(1)], checkpoint: note }),
      ],
    ];
    for (const [status, expected, request] of cases) {
      const answer = await witness.addCheckpoint(request);
      expect([answer.status, answer.refusal?.code], request).toEqual([status, expected]);
      const namesSize = status === 409;
      expect(answer.contentType).toBe(namesSize ? 'text/x.tlog.size' : 'text/plain; charset=utf-8');
      if (namesSize) expect(answer.body).toBe('5\n');
    }
    expect(store.states.get(ORIGIN)!.size).toBe(5);
  });

  it('requires an empty proof for an old size of 0', async () => {
    const { note } = await headAt(5);
    const request = formatAddCheckpoint({ oldSize: 0, proof: [emptyRoot()], checkpoint: note });
    expect(await makeWitness().addCheckpoint(request)).toMatchObject({ status: 422 });
  });

  it('refuses another root of the same size, and has both notes', async () => {
    const witness = makeWitness();
    await witness.addCheckpoint(await body(0, 5));
    const forked = await signNote(`${ORIGIN}\n5\n${toBase64(plainRoot(6))}\n`, [signer]);
    const answer = await witness.addCheckpoint(formatAddCheckpoint({ oldSize: 5, proof: [], checkpoint: forked }));
    expect(answer).toMatchObject({ status: 409, refusal: { code: 'conflict', size: null } });
    expect(answer.refusal!.contradiction).toEqual({ older: (await headAt(5)).note, newer: forked });
    // An empty tree has one root only.
    const empty = await signNote(`${ORIGIN}\n0\n${toBase64(plainRoot(6))}\n`, [signer]);
    const first = await makeWitness().addCheckpoint(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: empty }));
    expect(first).toMatchObject({ status: 409, refusal: { code: 'conflict', contradiction: null } });
  });

  // The race of the specification: two requests are checked against the same state.
  it('lets only one of two simultaneous requests advance', async () => {
    const store = new MemoryStore();
    const witness = makeWitness(store);
    await witness.addCheckpoint(await body(0, 5));
    const requests = [await body(5, 300), await body(5, 1024)];
    const answers = await Promise.all(requests.map((request) => witness.addCheckpoint(request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]!.status === 200 ? 300 : 1024;
    expect(store.states.get(ORIGIN)!.size).toBe(winner);
    expect(answers.find(({ status }) => status === 409)!.body).toBe(`${winner}\n`);
  });

  it('signs nothing that its store did not take', async () => {
    const store = new MemoryStore();
    store.advance = async () => {
      throw new Error('the disk is full');
    };
    await expect(makeWitness(store).addCheckpoint(await body(0, 5))).rejects.toThrow('the disk is full');
  });
});

describe('requests', () => {
  it('are written and parsed', async () => {
    const { note, tree } = await headAt(300);
    const request = { oldSize: 77, proof: value(await tree.consistencyProof(77)), checkpoint: note };
    expect(value(parseAddCheckpoint(formatAddCheckpoint(request)))).toEqual(request);
  });

  it.each([
    '',
    'old 1\n',
    'old 01\n\nn',
    'old  1\n\nn',
    'old -1\n\nn',
    'Old 1\n\nn',
    'old 9007199254740992\n\nn',
    'old 1\nAAAA\n\nn',
    `old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\nn`,
    `old 1\n\n${'x'.repeat(MAX_REQUEST_BYTES)}`,
  ])('are refused: %j', (request) => {
    expect(code(parseAddCheckpoint(request))).toBe('request-form');
  });
});

describe('asking a witness', () => {
  /** Carries requests to a witness, as HTTP does. */
  function carry(witness: Witness): { fetch: Fetch; urls: string[] } {
    const urls: string[] = [];
    return {
      urls,
      async fetch(url, init) {
        urls.push(url);
        const { status, contentType, body } = await witness.addCheckpoint(init.body!);
        return new Response(body, { status, headers: { 'content-type': contentType } });
      },
    };
  }

  async function asking(size: number, fetch: Fetch, oldSize = 0): Promise<WitnessRequest> {
    const { note, tree } = await headAt(size);
    const prove = (old: number) => tree.consistencyProof(old);
    return { url: 'https://w.example/', keys: [witnessSigner.key], checkpoint: note, oldSize, prove, fetch };
  }

  const answering = (body: string, status = 200, contentType = 'text/plain'): Fetch => {
    return async () => new Response(body, { status, headers: { 'content-type': contentType } });
  };

  it('gets cosignatures, with the right old size or by being told it', async () => {
    const { fetch, urls } = carry(makeWitness());
    const first = value(await askWitness(await asking(5, fetch)));
    expect(first).toMatchObject([{ time: TIME, key: witnessSigner.key }]);
    value(await askWitness(await asking(300, fetch, 5)));
    expect(urls).toEqual(Array(2).fill('https://w.example/add-checkpoint'));
    value(await askWitness(await asking(1024, fetch, 0)));
    expect(urls).toHaveLength(4);
  });

  it('learns that the witness is ahead, and that it refused a conflict', async () => {
    const witness = makeWitness();
    await witness.addCheckpoint(await body(0, 300));
    const { fetch } = carry(witness);
    expect(code(await askWitness(await asking(5, fetch)))).toBe('witness-ahead');
    const forked = await signNote(`${ORIGIN}\n300\n${toBase64(plainRoot(6))}\n`, [signer]);
    const asked = { ...(await asking(300, fetch, 300)), checkpoint: forked };
    expect(code(await askWitness(asked))).toBe('conflict');
  });

  it.each<[LogCode, Fetch]>([
    ['witness-unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['witness-unreachable', answering('x'.repeat(300_000))],
    ['witness-refused', answering('no', 500)],
    ['witness-refused', answering('no', 404)],
    ['witness-answer', answering('')],
    ['witness-answer', answering('no signature line\n')],
    ['witness-answer', answering(formatSignatureLine({ name: 'other', id: 1, signature: new Uint8Array(72) }))],
    ['witness-answer', answering('five\n', 409, 'text/x.tlog.size')],
    ['conflict', answering('0\n', 409, 'text/x.tlog.size')],
    ['bad-signature', answering(formatSignatureLine({ ...witnessSigner.key, signature: new Uint8Array(72) }))],
  ])('fails with %s', async (expected, fetch) => {
    expect(code(await askWitness(await asking(5, fetch)))).toBe(expected);
  });

  it('does not accept the cosignature of another checkpoint', async () => {
    const { fetch } = carry(makeWitness());
    const [cosignature] = value(await askWitness(await asking(5, fetch)));
    expect(code(await askWitness(await asking(300, answering(cosignature!.line))))).toBe('bad-signature');
  });
});

it('a log that asks a witness before it publishes shows its cosignature', async () => {
  const { storage } = await makeLog(0);
  const witness = makeWitness();
  const writer = value(
    await LogWriter.open({
      origin: ORIGIN,
      signer,
      storage,
      async beforePublish(note, { tree }) {
        const asked = await askWitness({
          url: 'https://w.example',
          keys: [witnessSigner.key],
          checkpoint: note,
          oldSize: 0,
          prove: (old) => tree.consistencyProof(old),
          fetch: async (_, init) => {
            const { status, contentType, body } = await witness.addCheckpoint(init.body!);
            return new Response(body, { status, headers: { 'content-type': contentType } });
          },
        });
        return addSignatures(
          note,
          value(asked).map(({ line }) => line),
        );
      },
    }),
  );
  for (const [from, to] of [
    [0, 10],
    [10, 700],
  ] as const) {
    const { note } = value(await writer.append(entries(from, to)));
    expect(value(openCheckpoint(note, ORIGIN, [signer.key, witnessSigner.key])).signatures).toHaveLength(2);
  }
});
