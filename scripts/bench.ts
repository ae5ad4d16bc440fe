/**
 * `npm run bench`: how fast the product is, beside the same work done by the shortest SQL on the same database in the
 * same run. Options: --quick (small amounts, to see that it runs), --only NAME (several by commas), --keep (leave the
 * database), --profile FOLDER.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { argumentsOf } from './command-line.ts';
import { benchAged } from './bench/aged.ts';
import { benchBrowser, benchTyping } from './bench/browser.ts';
import { benchDistribution } from './bench/distribution.ts';
import { benchDocuments } from './bench/documents.ts';
import { benchExplosion } from './bench/explosion.ts';
import { table, type Figure } from './bench/figures.ts';
import { openFixtures, type Fixtures } from './bench/fixtures.ts';
import { benchFinding } from './bench/finding.ts';
import { benchIdle } from './bench/idle.ts';
import { benchLists } from './bench/lists.ts';
import { benchListSheets } from './bench/list-sheets.ts';
import { benchMillion } from './bench/million.ts';
import { makeMasters } from './bench/masters.ts';
import { benchNeighbours } from './bench/neighbours.ts';
import { benchOffline } from './bench/offline.ts';
import { benchPage } from './bench/page.ts';
import { benchKitchen } from './bench/kitchen.ts';
import { benchStallMenus } from './bench/stall-menus.ts';
import { benchScan } from './bench/scan.ts';
import { benchSheets } from './bench/sheets.ts';
import { benchFactory } from './bench/factory.ts';
import { benchForecast } from './bench/forecast.ts';
import { benchSorting } from './bench/sorting.ts';
import { benchStatistics } from './bench/statistics.ts';
import { benchStock } from './bench/stock.ts';
import { benchStoreActs } from './bench/store-acts.ts';
import { benchWriting } from './bench/writing.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const HISTORY = path.join(ROOT, 'bench/history.jsonl');

/** In this order: the idle server first, what adds most to the database last. */
const benches: Readonly<
  Record<
    string,
    {
      readonly web?: boolean;
      readonly alone?: boolean;
      readonly fresh?: boolean;
      run(fixtures: Fixtures): Promise<Figure[]>;
    }
  >
> = {
  idle: { web: true, run: benchIdle },
  page: { run: benchPage },
  documents: { run: benchDocuments },
  'store-acts': { run: benchStoreActs },
  distribution: { run: benchDistribution },
  restaurant: { run: async (fixtures) => [...(await benchStallMenus(fixtures)), ...(await benchKitchen(fixtures))] },
  factory: { run: benchFactory },
  writing: { run: benchWriting },
  browser: { web: true, run: benchBrowser },
  scan: { web: true, run: benchScan },
  offline: { run: benchOffline },
  explosion: { fresh: true, run: benchExplosion },
  sheets: { fresh: true, run: benchSheets },
  neighbours: { fresh: true, run: benchNeighbours },
  stock: { fresh: true, run: benchStock },
  sorting: { fresh: true, run: benchSorting },
  statistics: { fresh: true, run: benchStatistics },
  forecast: { fresh: true, run: benchForecast },
  finding: { alone: true, run: benchFinding },
  lists: { alone: true, run: benchLists },
  'list-sheets': { alone: true, run: benchListSheets },
  million: { alone: true, run: benchMillion },
  typing: { alone: true, run: benchTyping },
  aged: {
    alone: true,
    run: ({ quick }) => benchAged({ quick, neverAnalysed: options['plans-never-analysed'] }),
  },
};

const { values: options } = argumentsOf('bench', {
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    profile: { type: 'string' },
    'plans-never-analysed': { type: 'boolean', default: false },
  },
});
const chosen = options.only === undefined ? Object.keys(benches) : options.only.split(',');
for (const name of chosen) {
  if (benches[name] === undefined) {
    console.error(`[bench] there is no ${name}; there are ${Object.keys(benches).join(', ')}`);
    process.exit(2);
  }
}

const say = (text: string): void => console.log(`[bench] ${text}`);
const loadBefore = os.loadavg()[0]!;
const figures: Figure[] = [];
const needsFixtures = chosen.some((name) => !benches[name]!.alone);
const fixtures = needsFixtures
  ? await openFixtures({
      quick: options.quick,
      keep: options.keep,
      web: chosen.some((name) => benches[name]!.web),
      ...(options.profile === undefined ? {} : { profile: path.resolve(options.profile) }),
    })
  : ({ quick: options.quick } as Fixtures);
let failed = false;
try {
  let furnished = false;
  for (const name of Object.keys(benches).filter((each) => chosen.includes(each))) {
    if (name !== 'idle' && !furnished && !benches[name]!.alone) {
      say('making 200,000 materials …');
      await makeMasters(fixtures, options.quick ? 20_000 : 200_000);
      furnished = true;
    }
    if (benches[name]!.fresh) await fixtures.restart();
    const load = os.loadavg()[0]!;
    say(`${name} (load ${load.toFixed(1)}) …`);
    try {
      const found = await benches[name]!.run(fixtures);
      figures.push(...found);
      console.log(table(found));
    } catch (error) {
      failed = true;
      console.error(`[bench] ${name} failed:`, error);
    }
  }
} finally {
  if (needsFixtures) await fixtures.close();
}

const machine = `${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
const loadAfter = os.loadavg()[0]!;
say(
  `${machine}; load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after${options.quick ? '; quick: amounts are small, figures mean nothing' : ''}`,
);
console.log(table(figures));
fs.mkdirSync(path.dirname(HISTORY), { recursive: true });
const run = {
  time: new Date().toISOString(),
  commit: commit(),
  quick: options.quick,
  machine,
  load: [loadBefore, loadAfter],
  figures,
};
fs.appendFileSync(HISTORY, `${JSON.stringify(run)}\n`);
const missed = figures.filter((figure) => figure.good === false);
say(
  missed.length === 0 && !failed
    ? 'every target is met'
    : `${missed.length} missed: ${missed.map((figure) => figure.work).join('; ')}`,
);
process.exitCode = failed || (missed.length > 0 && !options.quick) ? 1 : 0;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
