import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, row by row. */
  readonly rgb: Buffer;
}

/** Reduces the colours of the picture. The difference is invisible, and the file takes half the space. */
export async function smaller(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, rgb } = await pixelsOf(page, png);
  return encode({ width, height, rgb: Buffer.from(rgb.map((value) => value & ~3)) });
}

/** Lets the browser decode its own PNG. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const read = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    return { width, height, rgb: Array.from(data).filter((_, at) => at % 4 < 3) };
  }, png.toString('base64'));
  return { ...read, rgb: Buffer.from(read.rgb) };
}

/** Writes a PNG without filters, which would make flat colours larger. */
function encode({ width, height, rgb }: Pixels): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = Array.from({ length: height }, (_, y) => rgb.subarray(y * width * 3, (y + 1) * width * 3));
  const body = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row])), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}
