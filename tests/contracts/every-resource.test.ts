/**
 * What every record, choice and sheet of the program keeps, whoever declared it; asked of the demonstration company.
 */
import { lineSheetOf } from '../../parts/sheets/line-sheet.ts';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { ImportResult } from '../../parts/sheet-answer/import-result.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { contextOf, type SignedIn } from '../../kernel/server/context.ts';
import { snake } from '../../parts/postgres/database.ts';
import type { CellLookups } from '../../parts/sheets/cell-text.ts';
import { columnsOf } from '../../parts/sheets/list-columns.ts';
import { fillerOf } from '../../parts/sheets/list-filling.ts';
import { fillingOf, planOf } from '../../parts/sheets/list-plan.ts';
import { type ImportColumn, importColumns } from '../../parts/sheets/sheet-columns.ts';
import { cellsOf } from '../../parts/sheets/written-cells.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { isOwner } from '../../kernel/server/registry.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { filePlaces, type FilePlace } from '../../modules/files/attach.server.ts';
import { isWhole } from '../support/area.ts';
import { anotherRecord } from './another-record.ts';
import type { Answer } from '../support/program.ts';
import { everyList, some, text } from './the-lists.ts';
import { addressOf, ownSheet, saveVerb, serves, storedFields, TENANT, type Row } from './the-company.ts';

const stage = everyList();

test('of every declaration there is a row to ask about, and of every one that people enter one they may change', () => {
  for (const declaration of stage.listed) {
    expect(stage.rowsOf(declaration), declaration.name).not.toEqual([]);
    if (saveVerb(declaration) !== undefined) expect(stage.editable(declaration), declaration.name).not.toEqual([]);
  }
});

/** Where a price comes from is said anew at each save: the price may have got an end meanwhile, and nothing else. */
const withoutEnd = (name: string, value: unknown): unknown =>
  name.endsWith('priceReason') && typeof value === 'string'
    ? value.replace(/(至| to) \d{4}-\d{2}-\d{2}$/gm, '')
    : value;

describe('a record', () => {
  test('RULE-251: in detail says what its row says; one that is not there is a 404 in words', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => serves(declaration, 'detail')),
        async (declaration) => {
          const found: string[] = [];
          for (const row of some(stage.rowsOf(declaration))) {
            const { status, body } = await stage.company.get(declaration, 'detail', { id: row.id });
            if (status !== 200) {
              found.push(`${row.id} → ${status} ${body.msg ?? ''}`);
              continue;
            }
            const record = body.data as Row;
            for (const [name, value] of Object.entries(row))
              if (declaration.fields[name] && JSON.stringify(record[name]) !== JSON.stringify(value))
                found.push(
                  `${name} is ${JSON.stringify(value)} in the list and ${JSON.stringify(record[name])} in detail`,
                );
            for (const key of Object.keys(declaration.lines ?? {}))
              if (!Array.isArray(record[key])) found.push(`${key} is no list`);
          }
          const { status, body } = await stage.company.get(declaration, 'detail', { id: '4611686018427387904' });
          if (status !== 404 || body.code !== 404 || !body.msg) found.push(`an id nobody has → ${status}`);
          return found;
        },
      ),
    ).toEqual([]);
  });

  test('posted back whole, as it came, changes nothing and leaves no trace', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail')),
        async (declaration) => {
          const found: string[] = [];
          for (const row of some(stage.editable(declaration), 2)) {
            const before = (await stage.company.get(declaration, 'detail', { id: row.id })).body.data as Row;
            const [{ n: audited }] = (await stage.company.asOwner<{ n: number }>(
              'select count(*)::integer as n from audit_log',
            )) as [{ n: number }];
            const saved = await stage.company.post(declaration, saveVerb(declaration)!, before);
            if (saved.status !== 200) {
              found.push(`refused: ${saved.body.msg ?? saved.status}`);
              continue;
            }
            const after = (await stage.company.get(declaration, 'detail', { id: row.id })).body.data as Row;
            const shown = (record: Row): Record<string, unknown> =>
              Object.fromEntries(
                [...Object.keys(declaration.fields), ...Object.keys(declaration.lines ?? {})].map((name) => [
                  name,
                  record[name],
                ]),
              );
            for (const [name, value] of Object.entries(shown(after)))
              if (JSON.stringify(value, withoutEnd) !== JSON.stringify(before[name], withoutEnd))
                found.push(
                  `${name} was ${JSON.stringify(before[name])?.slice(0, 120)} and is ${JSON.stringify(value)?.slice(0, 120)}`,
                );
            const written = await stage.company.asOwner<{ resource: string; changes: Record<string, unknown> }>(
              'select resource, changes from audit_log order by id offset $1',
              [audited],
            );
            const trace = written.filter(
              ({ changes }) =>
                !Object.entries(changes).every(
                  ([name, change]) =>
                    name.endsWith('.priceReason') &&
                    Array.isArray(change) &&
                    withoutEnd(name, change[0]) === withoutEnd(name, change[1]),
                ),
            );
            if (trace.length > 0) found.push(`left ${JSON.stringify(trace).slice(0, 200)}`);
          }
          return found;
        },
      ),
    ).toEqual([]);
  }, 60_000);

  test('that somebody changed meanwhile is refused with both versions in hand', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail')),
        async (declaration) => {
          const row = stage.editable(declaration)[0]!;
          const record = (await stage.company.get(declaration, 'detail', { id: row.id })).body.data as Row & {
            version: number;
          };
          const { status, body } = await stage.company.post(declaration, saveVerb(declaration)!, {
            ...record,
            version: record.version + 1,
          });
          const data = body.data as { reason?: string; current?: Row };
          if (status !== 400 || !body.msg?.includes('已被他人修改')) return [`answered ${status} ${body.msg ?? ''}`];
          return data.reason === 'stale' && data.current?.id === row.id && data.current['version'] === record.version
            ? []
            : ['does not give the version that stands'];
        },
      ),
    ).toEqual([]);
  });

  test('a unique field takes no second of its kind and says so', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter(
          (declaration) =>
            saveVerb(declaration) !== undefined &&
            !declaration.life &&
            serves(declaration, 'detail') &&
            saveVerb(declaration) !== 'update',
        ),
        async (declaration) => {
          const uniques = storedFields(declaration).filter(
            ([, field]) => field.rules.unique === true && isWritable(field),
          );
          const row = stage.rowsOf(declaration)[0]!;
          if (uniques.length === 0) return [];
          const record = (await stage.company.get(declaration, 'detail', { id: row.id })).body.data as Row;
          const { id: _id, version: _version, ...copy } = record;
          for (const [name, field] of storedFields(declaration)) if (field.kind === 'secret') copy[name] = 'secret1';
          const { status, body } = await stage.company.post(declaration, saveVerb(declaration)!, {
            ...copy,
            password: 'abc123',
            password2: 'abc123',
          });
          const given = uniques.filter(([name]) => text(copy[name]) !== '');
          const named =
            !body.msg?.includes('「」') &&
            (given.length === 0 ||
              given.some(([, field]) => body.msg?.includes(field.label.zh)) ||
              Object.values(copy).some((value) => text(value) !== '' && body.msg?.includes(text(value))));
          return status === 400 && named
            ? []
            : [`a second ${uniques.map(([name]) => name).join(', ')} → ${status} ${body.msg ?? ''}`];
        },
      ),
    ).toEqual([]);
  });

  test('what is referred to is not removed, and the answer says by what', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => serves(declaration, 'remove') && !declaration.life),
        async (declaration) => {
          const referrers = stage.company.program.registry
            .referrers(declaration.name)
            .filter(({ declaration: by, lines }) => lines === null && stage.rowsOf(by).length > 0);
          for (const { declaration: by, field } of referrers) {
            const id = stage
              .rowsOf(by)
              .map((row) => text(row[field]))
              .find((each) => each !== '' && each !== '0' && stage.rowsOf(declaration).some((row) => row.id === each));
            if (id === undefined) continue;
            const { status, body } = await stage.company.post(declaration, 'remove', { ids: id });
            const still = await stage.company.asOwner(`select 1 from ${tableOf(declaration)} where id = $1`, [id]);
            if (status !== 400 || !body.msg)
              return [`referred to by ${by.name}.${field} → ${status} ${body.msg ?? ''}`];
            if (still.length === 0) return ['is gone all the same'];
            if (body.msg.includes('引用') && /「(.+)」已被\1引用/.test(body.msg))
              return [`says it is used by itself: ${body.msg}`];
          }
          return [];
        },
      ),
    ).toEqual([]);
  });

  test('what a list of references names is not removed, and the answer says by what; named no more, it is', async () => {
    const { asOwner, program, post } = stage.company;
    const owners = stage.company.declarations.filter((declaration) => !declaration.view && isOwner(declaration));
    expect(
      await stage.company.offenders(owners, async (declaration) => {
        const found: string[] = [];
        const lists = [
          ...storedFields(declaration).map((each) => [tableOf(declaration), ...each] as const),
          ...Object.entries(declaration.lines ?? {}).flatMap(([key, { fields }]) =>
            Object.entries(fields).map((each) => [lineTableOf(declaration, key), ...each] as const),
          ),
        ].filter(([, , field]) => kinds[field.kind].refers === 'several' && !field.rules.computed);
        for (const [table, name, { rules }] of lists) {
          const target = program.registry.find(rules.target!);
          if (!serves(target, 'remove')) continue;
          const id = await anotherRecord(stage.company, target);
          const [named] = await asOwner<{ id: string }>(
            `update ${table} set ${snake(name)} = array_append(${snake(name)}, $1)
              where id = (select min(id) from ${table}) returning id`,
            [id],
          );
          if (named === undefined) found.push(`${name}: no row names anything`);
          const held = await post(target, 'remove', { ids: id });
          await asOwner(`update ${table} set ${snake(name)} = array_remove(${snake(name)}, $1)`, [id]);
          const removed = rules.weak === true ? held : await post(target, 'remove', { ids: id });
          if (rules.weak !== true && !(held.status === 400 && held.body.msg?.includes(declaration.label.zh)))
            found.push(`${name}: named, ${target.name} → ${held.status} ${held.body.msg ?? ''}`);
          if (removed.status !== 200)
            found.push(`${name}: ${target.name} → ${removed.status} ${removed.body.msg ?? ''}`);
        }
        return found;
      }),
    ).toEqual([]);
  });

  test('its history says who did what when, with each field before and after', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter((declaration) => !declaration.view),
        async (declaration) => {
          const [logged] = await stage.company.asOwner<{ id: string }>(
            'select record_id as id from audit_log where resource = $1 and action = $2 order by id limit 1',
            [declaration.name, 'create'],
          );
          if (logged === undefined || !stage.rowsOf(declaration).some((row) => row.id === logged.id)) return [];
          const { status, body } = await stage.company.get(declaration, 'history', { id: logged.id });
          if (status !== 200) return [`answered ${status} ${body.msg ?? ''}`];
          const entries = body.data as {
            action: string;
            time: string;
            userName: string;
            changes: Record<string, [unknown, unknown]>;
          }[];
          return entries.flatMap((entry) =>
            entry.action !== '' &&
            entry.userName !== '' &&
            /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(entry.time) &&
            Object.values(entry.changes).every((pair) => Array.isArray(pair) && pair.length === 2)
              ? []
              : [`has ${JSON.stringify(entry).slice(0, 160)}`],
          );
        },
      ),
    ).toEqual([]);
  });
});

test('a field that offers only some of what it points to finds some of them, and none else', async () => {
  expect(
    await stage.company.offenders(stage.company.declarations, async (declaration) => {
      const found: string[] = [];
      for (const [name, { rules }] of [
        ...Object.entries(declaration.fields),
        ...Object.values(declaration.lines ?? {}).flatMap((lines) => Object.entries(lines.fields)),
      ]) {
        if (rules.offer === undefined) continue;
        const target = stage.company.program.registry.find(rules.target!);
        const ask = async (input: Record<string, unknown>): Promise<Row[]> =>
          (await stage.company.get(target, 'select', { size: 200, ...input })).body.data as Row[];
        // Where the company has none of those, one stands there for as long as it is looked for.
        const made = (await ask(rules.offer)).length === 0 && (await anotherRecord(stage.company, target, rules.offer));
        const [offered, every] = [await ask(rules.offer), await ask({})];
        if (offered.length === 0 || offered.length >= every.length)
          found.push(`${name} offers ${offered.length} of ${every.length}`);
        if (made !== false) await stage.company.post(target, 'remove', { ids: made });
      }
      return found;
    }),
  ).toEqual([]);
});

test('select offers by name, code, pinyin and initials, and never what is frozen', async () => {
  expect(
    await stage.company.offenders(
      stage.listed.filter((declaration) => !declaration.view),
      async (declaration) => {
        const found: string[] = [];
        const ask = async (input: Record<string, unknown>): Promise<Row[]> => {
          const { status, body } = await stage.company.get(declaration, 'select', { size: 200, ...input });
          if (status !== 200) throw new Error(`select ${JSON.stringify(input)} → ${status} ${body.msg ?? ''}`);
          return body.data as Row[];
        };
        const offered = await ask({});
        if (!Array.isArray(offered)) return ['select is no list'];
        const frozen = stage.rowsOf(declaration).filter((row) => row['frozen'] === 1);
        if (offered.some((option) => frozen.some((row) => row.id === option.id))) found.push('offers what is frozen');
        const row = some(
          stage.rowsOf(declaration).filter((each) => each['frozen'] !== 1),
          3,
        ).at(1);
        if (row === undefined || declaration.keyword === undefined) return found;
        for (const name of declaration.keyword) {
          for (const word of searchText([row[name]]).split(' ').filter(Boolean).slice(0, 3)) {
            const options = await ask({ keyword: word });
            if (options.length < 200 && !options.some((option) => option.id === row.id))
              found.push(`"${word}" does not offer ${text(row[name])}`);
          }
        }
        return found;
      },
    ),
  ).toEqual([]);
});

test('RULE-197 RULE-198 RULE-199: frozen, a record is shown as frozen and offered no more; thawed, it is back', async () => {
  const freezable = stage.listed.filter((declaration) => serves(declaration, 'freeze') && serves(declaration, 'thaw'));
  if (isWhole)
    expect(freezable.map((declaration) => declaration.name)).toEqual(
      expect.arrayContaining(['material', 'basicUnitConversion', 'itemUnitConversion', 'dish']),
    );
  expect(
    await stage.company.offenders(freezable, async (declaration) => {
      const found: string[] = [];
      const row = stage.rowsOf(declaration).findLast((each) => each['frozen'] === 0);
      if (row === undefined) return found;
      const frozenOf = async (): Promise<unknown> =>
        ((await stage.company.get(declaration, 'detail', { id: row.id })).body.data as Row)['frozen'];
      const offered = async (): Promise<boolean> => {
        const options = (await stage.company.get(declaration, 'select', { size: 200, id: row.id })).body.data as Row[];
        return options.some((option) => option.id === row.id);
      };
      const before = await offered();
      const froze = await stage.company.post(declaration, 'freeze', { ids: row.id });
      // Somebody's own account, a warehouse with goods: a refusal in words is an answer.
      if (froze.status === 400 && froze.body.msg) return found;
      if (froze.status !== 200) found.push(`freeze → ${froze.status} ${froze.body.msg ?? ''}`);
      if ((await frozenOf()) !== 1) found.push('is not shown as frozen');
      if (await offered()) found.push('is offered though frozen');
      const thawed = await stage.company.post(declaration, 'thaw', { ids: row.id });
      if (thawed.status !== 200) found.push(`thaw → ${thawed.status} ${thawed.body.msg ?? ''}`);
      if ((await frozenOf()) !== 0 || (await offered()) !== before) found.push('does not come back');
      return found;
    }),
  ).toEqual([]);
});

describe('a field that asks for a right of its own', () => {
  const guarded = (fields: Fields): [string, Field][] =>
    Object.entries(fields).filter(([, field]) => field.rules.right !== undefined);
  const rightsOf = (declaration: Declaration): string[] =>
    [declaration.fields, ...Object.values(declaration.lines ?? {}).map((lines) => lines.fields)].flatMap((fields) =>
      guarded(fields).map(([, field]) => field.rules.right!),
    );
  /** Somebody who may do everything but see these figures. */
  const withoutThem = async (declaration: Declaration): Promise<string> => {
    const boss = await stage.company.person('admin');
    return stage.company.signIn({
      ...boss,
      permissions: new Set([...boss.permissions].filter((code) => !rightsOf(declaration).includes(code))),
    });
  };
  const with_ = (): readonly Declaration[] => stage.listed.filter((declaration) => rightsOf(declaration).length > 0);

  test('is in no list, detail, choice or sheet of whoever does not hold it, and is neither filtered nor ordered by', async () => {
    if (isWhole) expect(with_().length).toBeGreaterThan(10);
    expect(
      await stage.company.offenders(with_(), async (declaration) => {
        const token = await withoutThem(declaration);
        const own = guarded(declaration.fields).map(([name]) => name);
        const found: string[] = [];
        const list = serves(declaration, 'page') ? 'page' : 'list';
        const page = (input: Record<string, unknown>): Promise<Answer> =>
          stage.company.get(declaration, list, { size: 200, ...input }, token);
        const plain = await page({});
        const rows = (plain.body.data as { records: Row[] }).records;
        for (const name of own) {
          if (rows.some((row) => name in row)) found.push(`${name} is in the list`);
          for (const input of [{ [`${name}_ge`]: '999999999' }, { [name]: '1' }, { descs: name }]) {
            const { status, body } = await page(input);
            // Refused by name, or as if nothing had been asked: never an answer that tells the figure.
            if (
              status === 200 &&
              JSON.stringify((body.data as { records: Row[] }).records.map((row) => row.id)) !==
                JSON.stringify(rows.map((row) => row.id))
            )
              found.push(`${JSON.stringify(input)} changes the list`);
          }
        }
        if (rows[0] !== undefined && serves(declaration, 'detail')) {
          const record = (await stage.company.get(declaration, 'detail', { id: rows[0].id }, token)).body.data as Row;
          for (const name of own) if (name in record) found.push(`${name} is in the detail`);
          for (const [key, spec] of Object.entries(declaration.lines ?? {}))
            for (const [name] of guarded(spec.fields))
              if ((record[key] as Row[] | undefined)?.some((line) => name in line))
                found.push(`${key}.${name} is in the detail`);
        }
        if (serves(declaration, 'exportExcel')) {
          const { bytes } = await stage.company.download(addressOf(declaration, 'exportExcel'), token);
          const [heads = []] = ownSheet(bytes);
          const all = [
            ...guarded(declaration.fields),
            ...Object.values(declaration.lines ?? {}).flatMap((spec) => guarded(spec.fields)),
          ];
          // Of two columns of one name, one may be seen.
          const seen = new Set(
            [declaration.fields, ...Object.values(declaration.lines ?? {}).map((spec) => spec.fields)].flatMap(
              (fields) =>
                Object.values(fields)
                  .filter((field) => field.rules.right === undefined)
                  .map((field) => field.label.zh),
            ),
          );
          for (const [name, field] of all)
            if (!seen.has(field.label.zh) && heads.some((head) => head.replace('*', '') === field.label.zh))
              found.push(`${name} is in the sheet`);
        }
        return found;
      }),
    ).toEqual([]);
  }, 60_000);

  test('is neither set nor cleared by whoever does not hold it', async () => {
    const proven: string[] = [];
    expect(
      await stage.company.offenders(
        with_().filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail')),
        async (declaration) => {
          const token = await withoutThem(declaration);
          const own = guarded(declaration.fields).filter(([, field]) => isWritable(field));
          const lines = Object.entries(declaration.lines ?? {})
            .filter(([, spec]) => !spec.readonly)
            .flatMap(([key, spec]) =>
              guarded(spec.fields)
                .filter(([, field]) => isWritable(field))
                .map(([name, field]) => ({ key, name, field })),
            );
          if (own.length === 0 && lines.length === 0) return [];
          const found = [...own.map(([name, field]) => ({ name, field })), ...lines]
            .filter(({ field }) => !field.optional && field.rules.default === undefined)
            .map(({ name }) => `${name} is required of people who may not see it`);
          const detail = async (id: string): Promise<Row> =>
            (await stage.company.get(declaration, 'detail', { id })).body.data as Row;
          const figures = (row: Row): string =>
            JSON.stringify([
              own.map(([name]) => row[name]),
              lines.map(({ key, name }) => (row[key] as Row[]).map((line) => line[name])),
            ]);
          const candidates = stage.editable(declaration).slice(0, 8);
          for (const { id } of candidates) {
            const before = await detail(id);
            if (!/\d/.test(figures(before))) continue;
            const seen = (await stage.company.get(declaration, 'detail', { id }, token)).body.data as Row;
            const forged = {
              ...seen,
              ...Object.fromEntries(own.map(([name]) => [name, '7'])),
              ...Object.fromEntries(
                [...new Set(lines.map(({ key }) => key))].map((key) => [
                  key,
                  (seen[key] as Row[]).map((line) => ({
                    ...line,
                    ...Object.fromEntries(lines.filter((each) => each.key === key).map(({ name }) => [name, '7'])),
                  })),
                ]),
              ),
            };
            for (const [what, body] of [
              ['sent back as it was seen', seen],
              ['sent with another value', forged],
            ] as const) {
              const { status, body: answered } = await stage.company.post(
                declaration,
                saveVerb(declaration)!,
                { ...body, version: undefined },
                token,
              );
              if (status !== 200) found.push(`${what}: ${status} ${answered.msg ?? ''}`);
              else if (figures(await detail(id)) !== figures(before))
                found.push(`${what}: ${figures(before)} became ${figures(await detail(id))}`);
              else proven.push(declaration.name);
            }
            break;
          }
          return found;
        },
      ),
    ).toEqual([]);
    if (isWhole) expect([...new Set(proven)]).toEqual(expect.arrayContaining(['purchaseOrder', 'supplierMaterial']));
  }, 60_000);
});

test('a day after it came an upload nobody refers to goes, file and row; what any field of any record refers to stays', async () => {
  const { company } = stage;
  const { program, asOwner } = company;
  const places = filePlaces(program.registry);
  // Nothing that holds files is left out: asked of the declarations again, in other words.
  const declared = program.registry.declarations
    .filter((declaration) => !declaration.view)
    .flatMap((declaration) => [
      [tableOf(declaration), declaration.fields] as const,
      ...Object.entries(declaration.lines ?? {}).map(
        ([key, lines]) => [lineTableOf(declaration, key), lines.fields] as const,
      ),
    ]);
  const holders = declared.flatMap(([table, fields]) =>
    Object.entries(fields)
      .filter(([, { kind }]) => ['pictures', 'attachments', 'richtext', 'json', 'longtext'].includes(kind))
      .filter(([, { rules }]) => !rules.computed)
      .map(([field]) => `${table}.${snake(field)}`),
  );
  expect(holders.filter((holder) => !places.some(({ table, column }) => `${table}.${column}` === holder))).toEqual([]);

  const anUpload = async (hours: number): Promise<string> =>
    (
      await asOwner<{ id: string }>(
        `insert into stored_file (tenant_id, name, content_type, size, sha256, purpose, create_time)
          values ($1, 'x.png', 'image/png', 1, '', 'picture', now() - make_interval(hours => $2)) returning id`,
        [TENANT, hours],
      )
    )[0]!.id;
  const [loose, fresh] = [await anUpload(25), await anUpload(23)];
  const used: { readonly place: FilePlace; readonly id: string; undo(): Promise<unknown> }[] = [];
  for (const place of places) {
    const { table, column, holds } = place;
    const [row] = await asOwner<{ at: string; was: unknown }>(
      `select ctid::text as at, to_jsonb(t) -> '${column}' as was from ${table} t
        where ${
          (
            await asOwner<{ n: number }>(
              `select count(*)::integer as n from pg_attribute
          where attrelid = $1::regclass and attname = 'tenant_id'
            and not attisdropped`,
              [table],
            )
          )[0]!.n > 0
            ? `tenant_id = '${TENANT}'`
            : 'true'
        } limit 1`,
    ).catch(() => []);
    if (row === undefined) continue;
    const id = await anUpload(25);
    const value =
      holds === 'ids'
        ? `array[${id}]::bigint[]`
        : holds === 'id'
          ? id
          : `to_jsonb('/api/blade-resource/file/picture?tenant=${TENANT}&id=${id}&key=k'::text)`;
    await asOwner('begin');
    await asOwner('set local session_replication_role = replica');
    const [written] = await asOwner(
      `update ${table} set ${column} =
        ${holds === 'words' ? `(jsonb_populate_record(null::${table}, jsonb_build_object('${column}', ${value}))).${column}` : value} where ctid = $1::tid returning 1`,
      [row.at],
    ).catch(() => []);
    await asOwner(written === undefined ? 'rollback' : 'commit');
    if (written === undefined) continue;
    used.push({
      place,
      id,
      undo: async () => {
        await asOwner('begin');
        await asOwner('set local session_replication_role = replica');
        await asOwner(
          `update ${table} set ${column} = (jsonb_populate_record(null::${table}, jsonb_build_object('${column}',
            $1::jsonb))).${column} where ${column}::text like $2`,
          [JSON.stringify(row.was), `%${id}%`],
        );
        await asOwner('commit');
      },
    });
  }
  // Most tables have a row here; those of pictures and attachments in the company's daily work do.
  expect(used.filter(({ place }) => place.holds === 'ids').length).toBeGreaterThan(8);
  await program.scheduledTasks.find(({ name }) => name === 'file.sweep')!.run();
  const there = new Set(
    (
      await asOwner<{ id: string }>('select id from stored_file where id = any($1::bigint[])', [
        [loose, fresh, ...used.map(({ id }) => id)],
      ])
    ).map((row) => row.id),
  );
  expect(used.filter(({ id }) => !there.has(id)).map(({ place }) => `${place.table}.${place.column}`)).toEqual([]);
  expect([there.has(loose), there.has(fresh)]).toEqual([false, true]);
  for (const { undo } of used.toReversed()) await undo();
  await program.scheduledTasks.find(({ name }) => name === 'file.sweep')!.run();
  expect(await asOwner('select id from stored_file where id = any($1::bigint[])', [used.map(({ id }) => id)])).toEqual(
    [],
  );
});

describe('a sheet', () => {
  /** The whole table, as text, and what cells are read with. */
  const stateOf = async (declaration: Declaration): Promise<{ lookups: CellLookups; stood: string }> => ({
    lookups: {
      dictionaries: {},
      targets: Object.fromEntries(
        stage.company.declarations.map(({ name, label, fields }) => [
          name,
          { label, code: fields['code'] !== undefined },
        ]),
      ),
    },
    stood: (
      await stage.company.asOwner<{ stood: string }>(
        `select md5(string_agg(t::text, '' order by t.id)) as stood from ${tableOf(declaration)} t`,
      )
    )[0]!.stood,
  });
  const exported = async (declaration: Declaration): Promise<Buffer> => {
    const { status, bytes, headers } = await stage.company.download(
      addressOf(declaration, 'exportExcel'),
      stage.company.admin,
    );
    if (status !== 200) throw new Error(`exportExcel → ${status}`);
    if (!String(headers['content-disposition']).startsWith("attachment; filename*=UTF-8''"))
      throw new Error('exportExcel is no attachment');
    return bytes;
  };

  /**
   * What a thread writes of a long list, from its one query and what the program fills of its rows; undefined where
   * only the program can write it.
   */
  const fromOneQuery = async (declaration: Declaration, user: SignedIn): Promise<string[][] | undefined> => {
    const { database, program } = stage.company;
    const { tenant, timeZone } = user;
    const { plan, fill } = await database.transaction({ tenant, timeZone, readOnly: true }, async (tx) => {
      const now = momentIn(timeZone, new Date());
      const { registry } = program;
      const context = contextOf({ tx, registry, user, now, language: 'zh', requestId: 'sheet' });
      const list = await columnsOf(declaration, context);
      const filling = fillingOf(declaration, context, list);
      return {
        plan: planOf(declaration, context, {}, list),
        fill: filling && fillerOf(database, context, declaration, filling),
      };
    });
    if (plan === undefined || fill === undefined) return undefined;
    const client = await database.pool.connect();
    try {
      await client.query(plan.opening);
      const { text: query, values } = plan.query;
      const { rows } = await client.query<unknown[]>({ text: query, values: [...values], rowMode: 'array' });
      const filled = plan.filledFrom === 0 ? [] : await fill(rows.map((row) => row.slice(0, plan.filledFrom)));
      const columns = plan.columns.map(({ column }) => column);
      const cells = rows.map((row, nr) => [...row, ...(filled[nr] ?? [])]).map(cellsOf(plan.columns));
      return ownSheet(await buffer(writeSheet(columns, cells, { name: '数据' })));
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('RULE-263: exported, has a row for each row of the list, the same whether the program or a thread writes it', async () => {
    const byProgram: string[] = [];
    const admin = await stage.company.person('admin');
    const exportable = stage.listed.filter((declaration) => serves(declaration, 'exportExcel'));
    expect(
      await stage.company.offenders(
        exportable,
        async (declaration) => {
          const sheet = ownSheet(await exported(declaration));
          const found: string[] = [];
          const [, ...cells] = sheet;
          const rows = stage.rowsOf(declaration);
          // A document gives a row per line; its own number counts once.
          const [counted, there] = declaration.lines?.['details']
            ? [
                new Set(cells.map((row) => row[0])).size,
                new Set(rows.map((row) => text(row['billCode'] ?? row.id))).size,
              ]
            : [cells.length, rows.length];
          if (counted !== there) found.push(`${cells.length} rows for ${rows.length}`);
          const threaded = await fromOneQuery(declaration, admin);
          if (threaded === undefined) {
            byProgram.push(declaration.name);
            return found;
          }
          const other = sheet.findIndex((row, nr) => JSON.stringify(row) !== JSON.stringify(threaded[nr]));
          if (other >= 0)
            found.push(`row ${other}: ${JSON.stringify(sheet[other])} ${JSON.stringify(threaded[other])}`);
          if (sheet.length !== threaded.length) found.push(`${threaded.length} rows of a thread for ${sheet.length}`);
          return found;
        },
        4,
      ),
    ).toEqual([]);
    expect(byProgram).toEqual([]);
  }, 60_000);

  test('what the program fills of a long sheet looks at nothing and writes nothing of a row but what is said of it', async () => {
    const { database, program } = stage.company;
    const user = await stage.company.person('admin');
    const found: string[] = [];
    for (const declaration of stage.listed) {
      const { fills, fillRows } = program.registry.behaviour(declaration) ?? {};
      if (fills === undefined || fillRows === undefined || !serves(declaration, 'exportExcel')) continue;
      const declared = new Set<string | symbol>(['id', ...Object.keys(fills), ...Object.values(fills).flat()]);
      const strange = (name: string | symbol): boolean =>
        !declared.has(name) && (declaration.fields[String(name)] !== undefined || /(Name|Code)$/.test(String(name)));
      const watched = stage.rowsOf(declaration).map(
        (row) =>
          new Proxy({ ...row } as Record<string | symbol, unknown>, {
            get(of, name) {
              if (strange(name)) found.push(`${declaration.name} reads ${String(name)}`);
              return of[name];
            },
            set(of, name, value) {
              if (strange(name) && of[name] !== value) found.push(`${declaration.name} writes ${String(name)}`);
              of[name] = value;
              return true;
            },
          }),
      );
      expect(watched.length, declaration.name).toBeGreaterThan(0);
      for (const language of ['zh', 'en'] as const)
        await database.transaction({ tenant: user.tenant, timeZone: user.timeZone, readOnly: true }, async (tx) => {
          const now = momentIn(user.timeZone, new Date());
          const { registry } = program;
          const context = contextOf({ tx, registry, user, now, language, requestId: 'sheet' });
          await fillRows(context, watched);
        });
    }
    expect([...new Set(found)]).toEqual([]);
  });

  test('exported and imported again, changes nothing', async () => {
    expect(
      await stage.company.offenders(
        stage.listed.filter(
          (declaration) =>
            serves(declaration, 'exportExcel') && serves(declaration, 'importExcelTemplate') && !declaration.life,
        ),
        async (declaration) => {
          const { status, body } = await stage.company.upload(
            addressOf(declaration, 'importExcelTemplate'),
            stage.company.admin,
            await exported(declaration),
            { dryRun: '1' },
          );
          if (status !== 200) return [`refused: ${body.msg ?? status}`];
          const result = body.data as {
            total: number;
            created: number;
            updated: number;
            unchanged: number;
            failed: number;
            rows: { row: number; column: string; value: string; reason: string }[];
          };
          return result.created === 0 &&
            result.updated === 0 &&
            result.failed === 0 &&
            result.unchanged === stage.rowsOf(declaration).length
            ? []
            : [`${JSON.stringify({ ...result, rows: result.rows.slice(0, 2) })}`];
        },
      ),
    ).toEqual([]);
  }, 60_000);

  const importable = (): Declaration[] =>
    stage.company.declarations.filter(
      (declaration) =>
        serves(declaration, 'importExcelTemplate') && serves(declaration, 'exportExcel') && !declaration.life,
    );
  /** What importing these rows under these headings did. */
  const brought = async (
    declaration: Declaration,
    head: readonly string[],
    rows: readonly (readonly string[])[],
  ): Promise<ImportResult> => {
    const file = await buffer(
      writeSheet(
        head.map((heading) => sheetColumn(heading, { kind: 'text' })),
        rows.map((row) => row.map((cell) => cell || null)),
        { name: '数据' },
      ),
    );
    const { status, body } = await stage.company.upload(
      addressOf(declaration, 'importExcelTemplate'),
      stage.company.admin,
      file,
    );
    if (status !== 200) throw new Error(`${status} ${body.msg ?? ''}`);
    return body.data as ImportResult;
  };

  test('promise 59: with any column left blank, or all but its key, leaves the record as it is', async () => {
    expect(
      await stage.company.offenders(importable(), async (declaration) => {
        const { lookups, stood } = await stateOf(declaration);
        const [head = [], ...cells] = ownSheet(await exported(declaration));
        const columns = importColumns(declaration, lookups);
        // A reference stands in the column of its name, too.
        const placesOf = ({ header, field }: ImportColumn): number[] =>
          head.flatMap((heading, at) => ([header.zh, field.label.zh].includes(heading) ? [at] : []));
        const key = new Set(columns.filter(({ identifies }) => identifies).flatMap(placesOf));
        const others = columns.filter(({ identifies }) => !identifies).map(placesOf);
        const blanks = [...others, ...(key.size > 0 ? [others.flat()] : [])];
        const found: string[] = [];
        // Each blank in a row of its own, of a record of its own; where there are few records, in several sheets.
        for (let from = 0; from < blanks.length; from += cells.length) {
          const some = blanks.slice(from, from + cells.length);
          const result = await brought(
            declaration,
            head,
            some.map((blank, nr) => head.map((_, at) => (blank.includes(at) ? '' : (cells[nr]![at] ?? '')))),
          );
          if (result.unchanged !== some.length)
            found.push(
              `blank ${some.map((blank) => blank.map((at) => head[at]).join('+')).join(', ')}: ${JSON.stringify({ ...result, rows: result.rows.slice(0, 2) })}`,
            );
        }
        if ((await stateOf(declaration)).stood !== stood) found.push('something was written');
        return found;
      }),
    ).toEqual([]);
  }, 60_000);

  test('the template has exactly the columns that can be imported', async () => {
    expect(
      await stage.company.offenders(
        stage.company.declarations.filter((declaration) => serves(declaration, 'downloadExcelTemplate')),
        async (declaration) => {
          const { status, bytes } = await stage.company.download(
            addressOf(declaration, 'downloadExcelTemplate'),
            stage.company.admin,
          );
          if (status !== 200) return [`answered ${status}`];
          const [head = []] = ownSheet(bytes);
          const plain = head.map((cell) => text(cell).replace(/[*＊]/g, '').replace(/编码$/, ''));
          const lines = lineSheetOf(stage.company.program.registry, declaration);
          const wanted = (lines === undefined ? storedFields(declaration) : Object.entries(lines.fields))
            .filter(
              ([, field]) => isWritable(field) && !['json', 'pictures', 'attachments', 'secret'].includes(field.kind),
            )
            .map(([, field]) => field.label.zh.replace(/编码$/, ''));
          const missing = wanted.filter((each) => !plain.includes(each));
          const more = plain.filter((each) => !wanted.includes(each));
          return missing.length + more.length === 0
            ? []
            : [`without ${missing.join('、') || 'nothing'}, with ${more.join('、') || 'nothing'} too many`];
        },
      ),
    ).toEqual([]);
  });
});
