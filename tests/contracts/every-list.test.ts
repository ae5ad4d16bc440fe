/**
 * What every page, filter and order of the program keeps, whoever declared the list; asked of the demonstration
 * company.
 */
import { describe, expect, test } from 'vitest';
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { isName } from '../../kernel/server/list-order.ts';
import { PINYIN } from '../../parts/postgres/pinyin.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { everyList, some, text } from './the-lists.ts';
import { listVerb, storedFields, type Row } from './the-company.ts';

const stage = everyList();
/** Lists asked at the same time, where nothing is changed. */
const AT_ONCE = 4;
const pageOf = async (
  declaration: Declaration,
  input: Record<string, unknown>,
): Promise<{ records: Row[]; total: number; size: number; current: number; pages: number }> => {
  const answer = await stage.company.get(declaration, listVerb(declaration)!, input);
  if (answer.status !== 200) throw new Error(`${JSON.stringify(input)} → ${answer.status} ${answer.body.msg ?? ''}`);
  return answer.body.data as never;
};
const ids = (records: readonly Row[]): string[] => records.map((row) => row.id);
const same = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.length === wanted.length && found.toSorted().every((id, index) => id === wanted.toSorted()[index]);

describe('a page', () => {
  test('RULE-161 RULE-250: has records, total, size, current and pages, numbers that agree, and no row twice', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const found: string[] = [];
          const page = await pageOf(declaration, { current: 1, size: 3 });
          if (Object.keys(page).toSorted().join() !== 'current,pages,records,size,total')
            found.push(`has ${Object.keys(page).join(', ')}`);
          for (const name of ['total', 'size', 'current', 'pages'] as const)
            if (typeof page[name] !== 'number') found.push(`${name} is a ${typeof page[name]}`);
          const all = stage.rowsOf(declaration);
          if (page.total !== all.length) found.push(`total ${page.total}, but ${all.length} rows on its pages`);
          if (page.pages !== Math.ceil(page.total / 3)) found.push(`${page.pages} pages of 3 for ${page.total}`);
          if (new Set(ids(all)).size !== all.length) found.push('shows a row twice');
          const past = await pageOf(declaration, { current: 9_999 });
          if (past.records.length > 0 || past.total !== page.total) found.push('past the end the total changes');
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });

  test('RULE-114 RULE-115 RULE-306: has 10 rows unless asked, 10 to 200 when asked, and refuses more in words', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const found: string[] = [];
          if ((await pageOf(declaration, {})).size !== 10) found.push('has another size');
          for (const size of [10, 30, 50, 100, 200])
            if ((await pageOf(declaration, { size })).size !== size) found.push(`does not take size ${size}`);
          for (const size of ['201', '0', '-1', 'x']) {
            const { status, body } = await stage.company.get(declaration, listVerb(declaration)!, { size });
            if (status !== 400 || !body.msg) found.push(`size ${size} → ${status}`);
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });

  test('shows ids and decimals as text, counts as numbers, and nothing a screen prints as null', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const found = new Set<string>();
          for (const row of stage.rowsOf(declaration)) {
            for (const [name, value] of Object.entries(row)) {
              const field = declaration.fields[name];
              const nature = field === undefined ? null : kinds[field.kind].nature;
              const mayMiss = nature === 'number' || nature === 'decimal' || field?.kind === 'json';
              if (value === null && !mayMiss && !/(Qty|Price|Amount|Rate|Count|Number|Days|Money|Cost)$/.test(name))
                found.add(`${name} is null`);
              if (value === undefined) found.add(`${name} is undefined`);
              if (value === null || field === undefined) continue;
              if (nature === 'decimal' && typeof value !== 'string') found.add(`${name} is a ${typeof value}`);
              if (nature === 'number' && typeof value !== 'number') found.add(`${name} is a ${typeof value}`);
              // Where clients compare a choice with a number, one of its own codes goes out as one.
              const isCode =
                typeof value === 'number' &&
                (field.rules.numeric === true ||
                  (field.kind === 'choice' && field.rules.choices!.some((each) => each.value === String(value))));
              if (field.rules.numeric === true && value !== '' && !isCode) found.add(`${name} is no number`);
              if (
                !isCode &&
                (nature === 'id' ||
                  nature === 'list' ||
                  nature === 'text' ||
                  nature === 'day' ||
                  nature === 'moment') &&
                typeof value !== 'string'
              )
                found.add(`${name} is a ${typeof value}`);
              if (nature === 'moment' && value !== '' && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)))
                found.add(`${name} is not a moment: ${String(value)}`);
              if (nature === 'day' && value !== '' && !/^\d{4}-\d\d-\d\d$/.test(String(value)))
                found.add(`${name} is not a day: ${String(value)}`);
              if (field.kind === 'money' && typeof value === 'string' && !/^-?\d+\.\d\d$/.test(value))
                found.add(`${name} is no amount of two places: ${value}`);
              if (field.kind === 'secret' && value !== '' && value !== '******')
                found.add(`${name} is a secret in the open`);
              if (Array.isArray(value) && name === 'children' && value.length === 0) found.add('children: []');
            }
            if (typeof row.id !== 'string' || !/^\d{1,19}$/.test(row.id)) found.add('id is not text');
            if (declaration.life && !row['statusName']) found.add('a state without its word');
            if (!declaration.view && (typeof row['version'] !== 'number' || row['isDeleted'] !== 0))
              found.add('version or isDeleted missing');
          }
          return [...found];
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });

  test('names what a row refers to: no reference without its name', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) =>
          storedFields(declaration).flatMap(([name, field]) => {
            if (field.kind !== 'ref') return [];
            const stem = name.replace(/Ids?$/, '');
            const nameless = stage
              .rowsOf(declaration)
              .filter((row) => row[name] !== '' && row[name] !== undefined && row[name] !== '0' && !row[`${stem}Name`]);
            return nameless.length === 0 ? [] : [`${name} of ${nameless.length} rows has no ${stem}Name`];
          }),
        AT_ONCE,
      ),
    ).toEqual([]);
  });

  test('RULE-116: leaves out no row for an empty filter, an unknown key or a literal "undefined"', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const first = declaration.keyword?.[0] ?? Object.keys(declaration.fields)[0]!;
          const { total } = await pageOf(declaration, {
            [first]: '',
            [`${first}_equal`]: 'undefined',
            nonsense_like: 'x',
            _t: 1,
            ...(declaration.fields['tenantId'] === undefined ? { tenantId: '000000' } : {}),
          });
          return total === stage.rowsOf(declaration).length
            ? []
            : [`${total} of ${stage.rowsOf(declaration).length} rows`];
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });
});

/** The filter written again, slowly and obviously, over what the list itself shows. */
const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
const compare = (field: Field, one: string, other: string): number => {
  const { nature } = kinds[field.kind];
  if (nature === 'decimal') return Decimal.of(one).compare(Decimal.of(other));
  if (nature === 'number') return Number(one) - Number(other);
  if (nature === 'id') return BigInt(one) < BigInt(other) ? -1 : BigInt(one) > BigInt(other) ? 1 : 0;
  return one < other ? -1 : one > other ? 1 : 0;
};
const fold = (value: unknown): string => text(value).toLowerCase();
const PLAIN: Readonly<Record<string, (field: Field, cell: unknown, value: string) => boolean>> = {
  equal: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) === 0,
  notequal: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) !== 0,
  ge: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) >= 0,
  gt: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) > 0,
  le: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) <= 0,
  lt: (field, cell, value) => !isMissing(cell) && compare(field, text(cell), value) < 0,
  like: (_field, cell, value) => fold(cell).includes(fold(value)),
  notlike: (_field, cell, value) => !isMissing(cell) && !fold(cell).includes(fold(value)),
  likeleft: (_field, cell, value) => fold(cell).endsWith(fold(value)),
  likeright: (_field, cell, value) => fold(cell).startsWith(fold(value)),
  null: (_field, cell) => isMissing(cell),
  notnull: (_field, cell) => !isMissing(cell),
};
const SLOW = {
  ...PLAIN,
  datege: PLAIN['ge']!,
  dategt: PLAIN['gt']!,
  datele: PLAIN['le']!,
  datelt: PLAIN['lt']!,
  dateequal: PLAIN['equal']!,
} as typeof PLAIN;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  text: ['equal', 'notequal', 'like', 'notlike', 'likeleft', 'likeright', 'null', 'notnull'],
  number: ['equal', 'notequal', 'ge', 'gt', 'le', 'lt', 'null', 'notnull'],
  decimal: ['equal', 'notequal', 'ge', 'gt', 'le', 'lt', 'null', 'notnull'],
  day: ['equal', 'datege', 'dategt', 'datele', 'datelt', 'dateequal', 'null', 'notnull'],
  moment: ['equal', 'datege', 'dategt', 'datele', 'datelt', 'dateequal', 'null', 'notnull'],
  id: ['equal', 'notequal', 'null', 'notnull'],
};

describe('a filter', () => {
  const filtered = (declaration: Declaration): [string, Field][] =>
    storedFields(declaration).filter(
      ([, field]) =>
        (field.rules.search || field.rules.list || field.kind === 'ref') &&
        SUFFIXES[kinds[field.kind].nature] !== undefined &&
        field.kind !== 'secret',
    );

  test('finds exactly the rows a slow and obvious one finds, with every suffix that fits the field', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const all = stage.rowsOf(declaration);
          const found: string[] = [];
          const seen = new Set<string>();
          for (const [name, field] of filtered(declaration)) {
            // Two fields of one kind filter alike: the first answers to every suffix, each further one shows that it is
            // there to filter by.
            const sort = `${field.kind} ${field.optional ? 'may be missing' : ''}`;
            const suffixes = seen.has(sort) ? ['equal'] : SUFFIXES[kinds[field.kind].nature]!;
            seen.add(sort);
            const given = all.map((row) => row[name]).filter((cell) => !isMissing(cell));
            if (given.length === 0) continue;
            const value = text(some(given, 3).at(1) ?? given[0]);
            const part =
              field.kind === 'text' || field.kind === 'code'
                ? value.slice(0, Math.max(1, Math.ceil(value.length / 2)))
                : value;
            for (const suffix of suffixes) {
              const sought =
                suffix === 'like' || suffix === 'notlike' || suffix === 'likeright'
                  ? part
                  : suffix === 'likeleft'
                    ? value.slice(-2)
                    : value;
              const wanted = all.filter((row) => SLOW[suffix]!(field, row[name], sought)).length;
              const { total, records } = await pageOf(declaration, { [`${name}_${suffix}`]: sought });
              if (total !== wanted) found.push(`${name}_${suffix}=${sought} finds ${total}, not ${wanted}`);
              else if (records.some((row) => !SLOW[suffix]!(field, row[name], sought)))
                found.push(`${name}_${suffix}=${sought} shows rows that do not fit`);
            }
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  }, 90_000);

  test('takes a percent sign and an underscore for what they are, and refuses by name what does not fit', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const found: string[] = [];
          for (const [name, field] of filtered(declaration)) {
            const { nature } = kinds[field.kind];
            if (nature === 'text' && field.kind !== 'choice' && field.kind !== 'dictionary') {
              for (const sign of ['%', '_', '\\']) {
                const wanted = stage.rowsOf(declaration).filter((row) => text(row[name]).includes(sign)).length;
                const { total } = await pageOf(declaration, { [name]: sign });
                if (total !== wanted) found.push(`${name}=${sign} finds ${total}, not ${wanted}`);
              }
            } else if (nature !== 'text' && nature !== 'none') {
              const { status, body } = await stage.company.get(declaration, listVerb(declaration)!, {
                [`${name}_equal`]: "x' or 1=1 --",
              });
              if (status !== 400 || !body.msg?.includes(name))
                found.push(`${name}_equal=nonsense → ${status} ${body.msg ?? ''}`);
            }
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  }, 60_000);

  test('RULE-118: createTime_dategt and createTime_datelt stand on every list', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => !declaration.view),
        async (declaration) => {
          const all = stage.rowsOf(declaration);
          const moment = text(some(all, 3).at(1)?.['createTime'] ?? '2026-01-01 00:00:00');
          const after = await pageOf(declaration, { createTime_datege: moment });
          const before = await pageOf(declaration, { createTime_datelt: moment });
          return after.total + before.total === all.length
            ? []
            : [`${after.total} from ${moment} and ${before.total} before it are not ${all.length}`];
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });

  test('the one search box finds a row by its name, by pinyin and by initials', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => declaration.keyword !== undefined && !declaration.view),
        async (declaration) => {
          const found: string[] = [];
          for (const row of some(stage.rowsOf(declaration), 2)) {
            for (const name of declaration.keyword!) {
              for (const word of searchText([row[name]])
                .split(' ')
                .filter((each) => !/\s/.test(each) && each !== '')
                .slice(0, 3)) {
                const { records, total } = await pageOf(declaration, { keyword: word, size: 200 });
                if (total <= 200 && !ids(records).includes(row.id))
                  found.push(`"${word}" does not find ${text(row[name])}`);
              }
            }
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });
});

describe('an order', () => {
  let last: Promise<{ name: string; place: string }[]> = Promise.resolve([]);
  /** What a reference is shown by stands in the order of its names: by pinyin, or by the signs of a code. */
  async function wrongByName(
    declaration: Declaration,
    field: Field,
    shown: readonly unknown[],
    direction: 'ascs' | 'descs',
  ): Promise<string[]> {
    const target = field.kind === 'parent' ? declaration : stage.company.program.registry.find(field.rules.target!);
    const names = shown.filter((cell) => !isMissing(cell)).map(text);
    // One connection, which takes one question at a time.
    const orderPlaces = (last = last.then(() =>
      stage.company.asOwner<{ name: string; place: string }>(
        `select name, rank() over (order by name ${isName(target, titleField(target)) ? PINYIN : ''}) as place
          from (select distinct unnest($1::text[]) as name) n`,
        [names],
      ),
    ));
    const places = await orderPlaces;
    const placeOf = new Map(places.map(({ name, place }) => [name, Number(place) * (direction === 'ascs' ? 1 : -1)]));
    const wrong = names.findIndex((name, at) => at > 0 && placeOf.get(names[at - 1]!)! > placeOf.get(name)!);
    return wrong < 0 ? [] : [`${names[wrong - 1]} stands before ${names[wrong]}`];
  }

  test('by any column is total, ascending and descending, and the pages of it hold every row once', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const all = stage.rowsOf(declaration);
          const found: string[] = [];
          if (all.length < 2) return found;
          const base: [string, Field][] = declaration.view ? [] : [['createTime', { kind: 'moment' } as Field]];
          const seen = new Set<string>();
          for (const [name, field] of [
            ...storedFields(declaration).filter(
              ([, each]) => each.rules.list && each.kind !== 'json' && each.kind !== 'refs' && each.kind !== 'secret',
            ),
            ...base,
          ]) {
            // A long list is read whole by one column of each kind.
            if (all.length > 400 && seen.has(field.kind)) continue;
            seen.add(field.kind);
            // Twice over a page's edge for one column, whole for the others: the edge is the same.
            const size = name === 'createTime' ? Math.min(200, Math.ceil(all.length / 2)) : 200;
            for (const direction of ['ascs', 'descs'] as const) {
              const records: Row[] = [];
              for (let current = 1; current <= Math.ceil(all.length / size); current += 1)
                records.push(...(await pageOf(declaration, { [direction]: name, current, size })).records);
              if (!same(ids(records), ids(all))) found.push(`${direction}=${name}: its pages are not the list`);
              if (field.kind === 'parent' || (field.kind === 'ref' && field.rules.target !== undefined)) {
                found.push(
                  ...(
                    await wrongByName(
                      declaration,
                      field,
                      records.map((row) => row[`${name.replace(/Ids?$/, '')}Name`]),
                      direction,
                    )
                  ).map((wrong) => `${direction}=${name}: ${wrong}`),
                );
                continue;
              }
              const given = records
                .map((row) => row[name])
                .filter((cell) => !isMissing(cell))
                .map(text);
              // Texts stand in an order of the database's, by signs or by pinyin, which is only asked to be a total
              // order.
              if (kinds[field.kind].nature === 'text') continue;
              const wrong = given.findIndex(
                (cell, index) =>
                  index > 0 && compare(field, given[index - 1]!, cell) * (direction === 'ascs' ? 1 : -1) > 0,
              );
              if (wrong >= 0) found.push(`${direction}=${name}: ${given[wrong - 1]} stands before ${given[wrong]}`);
            }
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  }, 60_000);

  test('by a column that is not there is refused in words', async () => {
    expect(
      await stage.company.offenders(
        stage.listed,
        async (declaration) => {
          const found: string[] = [];
          for (const name of ['nonsense', 'id;drop table material', 'tenantId', 'case when 1=1 then id end'].filter(
            (each) => declaration.fields[each] === undefined,
          )) {
            const { status, body } = await stage.company.get(declaration, listVerb(declaration)!, { descs: name });
            if (status !== 400 || !body.msg) found.push(`descs=${name} → ${status}`);
          }
          return found;
        },
        AT_ONCE,
      ),
    ).toEqual([]);
  });
});
