import { expect, test } from 'vitest';
import { pictureShape } from './picture-shape.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = (...segments: readonly number[][]): Buffer => Buffer.from([0xff, 0xd8, ...segments.flat()]);
const FRAME = [0xff, 0xc2, 0, 11, 8, 2, 88, 3, 32, 1, 1, 0x11, 0];
const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];

test('the size of a picture is where its kind keeps it', () => {
  expect(pictureShape(PNG)).toEqual({ width: 1, height: 1 });
  expect(
    pictureShape(jpeg([0xff, 0xe1, 0, 4, 1, 2], [0xff, 0xff, 0xdb, 0, 3, 0], FRAME, [0xff, 0xc4, 0, 3, 0], SCAN)),
  ).toEqual({ width: 800, height: 600 });
});

test('what breaks off, lacks its frame, or is nothing but a beginning is no picture', () => {
  for (const bytes of [
    Buffer.alloc(0),
    PNG.subarray(0, 8),
    PNG.subarray(0, 33),
    PNG.subarray(0, -12),
    Buffer.concat([PNG.subarray(0, 8), PNG.subarray(33)]),
    Buffer.from('<svg/>'),
    jpeg(),
    jpeg(FRAME),
    jpeg(SCAN),
    jpeg([0x3c, 0x68, 0x74, 0x6d, 0x6c]),
    jpeg([0xff, 0xe0, 0, 1]),
    jpeg([0xff, 0xe0, 255, 255, 0]),
  ])
    expect(pictureShape(bytes)).toBeNull();
});
