/** Encodes a picture as a PNG with at most 200 colors, because such a file is small. */
import { crc32, deflateSync } from 'node:zlib';

export type Pixels = { width: number; height: number; /** RGBA. */ data: Uint8Array };

export function palettePng({ width, height, data }: Pixels): Buffer {
  const keyAt = (at: number): number => ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) counts.set(keyAt(at), (counts.get(keyAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 200)
    .map(([key]) => key);
  const nearest = new Map(palette.map((key, index) => [key, index]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const key = keyAt((y * width + x) * 4);
      const index = nearest.get(key) ?? closest(palette, key);
      nearest.set(key, index);
      rows[y * (width + 1) + x + 1] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8 and color type 3: each pixel is an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = (key: number): [number, number, number] => [key >> 16, (key >> 8) & 255, key & 255];

function closest(palette: readonly number[], key: number): number {
  const [r, g, b] = channels(key);
  let best = { index: 0, distance: Infinity };
  for (const [index, each] of palette.entries()) {
    const [r2, g2, b2] = channels(each);
    const distance = (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
    if (distance < best.distance) best = { index, distance };
  }
  return best.index;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
