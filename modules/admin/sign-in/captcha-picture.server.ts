import { randomInt } from 'node:crypto';
import { grayPicture, type GrayPicture, type Point } from './gray-picture.server.ts';

/** Letters and digits nobody confuses, each as strokes on a 4 × 6 grid. */
export const STROKES: Readonly<Record<string, string>> = {
  '2': 'M0 1Q0 0 2 0Q4 0 4 1.6Q4 3 0 6L4 6',
  '3': 'M0 0L4 0L2 2.4Q4 2.4 4 4.2Q4 6 2 6Q0 6 0 5',
  '4': 'M3 6L3 0L0 4L4 4',
  '5': 'M4 0L0 0L0 2.6Q4 1.8 4 4.2Q4 6 2 6Q0 6 0 5.2',
  '6': 'M4 0Q0 1 0 4.2Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Q.6 2.8 0 4',
  '7': 'M0 0L4 0L1.4 6',
  '8': 'M2 2.8Q0 2.8 0 1.4Q0 0 2 0Q4 0 4 1.4Q4 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8',
  '9': 'M4 1.8Q4 3.2 2 3.2Q0 3.2 0 1.6Q0 0 2 0Q4 0 4 1.8Q4 5 0 6',
  A: 'M0 6L2 0L4 6M.8 4L3.2 4',
  C: 'M4 1Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q3.4 6 4 5',
  E: 'M4 0L0 0L0 6L4 6M0 3L3 3',
  F: 'M4 0L0 0L0 6M0 3L3 3',
  H: 'M0 0L0 6M4 0L4 6M0 3L4 3',
  K: 'M0 0L0 6M4 0L0 3.4M1.2 2.6L4 6',
  L: 'M0 0L0 6L4 6',
  M: 'M0 6L0 0L2 3L4 0L4 6',
  N: 'M0 6L0 0L4 6L4 0',
  P: 'M0 6L0 0L2 0Q4 0 4 1.6Q4 3.2 2 3.2L0 3.2',
  R: 'M0 6L0 0L2 0Q4 0 4 1.6Q4 3.2 2 3.2L0 3.2M1.6 3.2L4 6',
  T: 'M0 0L4 0M2 0L2 6',
  U: 'M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0',
  W: 'M0 0L1 6L2 2.6L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 2.8L4 0M2 2.8L2 6',
};
const SIGNS = Object.keys(STROKES);
const LENGTH = 5;
const [WIDTH, HEIGHT] = [200, 64];
/**
 * From the middle of one sign to that of the next: they touch as often as not, so that neither a gap nor a grid tells
 * where one ends.
 */
const PITCH = [30, 39] as const;

/** Answers a number from 0 up to 1. */
export type Chance = () => number;
const anyChance: Chance = () => randomInt(2 ** 32) / 2 ** 32;

/** Five signs to be typed from a picture. */
export const randomAnswer = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]!).join('');

/** Draws the signs as bent, crossed strokes of one ink: a PNG as a data address. */
export const drawCaptcha = (answer: string, chance: Chance = anyChance): string =>
  `data:image/png;base64,${captchaPicture(answer, chance).png().toString('base64')}`;

/**
 * Nothing of a sign is where it was in another picture: turned, slanted, its corners moved, the whole bent, and lines
 * of the same ink join all.
 */
export function captchaPicture(answer: string, chance: Chance): GrayPicture {
  const picture = grayPicture(WIDTH, HEIGHT);
  const between = (low: number, high: number): number => low + (high - low) * chance();
  const bend = bending(between);
  shadeGround(picture, between);
  const ink = between(35, 60);
  const pitches = Array.from({ length: answer.length - 1 }, () => between(...PITCH));
  let x = between(18, WIDTH - 18 - pitches.reduce((sum, each) => sum + each, 0));
  [...answer].forEach((sign, index) => {
    const place = placing(between, { x, y: HEIGHT / 2 + between(-5, 5) });
    x += pitches[index] ?? 0;
    const width = between(3.4, 4.4);
    for (const line of linesOf(sign, between))
      picture.stroke(
        line.map((point) => bend(place(point))),
        { width, shade: ink + between(-15, 15) },
      );
  });
  crossOut(picture, between, ink);
  for (let place = 0; place < picture.shades.length; place += 1) picture.shades[place]! += between(-20, 20);
  return picture;
}

type Between = (low: number, high: number) => number;
type Place = (point: Point) => Point;

/** Waves through the whole picture, across and down. */
function bending(between: Between): Place {
  const [across, down] = [between(2, 3.5), between(2.5, 4.5)];
  const [acrossLength, downLength] = [between(35, 60) / (2 * Math.PI), between(60, 110) / (2 * Math.PI)];
  const [acrossFrom, downFrom] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)];
  return ({ x, y }) => ({
    x: x + across * Math.sin(y / acrossLength + acrossFrom),
    y: y + down * Math.sin(x / downLength + downFrom),
  });
}

/** From the grid of a sign to the picture: turned, slanted, stretched. */
function placing(between: Between, middle: Point): Place {
  const [turn, slant, wide, high] = [between(-0.36, 0.36), between(-0.2, 0.2), between(5.4, 6.6), between(6, 7.4)];
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return (point) => {
    const y = (point.y - 3) * high;
    const x = (point.x - 2) * wide + y * slant;
    return { x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine };
  };
}

const STEPS = 10;
const CORNER = 0.35;
/** The strokes of a sign as lines of many short pieces, each of its corners a little elsewhere than usual. */
function linesOf(sign: string, between: Between): Point[][] {
  const lines: Point[][] = [];
  const moved = new Map<string, Point>();
  const corner = (x: number, y: number): Point => {
    const name = `${x} ${y}`;
    const point = moved.get(name) ?? { x: x + between(-CORNER, CORNER), y: y + between(-CORNER, CORNER) };
    moved.set(name, point);
    return point;
  };
  for (const [, letter, numbers] of (STROKES[sign] ?? '').matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [x1, y1, x2, y2] = numbers!.trim().split(/\s+/).map(Number) as [number, number, number?, number?];
    if (letter === 'M') lines.push([corner(x1, y1)]);
    else {
      const line = lines.at(-1)!;
      const from = line.at(-1)!;
      const to = letter === 'L' ? corner(x1, y1) : corner(x2!, y2!);
      const over =
        letter === 'L'
          ? { x: (from.x + to.x) / 2 + between(-CORNER, CORNER), y: (from.y + to.y) / 2 + between(-CORNER, CORNER) }
          : corner(x1, y1);
      for (let step = 1; step <= STEPS; step += 1) line.push(onCurve(from, over, to, step / STEPS));
    }
  }
  return lines;
}

/** A quadratic Bézier curve at `part` of its way. */
const onCurve = (from: Point, over: Point, to: Point, part: number): Point => {
  const rest = 1 - part;
  return {
    x: rest * rest * from.x + 2 * rest * part * over.x + part * part * to.x,
    y: rest * rest * from.y + 2 * rest * part * over.y + part * part * to.y,
  };
};

/** A ground that is lighter here and darker there, so that no one shade divides ink from paper. */
function shadeGround({ shades }: GrayPicture, between: Between): void {
  const [level, depth, xLength, yLength, from] = [
    between(205, 220),
    between(12, 22),
    between(25, 60),
    between(15, 40),
    between(0, 6),
  ];
  for (let place = 0; place < shades.length; place += 1)
    shades[place] =
      level + depth * Math.sin((place % WIDTH) / xLength + from) * Math.cos(Math.floor(place / WIDTH) / yLength + from);
}

/** Lines of the same ink through all signs, and thinner ones of the ground that cut them. */
function crossOut(picture: GrayPicture, between: Between, ink: number): void {
  const across = (): Point[] => {
    const [from, over, to] = [
      { x: between(-5, 15), y: between(8, HEIGHT - 8) },
      { x: between(60, 140), y: between(-20, HEIGHT + 20) },
      { x: between(185, 205), y: between(8, HEIGHT - 8) },
    ];
    return Array.from({ length: 41 }, (_, step) => onCurve(from, over, to, step / 40));
  };
  for (const width of [between(2.8, 3.4), between(1.6, 2.6)])
    picture.stroke(across(), { width, shade: ink + between(-10, 15) });
  for (let line = 0; line < 2; line += 1)
    picture.stroke(across(), { width: between(1.2, 1.6), shade: between(200, 220) });
  for (let scrap = 0; scrap < 7; scrap += 1) {
    const from = { x: between(0, WIDTH), y: between(0, HEIGHT) };
    const [over, to] = [
      { x: from.x + between(-9, 9), y: from.y + between(-9, 9) },
      { x: from.x + between(-12, 12), y: from.y + between(-12, 12) },
    ];
    picture.stroke(
      Array.from({ length: 9 }, (_, step) => onCurve(from, over, to, step / 8)),
      { width: between(1.4, 2.4), shade: ink + between(20, 60) },
    );
  }
}
