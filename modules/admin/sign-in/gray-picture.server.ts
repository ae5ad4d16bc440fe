import { crc32, deflateSync } from 'node:zlib';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture in shades of gray, drawn by lines and written as PNG. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** Row by row, 0 is black. */
  readonly shades: Float32Array;
  /** Draws through the points with a round pen. */
  stroke(points: readonly Point[], pen: { readonly width: number; readonly shade: number }): void;
  png(): Buffer;
}

/** A white picture of that size in pixels, drawn on by strokes and written as PNG. */
export function grayPicture(width: number, height: number): GrayPicture {
  const shades = new Float32Array(width * height).fill(255);
  return {
    width,
    height,
    shades,
    stroke(points, { width: thick, shade }) {
      const covered = new Map<number, number>();
      for (let at = 1; at < points.length; at += 1)
        cover(covered, points[at - 1]!, points[at]!, { width, height, reach: thick / 2 });
      // The pen covers a place once, however often its line comes back to it.
      for (const [place, part] of covered) shades[place]! += (shade - shades[place]!) * part;
    },
    png: () => pngOfShades(width, height, shades),
  };
}

/** How much of each pixel near a straight piece lies under the pen, from its distance to the piece. */
function cover(
  covered: Map<number, number>,
  from: Point,
  to: Point,
  { width, height, reach }: { readonly width: number; readonly height: number; readonly reach: number },
): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy || 1;
  const far = reach + 1;
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(from.x, to.x) - far)),
    Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + far)),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(from.y, to.y) - far)),
    Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + far)),
  ];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square));
      const distance = Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
      const part = Math.max(0, Math.min(1, reach + 0.5 - distance));
      const place = y * width + x;
      if (part > (covered.get(place) ?? 0)) covered.set(place, part);
    }
  }
}

function pngOfShades(width: number, height: number, shades: Float32Array): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = Math.max(0, Math.min(255, Math.round(shades[y * width + x]!)));
  }
  return pngOf(width, height, 'gray', rows);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Depth 8, the kind of colours, no interlace. */
const FORM = { gray: [8, 0, 0, 0, 0], colour: [8, 2, 0, 0, 0] } as const;

/** A PNG file of these rows: each begins with its filter, 0 for none; a gray pixel is one byte, another three. */
export function pngOf(width: number, height: number, kind: keyof typeof FORM, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORM[kind], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
