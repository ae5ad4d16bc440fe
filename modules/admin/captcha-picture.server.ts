import { randomInt } from 'node:crypto';

/** Letters and digits nobody confuses, each as strokes on a 4 × 6 grid: what a robot would read as text is not in the picture. */
const STROKES: Readonly<Record<string, string>> = {
  '2': 'M0 1Q0 0 2 0Q4 0 4 1.6Q4 3 0 6L4 6', '3': 'M0 0L4 0L2 2.4Q4 2.4 4 4.2Q4 6 2 6Q0 6 0 5', '4': 'M3 6L3 0L0 4L4 4', '5': 'M4 0L0 0L0 2.6Q4 1.8 4 4.2Q4 6 2 6Q0 6 0 5.2',
  '6': 'M4 0Q0 1 0 4.2Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Q.6 2.8 0 4', '7': 'M0 0L4 0L1.4 6', '8': 'M2 2.8Q0 2.8 0 1.4Q0 0 2 0Q4 0 4 1.4Q4 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8',
  '9': 'M4 1.8Q4 3.2 2 3.2Q0 3.2 0 1.6Q0 0 2 0Q4 0 4 1.8Q4 5 0 6', A: 'M0 6L2 0L4 6M.8 4L3.2 4', C: 'M4 1Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q3.4 6 4 5', E: 'M4 0L0 0L0 6L4 6M0 3L3 3', F: 'M4 0L0 0L0 6M0 3L3 3',
  H: 'M0 0L0 6M4 0L4 6M0 3L4 3', K: 'M0 0L0 6M4 0L0 3.4M1.2 2.6L4 6', L: 'M0 0L0 6L4 6', M: 'M0 6L0 0L2 3L4 0L4 6', N: 'M0 6L0 0L4 6L4 0', P: 'M0 6L0 0L2 0Q4 0 4 1.6Q4 3.2 2 3.2L0 3.2',
  R: 'M0 6L0 0L2 0Q4 0 4 1.6Q4 3.2 2 3.2L0 3.2M1.6 3.2L4 6', T: 'M0 0L4 0M2 0L2 6', U: 'M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0', V: 'M0 0L2 6L4 0', W: 'M0 0L1 6L2 2.6L3 6L4 0', X: 'M0 0L4 6M4 0L0 6', Y: 'M0 0L2 2.8L4 0M2 2.8L2 6', Z: 'M0 0L4 0L0 6L4 6',
};
const SIGNS = Object.keys(STROKES);
const LENGTH = 5;
const INKS = ['#1f4e79', '#7a3b00', '#2d6a2d', '#6a1f6a', '#8a1c1c'];

const between = (low: number, high: number): number => low + randomInt(Math.round((high - low) * 100) + 1) / 100;

/** Five signs to be typed from a picture. */
export const randomAnswer = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]!).join('');

/** Draws the signs as bent, crossed strokes: an SVG as a data address. */
export function drawCaptcha(answer: string): string {
  const signs = [...answer].map((sign, index) => {
    const ink = INKS[randomInt(INKS.length)]!;
    const place = `translate(${12 + index * 23 + between(-2, 2)} ${9 + between(-3, 3)}) rotate(${between(-16, 16)}) skewX(${between(-12, 12)}) scale(${between(2.9, 3.5)} ${between(3.3, 3.9)})`;
    return `<path d="${STROKES[sign] ?? ''}" transform="${place}" stroke="${ink}" stroke-width="${between(0.55, 0.8)}"/>`;
  });
  const threads = Array.from({ length: 5 }, () =>
    `<path d="M${between(0, 20)} ${between(4, 36)}Q${between(30, 100)} ${between(-10, 50)} ${between(110, 130)} ${between(4, 36)}" stroke="${INKS[randomInt(INKS.length)]!}" stroke-width=".9" opacity=".55"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="130" height="40" viewBox="0 0 130 40"><rect width="130" height="40" fill="#f4f6f8"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${signs.join('')}${threads.join('')}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
