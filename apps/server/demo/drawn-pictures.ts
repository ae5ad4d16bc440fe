/** Small pictures drawn by rule: a dish on its plate, a delivery note as somebody photographs it. */
import { pngOf } from '../../../modules/admin/sign-in/gray-picture.server.ts';
import { Chance } from './chance.ts';

/** Red, green and blue, each up to 255. */
type Colour = readonly [number, number, number];
interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

const [WIDTH, HEIGHT] = [480, 360] as const;
const TABLE: Colour = [216, 196, 168];
const RIM: Colour = [233, 233, 229];
const PLATE: Colour = [250, 250, 247];
const SHADE = 0.72;
const shaded = ([red, green, blue]: Colour): Colour => [red * SHADE, green * SHADE, blue * SHADE];

/** A plate of so many pieces in these colours; the same name is always served the same way. */
export function dishPicture(name: string, colours: readonly Colour[]): Buffer {
  const chance = new Chance(1);
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const piece = (nth: number): Disc[] => {
    const colour = chance.one(colours, name, nth, 'colour');
    const at = {
      x: x + chance.between(-95, 95, name, nth, 'x'),
      y: y + chance.between(-70, 70, name, nth, 'y'),
    };
    const radius = chance.between(14, 27, name, nth, 'radius');
    return [
      { x: at.x + 2, y: at.y + 4, radius: radius + 1, colour: shaded(colour) },
      { ...at, radius, colour },
    ];
  };
  return drawn(TABLE, [
    { x: x + 5, y: y + 9, radius: 164, colour: shaded(TABLE) },
    { x, y, radius: 162, colour: RIM },
    { x, y, radius: 132, colour: PLATE },
    ...Array.from({ length: 70 }, (_, nth) => piece(nth)).flat(),
  ]);
}

const DESK: Colour = [120, 104, 88];
const SHEET: Colour = [246, 244, 238];
const INK: Colour = [52, 58, 82];

/** A sheet with so many lines filled in by hand, and the round stamp of the house. */
export function deliveryNotePicture(number: string, lines: number): Buffer {
  const chance = new Chance(2);
  const [left, right, top, step] = [70, WIDTH - 70, 96, 28];
  const stroke = (from: number, to: number, y: number, thick: number, colour: Colour): Disc[] =>
    Array.from({ length: Math.max(1, Math.ceil((to - from) / 2)) }, (_, at) => ({
      x: from + at * 2,
      y,
      radius: thick,
      colour,
    }));
  const written = (from: number, to: number, y: number, words: string): Disc[] =>
    Array.from({ length: Math.ceil((to - from) / 3) }, (_, at) => ({
      x: from + at * 3,
      y: y + chance.between(-4, 4, words, at),
      radius: 1.6,
      colour: INK,
    }));
  const row = (nth: number): Disc[] => {
    const y = top + nth * step;
    return [
      ...stroke(left, right, y + 12, 0.7, [190, 188, 182]),
      ...written(left + 8, left + chance.between(60, 120, number, nth), y, `${number} ${nth} name`),
      ...written(right - 80, right - chance.between(30, 50, number, nth), y, `${number} ${nth} figure`),
    ];
  };
  const stamp = Array.from({ length: 180 }, (_, at): Disc => ({
    x: right - 50 + 30 * Math.cos((at * Math.PI) / 90),
    y: HEIGHT - 66 + 30 * Math.sin((at * Math.PI) / 90),
    radius: 1.8,
    colour: [196, 52, 48],
  }));
  return drawn(
    DESK,
    [
      ...stroke(left, left + 170, 64, 4, INK),
      ...Array.from({ length: lines }, (_, nth) => row(nth)).flat(),
      ...written(left + 8, left + 110, HEIGHT - 62, `${number} signed`),
      ...stamp,
    ],
    { left: 40, top: 28, right: WIDTH - 40, bottom: HEIGHT - 20, colour: SHEET },
  );
}

interface Sheet {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly colour: Colour;
}

/** Discs upon each other on a ground, the last on top, with smooth edges; as PNG. */
function drawn(ground: Colour, discs: readonly Disc[], sheet?: Sheet): Buffer {
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  const place = (x: number, y: number): number => y * (WIDTH * 3 + 1) + 1 + x * 3;
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const isOnSheet = sheet !== undefined && x >= sheet.left && x < sheet.right && y >= sheet.top && y < sheet.bottom;
      rows.set(isOnSheet ? sheet.colour : ground, place(x, y));
    }
  for (const { x, y, radius, colour } of discs) {
    const reach = Math.ceil(radius + 1);
    const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(WIDTH - 1, Math.ceil(x + reach))];
    const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(HEIGHT - 1, Math.ceil(y + reach))];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const covered = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(column - x, row - y)));
        if (covered === 0) continue;
        const at = place(column, row);
        for (const [part, value] of colour.entries())
          rows[at + part] = Math.round(rows[at + part]! + (value - rows[at + part]!) * covered);
      }
  }
  return pngOf(WIDTH, HEIGHT, 'colour', rows);
}
