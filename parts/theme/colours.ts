/** Arithmetic on `#rrggbb` colours, so that contrast is computed and not hoped for. */
type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const print = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The colour between two, `share` of the way to the second. */
export const mix = (from: string, to: string, share: number): string => {
  const [a, b] = [parse(from), parse(to)];
  return print([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
};

const light = (part: number): number => {
  const share = part / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex);
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
};

/** The contrast of WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** White reads better on it than black. */
export const isDark = (hex: string): boolean => luminance(hex) <= 0.18;

/** The colour, moved towards black or white just so far that it can be read on the ground. */
export function readable(colour: string, ground: string, ratio = 4.5): string {
  const towards = isDark(ground) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(colour, towards, share);
    if (contrast(shade, ground) >= ratio) return shade;
  }
  return towards;
}
