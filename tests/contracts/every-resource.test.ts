/** What every list, record and sheet of the program keeps, whoever declared it; asked of the demonstration company. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { searchText } from '../../kernel/server/search-text.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { addressOf, listVerb, openCompany, ownSheet, saveVerb, serves, storedFields, type Row, type TheCompany } from './the-company.ts';

let company: TheCompany;
let listed: readonly Declaration[];
const rows = new Map<string, Row[]>();
beforeAll(async () => {
  company = await openCompany();
  listed = company.declarations.filter((declaration) => listVerb(declaration) !== undefined);
  for (const declaration of listed) rows.set(declaration.name, await company.rowsOf(declaration).catch(() => []));
}, DEMO_PATIENCE);
afterAll(() => company.close());

/** Lists asked at the same time, where nothing is changed. */
const AT_ONCE = 4;
const rowsOf = (declaration: Declaration): Row[] => rows.get(declaration.name) ?? [];
/** A few rows from the front, the middle and the end. */
const some = <T>(all: readonly T[], count = 3): T[] => [...new Set(Array.from({ length: Math.min(count, all.length) }, (_, index) => Math.floor((index * (all.length - 1)) / Math.max(1, count - 1))))].map((index) => all[index]!);
const pageOf = async (declaration: Declaration, input: Record<string, unknown>): Promise<{ records: Row[]; total: number; size: number; current: number; pages: number }> => {
  const answer = await company.get(declaration, listVerb(declaration)!, input);
  if (answer.status !== 200) throw new Error(`${JSON.stringify(input)} → ${answer.status} ${answer.body.msg ?? ''}`);
  return answer.body.data as never;
};
const ids = (records: readonly Row[]): string[] => records.map((row) => row.id);
const same = (found: readonly string[], wanted: readonly string[]): boolean => found.length === wanted.length && found.toSorted().every((id, index) => id === wanted.toSorted()[index]);

describe('a page', () => {
  test('RULE-161 RULE-250: has records, total, size, current and pages, numbers that agree, and no row twice', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const found: string[] = [];
      const page = await pageOf(declaration, { current: 1, size: 3 });
      if (Object.keys(page).toSorted().join() !== 'current,pages,records,size,total') found.push(`has ${Object.keys(page).join(', ')}`);
      for (const name of ['total', 'size', 'current', 'pages'] as const) if (typeof page[name] !== 'number') found.push(`${name} is a ${typeof page[name]}`);
      const all = rowsOf(declaration);
      if (page.total !== all.length) found.push(`total ${page.total}, but ${all.length} rows on its pages`);
      if (page.pages !== Math.ceil(page.total / 3)) found.push(`${page.pages} pages of 3 for ${page.total}`);
      if (new Set(ids(all)).size !== all.length) found.push('shows a row twice');
      const past = await pageOf(declaration, { current: 9_999 });
      if (past.records.length > 0 || past.total !== page.total) found.push('past the end the total changes');
      return found;
    }, AT_ONCE)).toEqual([]);
  });

  test('RULE-114 RULE-115 RULE-306: has 10 rows unless asked, 10 to 200 when asked, and refuses more in words', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const found: string[] = [];
      if ((await pageOf(declaration, {})).size !== 10) found.push('has another size');
      for (const size of [10, 30, 50, 100, 200]) if ((await pageOf(declaration, { size })).size !== size) found.push(`does not take size ${size}`);
      for (const size of ['201', '0', '-1', 'x']) {
        const { status, body } = await company.get(declaration, listVerb(declaration)!, { size });
        if (status !== 400 || !body.msg) found.push(`size ${size} → ${status}`);
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  });

  test('shows ids and decimals as text, counts as numbers, and nothing a screen prints as null', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const found = new Set<string>();
      for (const row of rowsOf(declaration)) {
        for (const [name, value] of Object.entries(row)) {
          const field = declaration.fields[name];
          const nature = field === undefined ? null : kinds[field.kind].nature;
          const mayMiss = nature === 'number' || nature === 'decimal' || field?.kind === 'json';
          if (value === null && !mayMiss && !/(Qty|Price|Amount|Rate|Count|Number|Days|Money|Cost)$/.test(name)) found.add(`${name} is null`);
          if (value === undefined) found.add(`${name} is undefined`);
          if (value === null || field === undefined) continue;
          if (nature === 'decimal' && typeof value !== 'string') found.add(`${name} is a ${typeof value}`);
          if (nature === 'number' && typeof value !== 'number') found.add(`${name} is a ${typeof value}`);
          if ((nature === 'id' || nature === 'list' || nature === 'text' || nature === 'day' || nature === 'moment') && typeof value !== 'string') found.add(`${name} is a ${typeof value}`);
          if (nature === 'moment' && value !== '' && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value))) found.add(`${name} is not a moment: ${String(value)}`);
          if (nature === 'day' && value !== '' && !/^\d{4}-\d\d-\d\d$/.test(String(value))) found.add(`${name} is not a day: ${String(value)}`);
          if (field.kind === 'money' && typeof value === 'string' && !/^-?\d+\.\d\d$/.test(value)) found.add(`${name} is no amount of two places: ${value}`);
          if (field.kind === 'secret' && value !== '' && value !== '******') found.add(`${name} is a secret in the open`);
          if (Array.isArray(value) && name === 'children' && value.length === 0) found.add('children: []');
        }
        if (typeof row.id !== 'string' || !/^\d{1,19}$/.test(row.id)) found.add('id is not text');
        if (declaration.life && !row['statusName']) found.add('a state without its word');
        if (!declaration.view && (typeof row['version'] !== 'number' || row['isDeleted'] !== 0)) found.add('version or isDeleted missing');
      }
      return [...found];
    }, AT_ONCE)).toEqual([]);
  });

  test('names what a row refers to: no reference without its name', async () => {
    expect(await company.offenders(listed, async (declaration) => storedFields(declaration).flatMap(([name, field]) => {
      if (field.kind !== 'ref') return [];
      const stem = name.replace(/Ids?$/, '');
      const nameless = rowsOf(declaration).filter((row) => row[name] !== '' && row[name] !== undefined && row[name] !== '0' && !row[`${stem}Name`]);
      return nameless.length === 0 ? [] : [`${name} of ${nameless.length} rows has no ${stem}Name`];
    }), AT_ONCE)).toEqual([]);
  });

  test('RULE-116: leaves out no row for an empty filter, an unknown key or a literal "undefined"', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const first = declaration.keyword?.[0] ?? Object.keys(declaration.fields)[0]!;
      const { total } = await pageOf(declaration, { [first]: '', [`${first}_equal`]: 'undefined', nonsense_like: 'x', _t: 1, tenantId: '000009' });
      return total === rowsOf(declaration).length ? [] : [`${total} of ${rowsOf(declaration).length} rows`];
    }, AT_ONCE)).toEqual([]);
  });
});

/** The filter written again, slowly and obviously, over what the list itself shows. */
const text = (value: unknown): string => String(value ?? '');
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
const SLOW = { ...PLAIN, datege: PLAIN['ge']!, dategt: PLAIN['gt']!, datele: PLAIN['le']!, datelt: PLAIN['lt']!, dateequal: PLAIN['equal']! } as typeof PLAIN;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  text: ['equal', 'notequal', 'like', 'notlike', 'likeleft', 'likeright', 'null', 'notnull'],
  number: ['equal', 'notequal', 'ge', 'gt', 'le', 'lt', 'null', 'notnull'],
  decimal: ['equal', 'notequal', 'ge', 'gt', 'le', 'lt', 'null', 'notnull'],
  day: ['equal', 'datege', 'dategt', 'datele', 'datelt', 'dateequal', 'null', 'notnull'],
  moment: ['equal', 'datege', 'dategt', 'datele', 'datelt', 'dateequal', 'null', 'notnull'],
  id: ['equal', 'notequal', 'null', 'notnull'],
};

describe('a filter', () => {
  const filtered = (declaration: Declaration): [string, Field][] => storedFields(declaration).filter(([, field]) => (field.rules.search || field.rules.list || field.kind === 'ref') && SUFFIXES[kinds[field.kind].nature] !== undefined && field.kind !== 'secret');

  test('finds exactly the rows a slow and obvious one finds, with every suffix that fits the field', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const all = rowsOf(declaration);
      const found: string[] = [];
      const asked = new Set<string>();
      for (const [name, field] of filtered(declaration)) {
        // Two fields of one kind filter alike: the first answers to every suffix, each further one shows that it is there to filter by.
        const sort = `${field.kind} ${field.optional ? 'may be missing' : ''}`;
        const suffixes = asked.has(sort) ? ['equal'] : SUFFIXES[kinds[field.kind].nature]!;
        asked.add(sort);
        const given = all.map((row) => row[name]).filter((cell) => !isMissing(cell));
        if (given.length === 0) continue;
        const value = text(some(given, 3).at(1) ?? given[0]);
        const part = field.kind === 'text' || field.kind === 'code' ? value.slice(0, Math.max(1, Math.ceil(value.length / 2))) : value;
        for (const suffix of suffixes) {
          const sought = suffix === 'like' || suffix === 'notlike' || suffix === 'likeright' ? part : suffix === 'likeleft' ? value.slice(-2) : value;
          const wanted = all.filter((row) => SLOW[suffix]!(field, row[name], sought)).length;
          const { total, records } = await pageOf(declaration, { [`${name}_${suffix}`]: sought });
          if (total !== wanted) found.push(`${name}_${suffix}=${sought} finds ${total}, not ${wanted}`);
          else if (records.some((row) => !SLOW[suffix]!(field, row[name], sought))) found.push(`${name}_${suffix}=${sought} shows rows that do not fit`);
        }
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  }, 90_000);

  test('takes a percent sign and an underscore for what they are, and refuses by name what does not fit', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const found: string[] = [];
      for (const [name, field] of filtered(declaration)) {
        const { nature } = kinds[field.kind];
        if (nature === 'text' && field.kind !== 'choice' && field.kind !== 'dictionary') {
          for (const sign of ['%', '_', '\\']) {
            const wanted = rowsOf(declaration).filter((row) => text(row[name]).includes(sign)).length;
            const { total } = await pageOf(declaration, { [name]: sign });
            if (total !== wanted) found.push(`${name}=${sign} finds ${total}, not ${wanted}`);
          }
        } else if (nature !== 'text' && nature !== 'none') {
          const { status, body } = await company.get(declaration, listVerb(declaration)!, { [`${name}_equal`]: "x' or 1=1 --" });
          if (status !== 400 || !body.msg?.includes(name)) found.push(`${name}_equal=nonsense → ${status} ${body.msg ?? ''}`);
        }
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  }, 60_000);

  test('RULE-118: createTime_dategt and createTime_datelt stand on every list', async () => {
    expect(await company.offenders(listed.filter((declaration) => !declaration.view), async (declaration) => {
      const all = rowsOf(declaration);
      const moment = text(some(all, 3).at(1)?.['createTime'] ?? '2026-01-01 00:00:00');
      const after = await pageOf(declaration, { createTime_datege: moment });
      const before = await pageOf(declaration, { createTime_datelt: moment });
      return after.total + before.total === all.length ? [] : [`${after.total} from ${moment} and ${before.total} before it are not ${all.length}`];
    }, AT_ONCE)).toEqual([]);
  });

  test('the one search box finds a row by its name, by pinyin and by initials', async () => {
    expect(await company.offenders(listed.filter((declaration) => declaration.keyword !== undefined && !declaration.view), async (declaration) => {
      const found: string[] = [];
      for (const row of some(rowsOf(declaration), 2)) {
        for (const name of declaration.keyword!) {
          for (const word of searchText([row[name]]).split(' ').filter((each) => !/\s/.test(each) && each !== '').slice(0, 3)) {
            const { records, total } = await pageOf(declaration, { keyword: word, size: 200 });
            if (total <= 200 && !ids(records).includes(row.id)) found.push(`"${word}" does not find ${text(row[name])}`);
          }
        }
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  });
});

describe('an order', () => {
  test('by any column is total, ascending and descending, and the pages of it hold every row once', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const all = rowsOf(declaration);
      const found: string[] = [];
      if (all.length < 2) return found;
      const base: [string, Field][] = declaration.view ? [] : [['createTime', { kind: 'moment' } as Field]];
      const asked = new Set<string>();
      for (const [name, field] of [...storedFields(declaration).filter(([, each]) => each.rules.list && each.kind !== 'json' && each.kind !== 'refs' && each.kind !== 'secret'), ...base]) {
        // A long list is read whole by one column of each kind.
        if (all.length > 400 && asked.has(field.kind)) continue;
        asked.add(field.kind);
        // Twice over a page's edge for one column, whole for the others: the edge is the same.
        const size = name === 'createTime' ? Math.min(200, Math.ceil(all.length / 2)) : 200;
        for (const way of ['ascs', 'descs'] as const) {
          const records: Row[] = [];
          for (let current = 1; current <= Math.ceil(all.length / size); current += 1) records.push(...(await pageOf(declaration, { [way]: name, current, size })).records);
          if (!same(ids(records), ids(all))) found.push(`${way}=${name}: its pages are not the list`);
          const given = records.map((row) => row[name]).filter((cell) => !isMissing(cell)).map(text);
          // Texts stand in the order of the database's own collation, which is only asked to be a total order.
          if (kinds[field.kind].nature === 'text') continue;
          const wrong = given.findIndex((cell, index) => index > 0 && compare(field, given[index - 1]!, cell) * (way === 'ascs' ? 1 : -1) > 0);
          if (wrong >= 0) found.push(`${way}=${name}: ${given[wrong - 1]} stands before ${given[wrong]}`);
        }
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  }, 60_000);

  test('by a column that is not there is refused in words', async () => {
    expect(await company.offenders(listed, async (declaration) => {
      const found: string[] = [];
      for (const name of ['nonsense', 'id;drop table material', 'tenantId', 'case when 1=1 then id end']) {
        const { status, body } = await company.get(declaration, listVerb(declaration)!, { descs: name });
        if (status !== 400 || !body.msg) found.push(`descs=${name} → ${status}`);
      }
      return found;
    }, AT_ONCE)).toEqual([]);
  });
});

describe('a record', () => {
  test('RULE-251: in detail says what its row says; one that is not there is a 404 in words', async () => {
    expect(await company.offenders(listed.filter((declaration) => serves(declaration, 'detail')), async (declaration) => {
      const found: string[] = [];
      for (const row of some(rowsOf(declaration))) {
        const { status, body } = await company.get(declaration, 'detail', { id: row.id });
        if (status !== 200) {
          found.push(`${row.id} → ${status} ${body.msg ?? ''}`);
          continue;
        }
        const record = body.data as Row;
        for (const [name, value] of Object.entries(row)) if (declaration.fields[name] && JSON.stringify(record[name]) !== JSON.stringify(value)) found.push(`${name} is ${JSON.stringify(value)} in the list and ${JSON.stringify(record[name])} in detail`);
        for (const key of Object.keys(declaration.lines ?? {})) if (!Array.isArray(record[key])) found.push(`${key} is no list`);
      }
      const { status, body } = await company.get(declaration, 'detail', { id: '4611686018427387904' });
      if (status !== 404 || body.code !== 404 || !body.msg) found.push(`an id nobody has → ${status}`);
      return found;
    })).toEqual([]);
  });

  test('posted back whole, as it came, changes nothing and leaves no trace', async () => {
    expect(await company.offenders(listed.filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail')), async (declaration) => {
      const found: string[] = [];
      const editable = rowsOf(declaration).filter((row) => declaration.life === undefined || declaration.life.editable.includes(text(row['status'])));
      for (const row of some(editable, 2)) {
        const before = (await company.get(declaration, 'detail', { id: row.id })).body.data as Row;
        const [{ n: audited }] = (await company.asOwner<{ n: number }>('select count(*)::integer as n from audit_log')) as [{ n: number }];
        const saved = await company.post(declaration, saveVerb(declaration)!, before);
        if (saved.status !== 200) {
          found.push(`refused: ${saved.body.msg ?? saved.status}`);
          continue;
        }
        const after = (await company.get(declaration, 'detail', { id: row.id })).body.data as Row;
        const shown = (record: Row): Record<string, unknown> => Object.fromEntries([...Object.keys(declaration.fields), ...Object.keys(declaration.lines ?? {})].map((name) => [name, record[name]]));
        for (const [name, value] of Object.entries(shown(after))) if (JSON.stringify(value) !== JSON.stringify(before[name])) found.push(`${name} was ${JSON.stringify(before[name])?.slice(0, 120)} and is ${JSON.stringify(value)?.slice(0, 120)}`);
        const trace = await company.asOwner<{ resource: string; changes: unknown }>('select resource, changes from audit_log order by id offset $1', [audited]);
        if (trace.length > 0) found.push(`left ${JSON.stringify(trace).slice(0, 200)}`);
      }
      return found;
    })).toEqual([]);
  }, 60_000);

  test('that somebody changed meanwhile is refused with both versions in hand', async () => {
    expect(await company.offenders(listed.filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail')), async (declaration) => {
      const row = rowsOf(declaration).find((each) => declaration.life === undefined || declaration.life.editable.includes(text(each['status'])));
      if (row === undefined) return [];
      const record = (await company.get(declaration, 'detail', { id: row.id })).body.data as Row & { version: number };
      const { status, body } = await company.post(declaration, saveVerb(declaration)!, { ...record, version: record.version + 1 });
      const data = body.data as { reason?: string; current?: Row };
      if (status !== 400 || !body.msg?.includes('已被他人修改')) return [`answered ${status} ${body.msg ?? ''}`];
      return data.reason === 'stale' && data.current?.id === row.id && data.current['version'] === record.version ? [] : ['does not give the version that stands'];
    })).toEqual([]);
  });

  test('a unique field takes no second of its kind and says so', async () => {
    expect(await company.offenders(listed.filter((declaration) => saveVerb(declaration) !== undefined && !declaration.life && serves(declaration, 'detail') && saveVerb(declaration) !== 'update'), async (declaration) => {
      const uniques = storedFields(declaration).filter(([, field]) => field.rules.unique === true && isWritable(field));
      const row = rowsOf(declaration)[0];
      if (row === undefined || uniques.length === 0) return [];
      const record = (await company.get(declaration, 'detail', { id: row.id })).body.data as Row;
      const { id: _id, version: _version, ...copy } = record;
      for (const [name, field] of storedFields(declaration)) if (field.kind === 'secret') copy[name] = 'secret1';
      const { status, body } = await company.post(declaration, saveVerb(declaration)!, { ...copy, password: 'abc123', password2: 'abc123' });
      const given = uniques.filter(([name]) => text(copy[name]) !== '');
      const named = !body.msg?.includes('「」') && (given.length === 0 || given.some(([, field]) => body.msg?.includes(field.label.zh)) || Object.values(copy).some((value) => text(value) !== '' && body.msg?.includes(text(value))));
      return status === 400 && named ? [] : [`a second ${uniques.map(([name]) => name).join(', ')} → ${status} ${body.msg ?? ''}`];
    })).toEqual([]);
  });

  test('what is referred to is not removed, and the answer says by what', async () => {
    expect(await company.offenders(listed.filter((declaration) => serves(declaration, 'remove') && !declaration.life), async (declaration) => {
      const referrers = company.program.registry.referrers(declaration.name).filter(({ declaration: by, lines }) => lines === null && rowsOf(by).length > 0);
      for (const { declaration: by, field } of referrers) {
        const id = rowsOf(by).map((row) => text(row[field])).find((each) => each !== '' && each !== '0' && rowsOf(declaration).some((row) => row.id === each));
        if (id === undefined) continue;
        const { status, body } = await company.post(declaration, 'remove', { ids: id });
        const still = await company.asOwner(`select 1 from ${tableOf(declaration)} where id = $1`, [id]);
        if (status !== 400 || !body.msg) return [`referred to by ${by.name}.${field} → ${status} ${body.msg ?? ''}`];
        if (still.length === 0) return ['is gone all the same'];
        if (body.msg.includes('引用') && /「(.+)」已被\1引用/.test(body.msg)) return [`says it is used by itself: ${body.msg}`];
      }
      return [];
    })).toEqual([]);
  });

  test('its history says who did what when, with each field before and after', async () => {
    expect(await company.offenders(listed.filter((declaration) => !declaration.view), async (declaration) => {
      const [logged] = await company.asOwner<{ id: string }>('select record_id as id from audit_log where resource = $1 and action = $2 order by id limit 1', [declaration.name, 'create']);
      if (logged === undefined || !rowsOf(declaration).some((row) => row.id === logged.id)) return [];
      const { status, body } = await company.get(declaration, 'history', { id: logged.id });
      if (status !== 200) return [`answered ${status} ${body.msg ?? ''}`];
      const entries = body.data as { action: string; time: string; userName: string; changes: Record<string, [unknown, unknown]> }[];
      return entries.flatMap((entry) => (entry.action !== '' && entry.userName !== '' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(entry.time) && Object.values(entry.changes).every((pair) => Array.isArray(pair) && pair.length === 2) ? [] : [`has ${JSON.stringify(entry).slice(0, 160)}`]));
    })).toEqual([]);
  });
});

test('a field that offers only some of what it points to finds some of them, and none else', async () => {
  expect(await company.offenders(company.declarations, async (declaration) => {
    const found: string[] = [];
    for (const [name, { rules }] of [...Object.entries(declaration.fields), ...Object.values(declaration.lines ?? {}).flatMap((lines) => Object.entries(lines.fields))]) {
      if (rules.offer === undefined) continue;
      const target = company.program.registry.find(rules.target!);
      const ask = async (input: Record<string, unknown>): Promise<Row[]> => (await company.get(target, 'select', { size: 200, ...input })).body.data as Row[];
      const [offered, every] = [await ask(rules.offer), await ask({})];
      if (offered.length === 0 || offered.length >= every.length) found.push(`${name} offers ${offered.length} of ${every.length}`);
    }
    return found;
  })).toEqual([]);
});

test('select offers by name, code, pinyin and initials, and never what is frozen', async () => {
  expect(await company.offenders(listed.filter((declaration) => !declaration.view), async (declaration) => {
    const found: string[] = [];
    const ask = async (input: Record<string, unknown>): Promise<Row[]> => {
      const { status, body } = await company.get(declaration, 'select', { size: 200, ...input });
      if (status !== 200) throw new Error(`select ${JSON.stringify(input)} → ${status} ${body.msg ?? ''}`);
      return body.data as Row[];
    };
    const offered = await ask({});
    if (!Array.isArray(offered)) return ['select is no list'];
    const frozen = rowsOf(declaration).filter((row) => row['frozen'] === 1);
    if (offered.some((option) => frozen.some((row) => row.id === option.id))) found.push('offers what is frozen');
    const row = some(rowsOf(declaration).filter((each) => each['frozen'] !== 1), 3).at(1);
    if (row === undefined || declaration.keyword === undefined) return found;
    for (const name of declaration.keyword) {
      for (const word of searchText([row[name]]).split(' ').filter(Boolean).slice(0, 3)) {
        const options = await ask({ keyword: word });
        if (options.length < 200 && !options.some((option) => option.id === row.id)) found.push(`"${word}" does not offer ${text(row[name])}`);
      }
    }
    return found;
  })).toEqual([]);
});

test('RULE-197 RULE-198 RULE-199: frozen, a record is shown as frozen and offered no more; thawed, it is back', async () => {
  const freezable = listed.filter((declaration) => serves(declaration, 'freeze') && serves(declaration, 'thaw'));
  expect(freezable.map((declaration) => declaration.name)).toEqual(expect.arrayContaining(['material', 'basicUnitConversion', 'itemUnitConversion', 'dish']));
  expect(await company.offenders(freezable, async (declaration) => {
    const found: string[] = [];
    const row = rowsOf(declaration).findLast((each) => each['frozen'] === 0);
    if (row === undefined) return found;
    const standing = async (): Promise<unknown> => ((await company.get(declaration, 'detail', { id: row.id })).body.data as Row)['frozen'];
    const offered = async (): Promise<boolean> => {
      const options = (await company.get(declaration, 'select', { size: 200, id: row.id })).body.data as Row[];
      return options.some((option) => option.id === row.id);
    };
    const before = await offered();
    const froze = await company.post(declaration, 'freeze', { ids: row.id });
    // Somebody's own account, a warehouse with goods: a refusal in words is an answer.
    if (froze.status === 400 && froze.body.msg) return found;
    if (froze.status !== 200) found.push(`freeze → ${froze.status} ${froze.body.msg ?? ''}`);
    if ((await standing()) !== 1) found.push('is not shown as frozen');
    if (await offered()) found.push('is offered though frozen');
    const thawed = await company.post(declaration, 'thaw', { ids: row.id });
    if (thawed.status !== 200) found.push(`thaw → ${thawed.status} ${thawed.body.msg ?? ''}`);
    if ((await standing()) !== 0 || (await offered()) !== before) found.push('does not come back');
    return found;
  })).toEqual([]);
});

describe('a sheet', () => {
  const exported = async (declaration: Declaration): Promise<Buffer> => {
    const { status, bytes, headers } = await company.download(addressOf(declaration, 'exportExcel'), company.admin);
    if (status !== 200) throw new Error(`exportExcel → ${status}`);
    if (!String(headers['content-disposition']).startsWith("attachment; filename*=UTF-8''")) throw new Error('exportExcel is no attachment');
    return bytes;
  };

  test('RULE-263: exported, has a row for each row of the list', async () => {
    expect(await company.offenders(listed.filter((declaration) => serves(declaration, 'exportExcel')), async (declaration) => {
      const [, ...cells] = ownSheet(await exported(declaration));
      // A document gives a row per line; its own number counts once.
      if (declaration.lines?.['details']) return new Set(cells.map((row) => row[0])).size === new Set(rowsOf(declaration).map((row) => text(row['billCode'] ?? row.id))).size ? [] : [`${cells.length} rows`];
      return cells.length === rowsOf(declaration).length ? [] : [`${cells.length} rows for ${rowsOf(declaration).length}`];
    })).toEqual([]);
  });

  test('exported and imported again, changes nothing', async () => {
    expect(await company.offenders(listed.filter((declaration) => serves(declaration, 'exportExcel') && serves(declaration, 'importExcelTemplate') && rowsOf(declaration).length > 0 && !declaration.life), async (declaration) => {
      const { status, body } = await company.upload(addressOf(declaration, 'importExcelTemplate'), company.admin, await exported(declaration), { dryRun: '1' });
      if (status !== 200) return [`refused: ${body.msg ?? status}`];
      const result = body.data as { total: number; created: number; updated: number; unchanged: number; failed: number; rows: { row: number; column: string; value: string; reason: string }[] };
      return result.created === 0 && result.updated === 0 && result.failed === 0 && result.unchanged === rowsOf(declaration).length ? [] : [`${JSON.stringify({ ...result, rows: result.rows.slice(0, 2) })}`];
    })).toEqual([]);
  }, 60_000);

  test('the template has exactly the columns that can be imported', async () => {
    expect(await company.offenders(company.declarations.filter((declaration) => serves(declaration, 'downloadExcelTemplate')), async (declaration) => {
      const { status, bytes } = await company.download(addressOf(declaration, 'downloadExcelTemplate'), company.admin);
      if (status !== 200) return [`answered ${status}`];
      const [head = []] = ownSheet(bytes);
      const plain = head.map((cell) => text(cell).replace(/[*＊]/g, '').replace(/编码$/, ''));
      const wanted = storedFields(declaration).filter(([, field]) => isWritable(field) && !['json', 'pictures', 'attachments', 'secret'].includes(field.kind)).map(([, field]) => field.label.zh.replace(/编码$/, ''));
      const missing = wanted.filter((each) => !plain.includes(each));
      const more = plain.filter((each) => !wanted.includes(each));
      return missing.length + more.length === 0 ? [] : [`without ${missing.join('、') || 'nothing'}, with ${more.join('、') || 'nothing'} too many`];
    })).toEqual([]);
  });
});
