/**
 * What was counted about the sources last may fall and not rise, but for what has reached its goal: that is a budget,
 * and may be used. tests/measures.json is lowered by `npm run measure -- --lower`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measures } from '../tools/measures.ts';

const allowed = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'measures.json'), 'utf8')) as Record<
  string,
  number
>;

test.each(measures().map((measure) => [measure.name, measure] as const))(
  '%s: not more than before, or than its goal',
  (name, { counted, goal, places }) => {
    expect(allowed, 'a new measure: npm run measure -- --lower').toHaveProperty([name]);
    expect(
      counted,
      `npm run measure -- ${name}; first of all:\n${places.slice(0, 5).join('\n')}\n`,
    ).toBeLessThanOrEqual(Math.max(allowed[name]!, goal));
  },
);
