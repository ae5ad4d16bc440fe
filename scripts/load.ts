// `npm run load -- FOLDER [--url …] [--account …] [--password …]`: real recipes and prices through the product's own
// imports. Without an address it looks for the server of this data directory, and starts it where it does not run.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from './command-line.ts';
import { httpCompany, type HttpCompany } from './company/http-client.ts';
import { loadDishes, loadMaterials, loadPrices, loadRecipes, type Landed } from './company/loading.ts';
import { startServer } from './company/own-server.ts';
import { missingFiles, readQuotes, readRecipes } from './company/recipes.ts';

/** Names shown for each reason. */
const EXAMPLES = 3;

try {
  await main();
} catch (error) {
  fail('load', error);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      account: { type: 'string', default: 'admin' },
      password: { type: 'string', default: 'larder2026' },
    },
  });
  const given = positionals[0];
  const folder = given === undefined ? undefined : path.resolve(process.env['INIT_CWD'] ?? '.', given);
  const missing = folder === undefined ? [] : missingFiles(folder);
  if (folder === undefined || missing.length > 0) {
    console.error(
      folder === undefined
        ? '[load] expected is a folder: npm run load -- ../shared/data'
        : `[load] ${folder} holds no recipes: ${missing.join(', ')} missing`,
    );
    process.exitCode = 1;
    return;
  }
  const server =
    values.url === undefined
      ? await startServer('loading')
      : { address: values.url.replace(/\/$/, ''), stop: async () => undefined };
  try {
    await load(folder, httpCompany(server.address, values));
  } finally {
    await server.stop();
  }
}

async function load(folder: string, http: HttpCompany): Promise<void> {
  const { materials, dishes } = readRecipes(folder);
  const { quotes, rows } = readQuotes(folder);
  const ingredients = dishes.reduce((sum, dish) => sum + dish.lines.length, 0);
  console.log(
    `[load] read: ${materials.length} materials, ${dishes.length} dishes, ${ingredients} ingredients, ` +
      `${rows} quotes of ${quotes.size} products`,
  );
  for (const step of [
    () => loadMaterials(http, materials),
    async () => [await loadDishes(http, dishes)],
    async () => [await loadRecipes(http, dishes)],
    () => loadPrices(http, materials, quotes),
  ]) {
    for (const landed of await step()) say(landed);
  }
}

function say({ what, read, created, updated, unchanged, refused }: Landed): void {
  console.log(`[load] ${what}: ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged`);
  for (const [why, names] of refused)
    console.log(
      `         ${names.length} × ${why} (${names.slice(0, EXAMPLES).join('; ')}${names.length > EXAMPLES ? ' …' : ''})`,
    );
}
