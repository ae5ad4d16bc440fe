/** Every journey says which areas it goes through, so that `npm test -- --area` runs it with them. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from '../modules/modules.ts';
import { areasOfJourney, FRAME } from './support/area.ts';

const folder = path.join(import.meta.dirname, 'journeys');
const known = new Set([FRAME, ...modules.map(({ name }) => name)]);

test.each(fs.readdirSync(folder).filter((file) => file.endsWith('.test.ts')))('%s names areas there are', (file) => {
  const areas = areasOfJourney(fs.readFileSync(path.join(folder, file), 'utf8'));
  expect(areas).not.toEqual([]);
  expect(areas.filter((area) => !known.has(area))).toEqual([]);
});
