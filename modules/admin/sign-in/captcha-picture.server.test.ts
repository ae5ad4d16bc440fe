import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { captchaPicture, drawCaptcha, STROKES, type Chance } from './captcha-picture.server.ts';
import { grayPicture, type GrayPicture } from './gray-picture.server.ts';

const SIGNS = Object.keys(STROKES);
const TRIES = 100;

/** The same numbers at every run. */
function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const answerOf = (chance: Chance): string =>
  Array.from({ length: 5 }, () => SIGNS[Math.floor(chance() * SIGNS.length)]!).join('');

test('the picture is a PNG of five signs that look otherwise each time', () => {
  const bytes = Buffer.from(/^data:image\/png;base64,(.+)$/.exec(drawCaptcha('A2C4E'))![1]!, 'base64');
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, 64]);
  expect(inflateSync(bytes.subarray(41, bytes.length - 16))).toHaveLength(201 * 64);
  expect(drawCaptcha('A2C4E')).not.toBe(drawCaptcha('A2C4E'));
});

test(
  'promise 56: a simple program that knows the shape of every sign reads at most one picture of a hundred',
  { timeout: 120_000 },
  () => {
    const read = { bySlots: 0, byPieces: 0, signs: 0 };
    for (let number = 0; number < TRIES; number += 1) {
      const chance = chanceFrom(number + 1);
      const answer = answerOf(chance);
      const ink = inkOf(captchaPicture(answer, chance));
      const bySlots = slots(ink).map(likest).join('');
      read.signs += [...answer].filter((sign, at) => bySlots[at] === sign).length;
      if (bySlots === answer) read.bySlots += 1;
      if (pieces(ink).map(likest).join('') === answer) read.byPieces += 1;
    }
    process.stdout.write(
      `read of ${TRIES}: ${read.bySlots} by slots, ${read.byPieces} by pieces; ${read.signs} of ${TRIES * 5} signs\n`,
    );
    expect(read.bySlots).toBeLessThanOrEqual(1);
    expect(read.byPieces).toBeLessThanOrEqual(1);
  },
);

test('the same program reads signs that are drawn without all that', () => {
  const plain = SIGNS.map((sign) => likest(plainSign(sign, 0.1)));
  expect(plain.filter((sign, at) => sign === SIGNS[at]).length).toBeGreaterThan(SIGNS.length * 0.9);
});

/** What is dark, cut to what it fills. */
interface Ink {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/**
 * Noise smoothed away, dark told from light, and every line thinner than a sign's stroke taken out by shrinking and
 * growing.
 */
function inkOf(picture: GrayPicture): Ink {
  const { width, height } = picture;
  const smooth = average(picture.shades, width, height, 1);
  const dark = Uint8Array.from(smooth, (shade) => (shade < 130 ? 1 : 0));
  return { width, height, dark: grown(shrunk(dark, width, height), width, height) };
}

function average(shades: Float32Array, width: number, height: number, reach: number): Float32Array {
  const smooth = new Float32Array(shades.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v += 1) {
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u += 1) {
          sum += shades[v * width + u]!;
          count += 1;
        }
      }
      smooth[y * width + x] = sum / count;
    }
  }
  return smooth;
}

const STEPS = [0, 1, -1] as const;
const near = (dark: Uint8Array, width: number, height: number, x: number, y: number): number[] =>
  STEPS.flatMap((v) =>
    STEPS.map((u) =>
      x + u < 0 || y + v < 0 || x + u >= width || y + v >= height ? 0 : dark[(y + v) * width + x + u]!,
    ),
  );
const mapped = (dark: Uint8Array, width: number, height: number, keep: (around: number[]) => boolean): Uint8Array =>
  dark.map((_, at) => Number(keep(near(dark, width, height, at % width, Math.floor(at / width)))));
const shrunk = (dark: Uint8Array, width: number, height: number): Uint8Array =>
  mapped(dark, width, height, (around) => around.every((each) => each === 1));
const grown = (dark: Uint8Array, width: number, height: number): Uint8Array =>
  mapped(dark, width, height, (around) => around.some((each) => each === 1));

/** Five equal parts of the width. */
const slots = (ink: Ink): Ink[] =>
  Array.from({ length: 5 }, (_, at) => cut(ink, { left: 15 + at * 34, right: 49 + at * 34 }));

/** Connected pieces that are large enough for a sign, from left to right. */
function pieces(ink: Ink): Ink[] {
  const seen = new Uint8Array(ink.dark.length);
  const found: { readonly left: number; readonly part: Ink }[] = [];
  for (let start = 0; start < ink.dark.length; start += 1) {
    if (ink.dark[start] !== 1 || seen[start] === 1) continue;
    const own = new Uint8Array(ink.dark.length);
    const open = [start];
    seen[start] = 1;
    let size = 0;
    while (open.length > 0) {
      const at = open.pop()!;
      own[at] = 1;
      size += 1;
      for (const v of STEPS) {
        for (const u of STEPS) {
          const [x, y] = [(at % ink.width) + u, Math.floor(at / ink.width) + v];
          const next = y * ink.width + x;
          if (x < 0 || y < 0 || x >= ink.width || y >= ink.height || ink.dark[next] !== 1 || seen[next] === 1) continue;
          seen[next] = 1;
          open.push(next);
        }
      }
    }
    if (size > 60)
      found.push({
        left: own.findIndex((each) => each === 1) % ink.width,
        part: cut({ ...ink, dark: own }, { left: 0, right: ink.width }),
      });
  }
  return found.toSorted((a, b) => a.left - b.left).map(({ part }) => part);
}

/** A part of the width, cut to the ink in it. */
function cut(ink: Ink, { left, right }: { readonly left: number; readonly right: number }): Ink {
  const places: [number, number][] = [];
  for (let y = 0; y < ink.height; y += 1)
    for (let x = left; x < right; x += 1) if (ink.dark[y * ink.width + x] === 1) places.push([x, y]);
  if (places.length === 0) return { width: 1, height: 1, dark: new Uint8Array(1) };
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [fromX, fromY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - fromX + 1, Math.max(...ys) - fromY + 1];
  const dark = new Uint8Array(width * height);
  for (const [x, y] of places) dark[(y - fromY) * width + x - fromX] = 1;
  return { width, height, dark };
}

const GRID = 16;
/** Of each cell of a grid over the ink how much is dark, about its mean, of length one. */
function vectorOf({ width, height, dark }: Ink): Float64Array {
  const cells = new Float64Array(GRID * GRID);
  for (let row = 0; row < GRID; row += 1) {
    for (let column = 0; column < GRID; column += 1) {
      let [sum, count] = [0, 0];
      for (
        let y = Math.floor((row * height) / GRID);
        y < Math.max(Math.floor((row * height) / GRID) + 1, ((row + 1) * height) / GRID);
        y += 1
      ) {
        for (
          let x = Math.floor((column * width) / GRID);
          x < Math.max(Math.floor((column * width) / GRID) + 1, ((column + 1) * width) / GRID);
          x += 1
        ) {
          sum += dark[Math.min(y, height - 1) * width + Math.min(x, width - 1)]!;
          count += 1;
        }
      }
      cells[row * GRID + column] = sum / count;
    }
  }
  const mean = cells.reduce((sum, each) => sum + each, 0) / cells.length;
  const length = Math.hypot(...cells.map((each) => each - mean)) || 1;
  return cells.map((each) => (each - mean) / length);
}

/** A sign as the strokes say it, upright but for a turn. */
function plainSign(sign: string, turn: number): Ink {
  const picture = grayPicture(64, 64);
  const place = (x: number, y: number) => {
    const [u, v] = [(x - 2) * 6.3, (y - 3) * 6.7];
    return { x: 32 + u * Math.cos(turn) - v * Math.sin(turn), y: 32 + u * Math.sin(turn) + v * Math.cos(turn) };
  };
  let [fromX, fromY] = [0, 0];
  for (const [, letter, numbers] of STROKES[sign]!.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const given = numbers!.trim().split(/\s+/).map(Number);
    const [toX, toY] = given.slice(-2) as [number, number];
    const [overX, overY] =
      letter === 'Q' ? (given.slice(0, 2) as [number, number]) : [(fromX + toX) / 2, (fromY + toY) / 2];
    const [beginX, beginY] = [fromX, fromY];
    const curve = Array.from({ length: 11 }, (_, step) => {
      const [part, rest] = [step / 10, 1 - step / 10];
      return place(
        rest * rest * beginX + 2 * rest * part * overX + part * part * toX,
        rest * rest * beginY + 2 * rest * part * overY + part * part * toY,
      );
    });
    if (letter !== 'M') picture.stroke(curve, { width: 4.3, shade: 0 });
    [fromX, fromY] = [toX, toY];
  }
  return cut(
    { width: 64, height: 64, dark: Uint8Array.from(picture.shades, (shade) => (shade < 128 ? 1 : 0)) },
    { left: 0, right: 64 },
  );
}

/** Every sign upright and turned to either side. */
const MODELS = SIGNS.flatMap((sign) =>
  [-0.3, -0.15, 0, 0.15, 0.3].map((turn) => ({ sign, vector: vectorOf(plainSign(sign, turn)) })),
);

/** The sign whose model the ink is most like. */
function likest(ink: Ink): string {
  const vector = vectorOf(ink);
  const like = (model: Float64Array): number => model.reduce((sum, each, at) => sum + each * vector[at]!, 0);
  return MODELS.reduce((best, model) => (like(model.vector) > like(best.vector) ? model : best)).sign;
}
