/**
 * `npm run measure [WORDS]`: what can be counted about the sources beside its goal; with words of a measure's name,
 * every place it counted.
 * `npm run measure -- --lower` writes the counts that fell into tests/measures.json, above which none may rise again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { measures } from './measures.ts';
import { ROOT } from './sources.ts';

const BUDGET = path.join(ROOT, 'tests/measures.json');
const words = process.argv.slice(2).join(' ');
const measured = measures();
if (words === '--lower') {
  const before = fs.existsSync(BUDGET) ? (JSON.parse(fs.readFileSync(BUDGET, 'utf8')) as Record<string, number>) : {};
  const lowered = Object.fromEntries(
    measured.map(({ name, counted }) => [name, Math.min(counted, before[name] ?? counted)]),
  );
  fs.writeFileSync(BUDGET, `${JSON.stringify(lowered, null, 2)}\n`);
} else if (words === '') {
  const rows = measured.map(
    ({ name, goal, counted }) => `| ${name} | ${goal} | ${counted} | ${counted <= goal ? 'ok' : '✗'} |`,
  );
  process.stdout.write(`| what | goal | counted | |\n|---|---|---|---|\n${rows.join('\n')}\n`);
} else {
  for (const { name, places } of measured.filter((measure) => measure.name.includes(words)))
    process.stdout.write(`${name}\n${places.join('\n')}\n`);
}
