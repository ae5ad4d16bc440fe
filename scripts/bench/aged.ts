/**
 * Nothing costs more because the past is longer: every list and every act of a company that has worked for days, and
 * the same after three years were made before them; how long each takes, and how many rows it reads.
 */
import fs from 'node:fs';
import path from 'node:path';
import { modules } from '../../modules/modules.ts';
import { postgresFolder } from '../data-directory.ts';
import { DATABASE } from '../open-database.ts';
import { actionsOf, daysWorkOf, listsOf, rememberYoung, type Act, type Asked } from './aged-acts.ts';
import { compared, differences, slowerNow, type Measured, type Times } from './aged-figures.ts';
import { atMost, holds, known, type Figure } from './figures.ts';
import { fine, openFixtures, type Fixtures } from './fixtures.ts';
import { makePast, shareOf, THREE_YEARS } from './past.ts';
import { explainAll, explainNothing, readingsOf } from './rows-read.ts';

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
/** A round of each before that, so that plans are kept and code is compiled. */
const WARM = 2;
/** An order and a delivery of what came 10,000 times. */
const WATCHED = ['day: send an order', 'day: approve it', 'day: receive it'];

/** Young, then aged; then, where asked, aged and never looked at by the planner. */
export async function benchAged(options: Pick<Fixtures, 'quick'> & { neverAnalysed: boolean }): Promise<Figure[]> {
  const fixtures = await openFixtures({ quick: options.quick, keep: false, web: false, demo: true });
  try {
    const company = askedOver(fixtures);
    await fixtures.sql(`alter system set autovacuum = off`);
    await fixtures.sql('select pg_reload_conf()');
    await rememberYoung(company);
    await fixtures.sql('vacuum analyze');
    const young = await measure(fixtures, company);
    const begun = performance.now();
    const made = await aged(fixtures);
    const seconds = (performance.now() - begun) / 1000;
    const old = await measure(fixtures, company);
    const proof = fine(await fixtures.get('store-management/stock/prove')).data as {
      ok: boolean;
      firstBadRow: unknown;
    };
    const figures = [
      known('aged: the past is made', seconds, 's', {
        note: Object.entries(made)
          .filter(([, rows]) => rows >= 1_000)
          .map(([table, rows]) => `${table} ${rows.toLocaleString('en')}`)
          .join(', '),
      }),
      holds('aged: the ledger proves it', proof.ok, JSON.stringify(proof.firstBadRow)),
      ...judged('aged', young, old),
    ];
    if (!options.neverAnalysed) return figures;
    await forgetStatistics(fixtures);
    return [...figures, ...judged('aged, never analysed', young, await measure(fixtures, company))];
  } finally {
    await fixtures.close();
  }
}

const askedOver = (fixtures: Fixtures): Asked => {
  const declarations = modules.flatMap((module) => module.declarations);
  return {
    program: {
      registry: {
        declarations,
        find: (name) => declarations.find((each) => each.name === name)!,
      },
    },
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()),
    asOwner: (text, values) => fixtures.sql(text, values),
    call: (method, address, input) =>
      method === 'GET'
        ? fixtures.get(address, input as Readonly<Record<string, string>>)
        : fixtures.post(address, input),
  };
};

async function aged(fixtures: Fixtures): Promise<Readonly<Record<string, number>>> {
  const client = await fixtures.connection();
  try {
    const made = await makePast(client, fixtures.quick ? shareOf(THREE_YEARS, 0.01) : THREE_YEARS);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return made;
  } finally {
    await client.end();
  }
}

/** As after a restore: the planner knows how large tables are, and nothing of what stands in them. */
async function forgetStatistics(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`delete from pg_statistic where starelid in (select oid from pg_class where relnamespace =
    'public'::regnamespace)`);
  await fixtures.sql(`update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`);
}

/** Every act in turns, on a fresh server; then once more with the database telling what it reads. */
async function measure(fixtures: Fixtures, company: Asked): Promise<Measured> {
  await fixtures.restart();
  const acts = [...daysWorkOf(company), ...actionsOf(company), ...listsOf(company)];
  const times: Times = new Map();
  for (let round = 0; round < WARM + (fixtures.quick ? QUICK_ROUNDS : ROUNDS); round += 1)
    for (const act of acts) {
      const done = await took(act);
      const { ms, refused } = times.get(act.name) ?? { ms: [], refused: '' };
      times.set(act.name, { ms: round < WARM ? [] : [...ms, done.ms], refused: refused || done.refused });
    }
  const client = await fixtures.connection();
  await explainAll(client, DATABASE, 'log');
  await fixtures.restart();
  const log = path.join(postgresFolder(fixtures.folder), 'postgres.log');
  const reads: Measured['reads'] = new Map();
  for (const act of [...acts.slice(0, 1), ...acts]) {
    let from = 0;
    await took(act, () => (from = fs.statSync(log).size));
    const text = fs.readFileSync(log).subarray(from).toString('utf8');
    reads.set(act.name, readingsOf(text));
  }
  await explainNothing(client, DATABASE);
  await client.end();
  await fixtures.restart();
  return { times, reads };
}

async function took(act: Act, begins: () => void = () => {}): Promise<{ ms: number; refused: string }> {
  try {
    const go = await act.ready();
    begins();
    const begun = performance.now();
    const { status, text } = await go();
    const ms = performance.now() - begun;
    return { ms, refused: status === 200 ? '' : `${status} ${text.slice(0, 160)}` };
  } catch (error) {
    return { ms: Number.NaN, refused: (error as Error).message };
  }
}

function judged(name: string, young: Measured, old: Measured): Figure[] {
  const all = compared(young, old);
  console.log(differences(name, all));
  const acts = all.filter(({ isList, refused }) => !isList && refused === '');
  const lists = all.filter(({ isList }) => isList);
  const worst = (of: typeof all): (typeof all)[number] => of.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  const over = (of: typeof all): string =>
    of
      .filter(({ ratio }) => ratio > 1.25)
      .toSorted((a, b) => b.ratio - a.ratio)
      .map(({ act, ratio }) => `${act} ${ratio.toFixed(2)}`)
      .join(', ');
  const watched = acts.filter(({ act }) => WATCHED.includes(act));
  return [
    atMost(`${name}: order and delivery`, worst(watched).ratio, '× young', 1.15, {
      note: watched.map(({ act, ratio }) => `${act} ${ratio.toFixed(2)}`).join(', '),
    }),
    atMost(`${name}: ${acts.length} acts, the worst`, worst(acts).ratio, '× young', 1.25, { note: over(acts) }),
    atMost(`${name}: ${lists.length} lists, the worst`, worst(lists).ratio, '× young', 1.25, { note: over(lists) }),
    known(`${name}: the machine, by what reads no more than before`, slowerNow(all), '× as slow', {
      note: 'taken out of the ratios',
    }),
    known(
      `${name}: acts that are refused where they stand`,
      all.filter(({ refused }) => refused !== '').length,
      'acts',
    ),
  ];
}
