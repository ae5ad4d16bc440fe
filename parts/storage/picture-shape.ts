/** How wide and high a picture is, read from how it is built; null for what only begins like one. */
interface Shape {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height of a PNG or JPEG picture in pixels; null where the bytes are no whole picture. */
export function pictureShape(bytes: Buffer): Shape | null {
  if (bytes.subarray(0, 8).equals(PNG)) return pngShape(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegShape(bytes) : null;
}

/** Chunks one after the other: the header first, data somewhere, the end at the end. */
function pngShape(bytes: Buffer): Shape | null {
  let shape: Shape | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return null;
    if (shape === null) {
      if (chunk !== 'IHDR' || length !== 13) return null;
      shape = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (chunk === 'IDAT') hasData = true;
    if (chunk === 'IEND') return hasData ? shape : null;
    at += 12 + length;
  }
  return null;
}

/** Frame headers; among them stand the tables of Huffman codes and arithmetic coding, which are none. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments one after the other: a frame that tells the size, then the scan. */
function jpegShape(bytes: Buffer): Shape | null {
  let shape: Shape | null = null;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker) && length >= 8)
      shape = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda) return shape;
    at += 2 + length;
  }
  return null;
}
