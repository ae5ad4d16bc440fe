/**
 * Every list of the master data and the prices with 200,000 records in each table: sorted, filtered, searched and
 * scrolled to its end.
 */
import type { Declaration, Verb } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { snake } from '../../parts/postgres/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { modules } from '../../modules/modules.ts';
import { copyRecords } from './copy-records.ts';
import { atMost, holds, known, median, share, timesBare, type Figure } from './figures.ts';
import { Looked, lookAtScreens, screenFigures } from './list-screens.ts';
import { fine, openFixtures, TENANT, type Fixtures } from './fixtures.ts';

const AREAS = ['master-data', 'suppliers', 'prices', 'sourcing'];
/** What every material is reckoned with is few by nature: it is filled last, when all other lists have been asked. */
const FEW = ['materialUnit', 'basicUnitConversion'];
/**
 * What takes longer than so many milliseconds is asked so many times, and the median counts: one long answer among
 * hundreds says nothing.
 */
const SLOW = { ms: 500, times: 3 };
const SIZE = 20;

/** One question to a list, and the same in bare SQL, where a table answers it: its condition and order. */
interface Question {
  readonly what: string;
  readonly input: Readonly<Record<string, string>>;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly order: string;
  readonly offset: number;
}
interface Measured {
  readonly list: string;
  readonly what: string;
  readonly ms: number;
  readonly bare: number;
}

/** Lists with very many rows, over HTTP and in a browser. */
export async function benchLists({ quick }: Pick<Fixtures, 'quick'>): Promise<Figure[]> {
  const fixtures = await openFixtures({ quick, keep: false, web: true, demo: true });
  try {
    return await lookThrough(fixtures);
  } finally {
    await fixtures.close();
  }
}

async function lookThrough(fixtures: Fixtures): Promise<Figure[]> {
  const wanted = fixtures.quick ? 2_000 : 200_000;
  const listed = modules
    .filter(({ name }) => AREAS.includes(name))
    .flatMap(({ declarations }) => declarations)
    .filter((declaration) => verbOf(declaration) !== undefined);
  const tables = listed.filter(({ view }) => view !== true);
  const few: string[] = [];
  const measured: Measured[] = [];
  const refused: string[] = [];
  const looked = new Looked();
  const isFew = ({ name }: Declaration): boolean => FEW.includes(name);
  for (const part of [listed.filter((each) => !isFew(each)), listed.filter(isFew)]) {
    for (const declaration of part.filter((each) => tables.includes(each)))
      if ((await copyRecords(fixtures, declaration, wanted)) < wanted) few.push(declaration.name);
    console.log(`[bench] ${part.length} lists of ${wanted.toLocaleString('en')} are asked …`);
    await fixtures.restart();
    for (const declaration of part) await askAll(fixtures, declaration, measured, refused);
    await lookAtScreens(
      fixtures,
      part.filter(({ path }) => path !== undefined),
      looked,
    );
  }
  if (process.env['BENCH_LISTS'] !== undefined)
    for (const each of measured.toSorted((a, b) => b.ms - a.ms))
      console.log(`${each.list}\t${each.what}\t${each.ms.toFixed(0)}\t${each.bare.toFixed(0)}`);
  const compared = measured.filter(({ bare }) => bare > 0);
  const worst = measured.reduce((a, b) => (b.ms > a.ms ? b : a));
  const sum = (of: readonly Measured[], which: 'ms' | 'bare'): number => of.reduce((all, each) => all + each[which], 0);
  const lists = [...Map.groupBy(compared, ({ list }) => list)]
    .map(([list, of]) => ({ list, ratio: sum(of, 'ms') / sum(of, 'bare') }))
    .toSorted((a, b) => b.ratio - a.ratio);
  return [
    holds(
      `lists: ${wanted.toLocaleString('en')} records in every table`,
      few.length === 0,
      few.length === 0 ? `${tables.length} tables, ${listed.length} lists` : few.join(', '),
    ),
    holds(
      'lists: every question is answered',
      refused.length === 0,
      refused.length === 0 ? `${measured.length} questions` : refused.slice(0, 5).join('; '),
    ),
    timesBare(
      'lists: sorted, filtered, searched, scrolled',
      sum(compared, 'ms') / compared.length,
      sum(compared, 'bare') / compared.length,
      'ms',
      2,
      {
        note: `the mean; slowest beside SQL: ${lists
          .slice(0, 3)
          .map(({ list, ratio }) => `${list} ${ratio.toFixed(1)}`)
          .join(', ')}`,
      },
    ),
    known('lists: median', median(measured.map(({ ms }) => ms)), 'ms'),
    known(
      'lists: 95 of 100',
      share(
        measured.map(({ ms }) => ms),
        0.95,
      ),
      'ms',
    ),
    atMost('lists: the slowest question', worst.ms, 'ms', 1_000, { note: `${worst.list} ${worst.what}` }),
    ...screenFigures(looked),
  ];
}

async function askAll(
  fixtures: Fixtures,
  declaration: Declaration,
  measured: Measured[],
  refused: string[],
): Promise<void> {
  for (const question of await questionsOf(fixtures, declaration)) {
    try {
      measured.push({ list: declaration.name, what: question.what, ...(await ask(fixtures, declaration, question)) });
    } catch (error) {
      refused.push(`${declaration.name} ${question.what}: ${(error as Error).message}`);
    }
  }
}

const verbOf = ({ calls }: Declaration): Verb | undefined =>
  (['page', 'list'] as const).find((verb) => calls.includes(verb));
const pathOf = ({ service, segment }: Declaration, verb: string): string =>
  `${service}/${segment === '' ? '' : `${segment}/`}${verb}`;

/**
 * Each way a person looks at a list: as it opens, by each column that sorts, by each field that filters, by a word, by
 * a later page and the last.
 */
async function questionsOf(fixtures: Fixtures, declaration: Declaration): Promise<Question[]> {
  const first = fine(await fixtures.get(pathOf(declaration, verbOf(declaration)!), { size: String(SIZE) })).data as {
    records: Record<string, unknown>[];
    total: number;
  };
  const sample = first.records.at(-1);
  if (sample === undefined) return [];
  const sort = declaration.sort ?? (declaration.fields['code'] ? 'code' : '-createTime');
  const orderOf = (names: readonly string[]): string =>
    names.map((name) => (name.startsWith('-') ? `t.${snake(name.slice(1))} desc` : `t.${snake(name)}`)).join(', ');
  const usualOrder = `${orderOf(sort.split(','))}, t.id${sort.startsWith('-') ? ' desc' : ''}`;
  const plain = { where: '', values: [], order: usualOrder, offset: 0 };
  const questions: Question[] = [{ what: 'as it opens', input: {}, ...plain }];
  const stored = Object.entries(declaration.fields).filter(
    ([, field]) => !field.rules.computed && field.rules.right === undefined,
  );
  for (const [name, field] of stored) {
    if (field.rules.list && !UNSORTED.has(field.kind)) {
      questions.push({ what: `by ${name}`, input: { descs: name }, ...plain, order: `t.${snake(name)} desc, t.id` });
    }
    const filter = field.rules.search ? filterOf(name, field, sample[name]) : null;
    if (filter !== null) questions.push({ what: `where ${Object.keys(filter.input)[0]!}`, ...plain, ...filter });
  }
  const word =
    declaration.keyword === undefined
      ? ''
      : String(sample[declaration.keyword[0]!] ?? '')
          .toLowerCase()
          .split(/\s+/)[0]!
          .slice(-4);
  if (word !== '' && declaration.view !== true)
    questions.push({
      what: 'a word',
      input: { keyword: word },
      ...plain,
      where: 't.search_text like $1',
      values: [`%${word}%`],
    });
  for (const [what, page] of [
    ['page 50', 50],
    ['the last page', Math.ceil(first.total / SIZE)],
  ] as const)
    questions.push({ what, input: { current: String(page) }, ...plain, offset: (page - 1) * SIZE });
  return questions;
}
const UNSORTED: ReadonlySet<string> = new Set(['json', 'pictures', 'attachments', 'refs', 'secret']);

function filterOf(name: string, field: Field, value: unknown): Pick<Question, 'input' | 'where' | 'values'> | null {
  const text = String(value ?? '');
  if (text === '') return null;
  const at = `t.${snake(name)}`;
  const { nature } = kinds[field.kind];
  if (field.kind === 'choice' || field.kind === 'dictionary')
    return { input: { [name]: text }, where: `${at} = $1`, values: [text] };
  if (nature === 'text') {
    const part = text.slice(0, Math.max(2, Math.ceil(text.length / 2)));
    return {
      input: { [name]: part },
      where: `${at} ${part.toLowerCase() === part.toUpperCase() ? 'like' : 'ilike'} $1`,
      values: [`%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`],
    };
  }
  if (nature === 'day') return { input: { [`${name}_datege`]: text }, where: `${at} >= $1`, values: [text] };
  if (nature === 'id') return { input: { [name]: text }, where: `${at} = $1`, values: [text] };
  if (nature === 'number' || nature === 'decimal')
    return { input: { [`${name}_equal`]: text }, where: `${at} = $1`, values: [text] };
  return null;
}

let questionCount = 0;
/** Ours and the shortest SQL; rows whole, as a page shows them, and how many there are. */
async function ask(
  fixtures: Fixtures,
  declaration: Declaration,
  { input, where, values, order, offset }: Question,
): Promise<{ ms: number; bare: number }> {
  const table = tableOf(declaration);
  const condition = [...(declaration.platform ? [] : [`t.tenant_id = '${TENANT}'`]), ...(where === '' ? [] : [where])]
    .map((each, nr) => `${nr === 0 ? 'where' : 'and'} ${each}`)
    .join(' ');
  const bare = `select t.*, (select count(*) from ${table} t ${condition}) as total
    from ${table} t ${condition} order by ${order} limit ${SIZE} offset ${offset}`;
  const ours: number[] = [];
  const theirs: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  };
  // Who comes first finds nothing in memory; by turns it is the one and the other.
  const turn = (): Promise<void> =>
    timed(ours, async () =>
      fine(await fixtures.get(pathOf(declaration, verbOf(declaration)!), { size: String(SIZE), ...input })),
    );
  const other = async (): Promise<void> =>
    declaration.view === true ? undefined : timed(theirs, () => fixtures.sql(bare, values));
  for (let round = 0; round === 0 || (ours[0]! > SLOW.ms && round < SLOW.times); round += 1) {
    const oursFirst = (questionCount += 1) % 2 === 0;
    await (oursFirst ? turn() : other());
    await (oursFirst ? other() : turn());
  }
  return { ms: median(ours), bare: theirs.length === 0 ? 0 : median(theirs) };
}
