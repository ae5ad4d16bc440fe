/** Promises 9 and 10: money and quantities to the last digit, ids to the last of nineteen, whichever way they go. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { addressOf, openCompany, ownSheet, TENANT, type Row, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';

let company: TheCompany;
let material: Declaration;
let offer: Declaration;
beforeAll(async () => {
  company = await openCompany();
  material = company.program.registry.find('material');
  offer = company.program.registry.find('supplierMaterial');
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

/** Digits before and after the point, as text from the start. */
const decimal = (whole: number, places: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.bigInt(0n, 10n ** BigInt(whole) - 1n), fc.bigInt(0n, 10n ** BigInt(places) - 1n))
    .map(([left, right]) => `${left}.${String(right).padStart(places, '0')}`)
    .map((text) => text.replace(/\.?0+$/, '') || '0');

/** A field of the material that takes any decimal. */
const quantityField = (): string =>
  Object.entries(material.fields).find(
    ([, field]) =>
      field.kind === 'quantity' &&
      field.optional &&
      !field.rules.readonly &&
      !field.rules.computed &&
      field.rules.max === undefined &&
      field.rules.places === undefined,
  )![0];

test('promise 9: a decimal comes back from JSON, list, filter, export and import as it was sent', async () => {
  const name = quantityField();
  const positive = material.fields[name]!.rules.positive;
  const id = (await company.rowsOf(material))[0]!.id;
  await fc.assert(
    fc.asyncProperty(
      decimal(12, 6).filter((text) => !positive || text !== '0'),
      async (value) => {
        const saved = await company.post(material, 'submit', { id, [name]: value });
        expect([saved.status, (saved.body.data as Row | undefined)?.[name]]).toEqual([200, value]);
        expect(((await company.get(material, 'detail', { id })).body.data as Row)[name]).toBe(value);
        const listed = (await company.get(material, 'page', { id, [`${name}_equal`]: value })).body.data as {
          records: Row[];
        };
        expect(listed.records.map((row) => row[name])).toEqual([value]);
      },
    ),
    { numRuns: 60, examples: [['0.1'], ['0.3'], ['0.000001'], ['999999999999.999999'], ['100000000000']] },
  );
  const value = '123456789012.345678';
  await company.post(material, 'submit', { id, [name]: value });
  const { bytes } = await company.download(`${addressOf(material, 'exportExcel')}?id=${id}`, company.admin);
  const [head, row] = ownSheet(bytes);
  const at = head!.indexOf(material.fields[name]!.label.zh);
  expect([name, at >= 0]).toEqual([name, true]);
  // Excel computes with 15 digits; what has more travels as text.
  expect(row![at]).toBe(value);
  const before = await company.asOwner('select xmin::text, version from material where id = $1', [id]);
  const again = await company.upload(addressOf(material, 'importExcelTemplate'), company.admin, bytes);
  expect(again.body.data).toMatchObject({ unchanged: 1, updated: 0, failed: 0 });
  expect(await company.asOwner('select xmin::text, version from material where id = $1', [id])).toEqual(before);
});

test('promise 9: full-width digits and thousands are read, exponents and NaN are not', async () => {
  const name = quantityField();
  const id = (await company.rowsOf(material))[0]!.id;
  const send = async (value: unknown): Promise<unknown> => {
    const { status, body } = await company.post(material, 'submit', { id, [name]: value });
    return status === 200 ? (body.data as Row)[name] : status;
  };
  expect(await Promise.all(['１２．５', '1,234.5', ' 7 '].map(async (value) => send(value)))).toHaveLength(3);
  expect([await send('１２．５'), await send('1,234.5'), await send(' 7 ')]).toEqual(['12.5', '1234.5', '7']);
  for (const value of ['1e3', 'NaN', 'Infinity', '0x10', '1.2.3', '--1', '1.0000001', { a: 1 }, [1], true])
    expect([value, await send(value)]).toEqual([value, 400]);
});

test('promise 9: sums of lines are their decimals’ sums, never a float', () => {
  fc.assert(
    fc.property(fc.array(decimal(9, 2), { minLength: 1, maxLength: 200 }), (amounts) => {
      const cents = amounts
        .map((text) =>
          BigInt(text.includes('.') ? text.replace('.', '') + '0'.repeat(2 - text.split('.')[1]!.length) : `${text}00`),
        )
        .reduce((sum, each) => sum + each, 0n);
      const total = Decimal.sum(amounts.map((text) => Decimal.of(text)));
      expect(total.toString()).toBe(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`.replace(/\.?0+$/, ''));
    }),
    { numRuns: 500, examples: [[['0.1', '0.2']]] },
  );
});

test('promise 10: an id of nineteen digits is the same in JSON, list, filter, reference, export and import', async () => {
  const id = '1123598821738675201';
  const [model] = await company.rowsOf(material);
  await company.asOwner(
    `insert into material select (jsonb_populate_record(null::material, to_jsonb(m) || jsonb_build_object('id',
      $2::text, 'code', 'ID19', 'name', '十九位编号'))).* from material m where tenant_id = $1 and id = $3`,
    [TENANT, id, model!.id],
  );
  expect(((await company.get(material, 'detail', { id })).body.data as Row).id).toBe(id);
  expect((await company.get(material, 'detail', { id })).text).toContain(`"id":"${id}"`);
  expect((await company.get(material, 'detail', { id: '1123598821738675200' })).status).toBe(404);
  expect(
    ((await company.get(material, 'page', { id })).body.data as { records: Row[] }).records.map((row) => row.id),
  ).toEqual([id]);
  const [row] = await company.rowsOf(offer);
  const record = (await company.get(offer, 'detail', { id: row!.id })).body.data as Row;
  const { id: _id, version: _version, createTime: _time, ...copy } = record;
  const saved = await company.post(offer, 'submit', { ...copy, materialId: id });
  expect([saved.status, saved.body.msg, (saved.body.data as Row | undefined)?.['materialId']]).toEqual([
    200,
    '操作成功',
    id,
  ]);
  expect(
    ((await company.get(offer, 'page', { materialId: id })).body.data as { records: Row[] }).records.map(
      (each) => each['materialId'],
    ),
  ).toEqual([id]);
  expect(
    (
      await company.asOwner<{ n: number }>(
        'select count(*)::integer as n from supplier_material where material_id = $1',
        [id],
      )
    )[0]!.n,
  ).toBe(1);
  // By its code in a sheet it leads to the same one.
  const [head, cells] = ownSheet(
    (await company.download(`${addressOf(material, 'exportExcel')}?id=${id}`, company.admin)).bytes,
  );
  const named = cells!.map((cell, at) => (head![at] === material.fields['name']!.label.zh ? '十九位改名' : cell));
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(
    head!.map((heading) => sheetColumn(heading, { kind: 'text' })),
    [named],
    { name: '数据' },
  ))
    chunks.push(chunk as Buffer);
  const imported = await company.upload(
    addressOf(material, 'importExcelTemplate'),
    company.admin,
    Buffer.concat(chunks),
  );
  expect(imported.body.data).toMatchObject({ updated: 1, failed: 0 });
  expect(await company.asOwner<{ id: string }>('select id from material where name = $1', ['十九位改名'])).toEqual([
    { id },
  ]);
});
