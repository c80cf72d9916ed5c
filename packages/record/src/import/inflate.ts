import { Refusal } from './imported.ts';

/**
 * Decompresses bytes with the platform, and stops as soon as there are more than `most`. Refuses damaged bytes (`damaged`) and more
 * than `most` bytes (`too-long`).
 *
 * @param place the number of the first byte in the file, from 1
 */
export async function inflated(
  bytes: Uint8Array,
  form: 'deflate' | 'deflate-raw' | 'gzip',
  most: number,
  place: number,
): Promise<Uint8Array> {
  const stream = new DecompressionStream(form);
  const writer = stream.writable.getWriter();
  // a fault shows on the reading side
  const written = writer.write(new Uint8Array(bytes)).then(() => writer.close());
  written.catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > most) break;
      chunks.push(next.value);
    }
  } catch {
    throw new Refusal('damaged', 'The compressed part is damaged.', place);
  } finally {
    if (size > most) await reader.cancel().catch(() => undefined);
  }
  if (size > most) throw new Refusal('too-long', 'The compressed part is too long for a match.', place);
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
