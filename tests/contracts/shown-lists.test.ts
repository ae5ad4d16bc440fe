/**
 * A list is asked for what its page shows, and answers that and nothing else: each value as the whole record has it,
 * and no more of it than a slow line carries at once.
 */
import { expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { isEditable, isRemovable, sharedActions } from '../../kernel/web/document/actions.ts';
import { withReadiness } from '../../modules/master-data/materials/shown-materials.ts';
import { rowReads } from '../../modules/row-reads.ts';
import { rowKeys, shownColumns } from '../../parts/columns/row-keys.rules.ts';
import { everyList } from './the-lists.ts';
import { listVerb, type Row } from './the-company.ts';

const SIZE = 10;
const BYTES = 4_096;

const stage = everyList();
const asShipped = { hidden: [], added: [] };
/** What the page of a list is asked with by whoever never arranged its columns. */
const questionOf = (declaration: Declaration, columns = shownColumns(declaration, asShipped)) => {
  const fields = rowKeys(declaration, columns, rowReads[declaration.name]).join();
  return { ...(declaration.name === 'material' ? withReadiness : {}), size: SIZE, fields };
};
const ask = async (declaration: Declaration, input: Record<string, unknown>, token?: string) => {
  const { status, text, body } = await stage.company.get(declaration, listVerb(declaration)!, input, token);
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
  return { bytes: Buffer.byteLength(text), records: (body.data as { records: Row[] }).records };
};
/** Of whoever may do everything. */
const ALL_RIGHTS: ReadonlySet<string> = { has: () => true } as never;

/** What differs between the rows a page gets and the whole ones. */
async function differences(
  declaration: Declaration,
  { fields, ...question }: ReturnType<typeof questionOf>,
  token?: string,
): Promise<string[]> {
  const asked = new Set(['id', ...fields.split(',')]);
  const [{ records }, whole] = await Promise.all([
    ask(declaration, { ...question, fields }, token),
    ask(declaration, question, token),
  ]);
  const found: string[] = [];
  if (records.map(({ id }) => id).join() !== whole.records.map(({ id }) => id).join()) found.push('shows other rows');
  for (const [at, row] of records.entries()) {
    const { [at]: all } = whole.records;
    for (const name of Object.keys(row)) if (!asked.has(name)) found.push(`${name} was not asked for`);
    for (const name of asked)
      if (JSON.stringify(row[name]) !== JSON.stringify(all?.[name]))
        found.push(`${name} is ${JSON.stringify(row[name])}, of the whole record ${JSON.stringify(all?.[name])}`);
    found.push(...offeredOtherwise(declaration, row, all!));
  }
  return [...new Set(found)];
}

/** What the page offers otherwise than of the whole record. */
function offeredOtherwise(declaration: Declaration, row: Row, whole: Row): string[] {
  const offered = (of: Row): string =>
    JSON.stringify([
      isEditable(declaration, of),
      isRemovable(declaration, of),
      sharedActions(declaration, [of], ALL_RIGHTS).map(([name]) => name),
      declaration.calls.includes('freeze') && of['frozen'] === 1,
    ]);
  return offered(row) === offered(whole) ? [] : [`offers ${offered(row)}, of the whole record ${offered(whole)}`];
}

test('each value a list answers is the one of the whole record, and nothing is answered that was not asked for', async () => {
  expect(
    await stage.company.offenders(stage.listed, (declaration) => differences(declaration, questionOf(declaration)), 4),
  ).toEqual([]);
});

test('so it is with every column a person may add, one at a time', async () => {
  expect(
    await stage.company.offenders(
      stage.listed,
      async (declaration) => {
        const found: string[] = [];
        for (const name of Object.keys(declaration.fields))
          found.push(...(await differences(declaration, { ...questionOf(declaration, [name]), size: 2 })));
        return found;
      },
      4,
    ),
  ).toEqual([]);
}, 120_000);

test('whoever may not see a field gets none, whatever was asked for', async () => {
  const chef = stage.company.signIn(await stage.company.person('chef'));
  const seen = stage.listed.filter((each) => Object.values(each.fields).some(({ rules }) => rules.right !== undefined));
  let asked = 0;
  const found = await stage.company.offenders(seen, async (declaration) => {
    const question = { size: 2, fields: ['status', ...Object.keys(declaration.fields)].join() };
    const { status } = await stage.company.get(declaration, listVerb(declaration)!, question, chef);
    if (status === 403) return [];
    asked += 1;
    return differences(declaration, question as never, chef);
  });
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(0);
});

test('ten rows of a list as it is first shown are at most 4 kB', async () => {
  expect(
    await stage.company.offenders(stage.listed, async (declaration) => {
      const { bytes, records } = await ask(declaration, questionOf(declaration));
      return bytes <= BYTES ? [] : [`${bytes} bytes for ${records.length} rows`];
    }),
  ).toEqual([]);
});

test('every key a page reads is answered, and no field is called as the parameter', async () => {
  const names = new Set(stage.company.program.registry.declarations.map(({ name }) => name));
  expect(Object.keys(rowReads).filter((name) => !names.has(name))).toEqual([]);
  expect(
    await stage.company.offenders(stage.listed, async (declaration) => {
      const [row] = (await ask(declaration, questionOf(declaration))).records;
      return [
        ...(rowReads[declaration.name] ?? []).filter((key) => row !== undefined && !(key in row)),
        ...Object.keys(declaration.fields).filter((name) => name === 'fields'),
      ];
    }),
  ).toEqual([]);
});
