/** Settlement and joint-operation prices are judged as they are published, one by one or by sheet. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Refused } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { saveRecords } from '../../../kernel/server/save.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { APPROVER } from '../price-plans/price-plans.testing.ts';
import { pricesServer } from '../server.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const OVERRIDE = 'priceearlywarning_override';
let kitchen: Kitchen;
let ruleId: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  ruleId = (
    (await kitchen.call('priceearlywarning/submit', {
      name: 'Everything',
      warnPercent: '10',
      blockPercent: '40',
      startDate: '2026-01-01',
    })) as Row
  ).id;
});
afterAll(() => kitchen.close());

const body = (materialId: string, price: string, more: Input = {}): Input => ({
  materialId,
  unitId: unit.kg,
  price,
  taxRate: '9',
  startDate: '2026-12-01',
  ...more,
});
const submit = async (input: Input, segment = 'settlementprice') =>
  (await kitchen.call(`${segment}/submit`, input)) as Row & {
    readonly warnings: readonly { readonly sentence: string }[];
  };
const warned = async (filter: Input): Promise<readonly Row[]> =>
  ((await kitchen.call('pricewarning/page', { ascs: 'billCode', size: 100, ...filter })) as { records: Row[] }).records;
const states = async (sourceId: string) => (await warned({ sourceId })).map((row) => [row['status'], row['level']]);
/** A material that is charged at a price until the end of November. */
const charged = async (
  name: string,
  price: string,
  more: Input = {},
  declaration = 'settlementPrice',
): Promise<string> => {
  const materialId = await aMaterial(kitchen, name);
  await kitchen.save(declaration, body(materialId, price, { startDate: TODAY, endDate: '2026-11-30', ...more }));
  return materialId;
};
const without = <T>(right: string, work: (context: Context) => Promise<T>): Promise<T> =>
  kitchen.as((context) => work({ ...context, allowed: (code) => code !== right }));
const refusalOf = async (work: Promise<unknown>) => ((await work.catch((error: unknown) => error)) as Refused).refusals;

describe('RULE-177 RULE-180: a settlement price', () => {
  test('that strays from what was charged before is saved and warned of, with its record; one within the line is not', async () => {
    const tomato = await charged('Tomato', '5');
    const usual = await submit(body(tomato, '5.50', { startDate: '2026-12-01', endDate: '2026-12-31' }));
    expect([usual.warnings, await warned({ sourceId: usual.id })]).toEqual([[], []]);
    const dear = await submit(body(tomato, '6.60', { startDate: '2027-01-01', code: 'DEAR' }));
    expect(dear.warnings.map((each) => each.sentence)).toEqual([
      'Tomato at ¥6.6 per base unit strays 20% from ¥5.5 (Price before), ¥0.00 at stake',
    ]);
    expect(await warned({ sourceId: dear.id })).toMatchObject([
      {
        status: 'open',
        level: 'warn',
        kind: 'deviation',
        moment: 'save',
        priceType: 'settlement',
        priceTypeName: 'Settlement',
        materialName: 'Tomato',
        sourceType: 'settlementPrice',
        sourceCode: 'DEAR',
        basePrice: '6.6',
        referencePrice: '5.5',
        referenceKind: 'before',
        deviationPercent: '20',
        stakeAmount: '0.00',
        ruleId,
        supplierId: '',
        deptId: '',
      },
    ]);
  });
});

describe('RULE-177 RULE-180: a settlement price, stopped or put right', () => {
  test('beyond the block line is refused, saying what lets it pass to whoever may, and passes with a reason that is kept', async () => {
    const leek = await charged('Leek', '3');
    const sentence =
      'Beyond the block line: Leek at ¥4.5 per base unit strays 50% from ¥3 (Price before), where 40% is the most. Change the price, or have somebody who may let blocked prices pass save it by itself, with a reason';
    expect(await kitchen.refusalsOf(submit(body(leek, '4.50')))).toEqual([sentence]);
    expect(await refusalOf(submit(body(leek, '4.50')))).toMatchObject([
      { field: 'price', override: { name: 'overrideReason', why: true } },
    ]);
    const save = kitchen.registry.find('settlementPrice');
    const [plain] = await without(OVERRIDE, (context) =>
      saveRecords(save, context, [body(leek, '4.50', { overrideReason: 'Please' })]),
    );
    expect((plain as { refusals: readonly { override?: unknown }[] }).refusals).toMatchObject([
      { code: 'prices.price-blocked' },
    ]);
    expect((plain as { refusals: readonly { override?: unknown }[] }).refusals[0]!.override).toBeUndefined();
    expect(
      await kitchen.as((context) => saveRecords(save, context, [body(leek, '4.50', { overrideReason: '  ' })])),
    ).toMatchObject([{ refusals: [{ code: 'prices.price-blocked' }] }]);
    // What stands in the way anyhow is said alone: nobody gives a reason in vain.
    expect(await kitchen.refusalsOf(submit(body(leek, '4.50', { startDate: '2026-11-30' })))).toEqual([
      expect.stringContaining('overlaps'),
    ]);

    const passed = await submit(body(leek, '4.50', { overrideReason: 'Harvest failed' }));
    expect(passed.warnings).toEqual([]);
    expect(await warned({ sourceId: passed.id })).toMatchObject([
      {
        status: 'accepted',
        level: 'block',
        overrideReason: 'Harvest failed',
        reason: 'Harvest failed',
        handleUserName: 'cook1',
        blockPercent: '40',
      },
    ]);
    // Saved again at that price nothing is asked and nothing said twice.
    await submit({ id: passed.id, remark: 'Until spring', price: '4.5' });
    expect(await states(passed.id)).toEqual([['accepted', 'block']]);
  });

  test('that is put right closes its warning; so does one that goes or is frozen, and thawed it is looked at again', async () => {
    const rice = await charged('Rice', '4');
    const price = await submit(body(rice, '5'));
    await submit({ id: price.id, price: '4.80' });
    expect(await states(price.id)).toEqual([
      ['corrected', 'warn'],
      ['open', 'warn'],
    ]);
    await submit({ id: price.id, price: '4.20' });
    expect((await states(price.id)).map(([status]) => status)).toEqual(['corrected', 'corrected']);
    await submit({ id: price.id, price: '5' });
    await kitchen.call('settlementprice/freeze', { ids: price.id });
    expect((await states(price.id)).filter(([status]) => status === 'open')).toEqual([]);
    await kitchen.call('settlementprice/thaw', { ids: price.id });
    expect((await states(price.id)).filter(([status]) => status === 'open')).toHaveLength(1);
    await kitchen.call('settlementprice/remove', { ids: price.id });
    expect((await states(price.id)).filter(([status]) => status === 'open')).toEqual([]);
  });
});

describe('RULE-177 RULE-180: a warning of a settlement price', () => {
  test('is handled like any other; who may not see settlement prices reads no figures, and neither finds nor orders by them', async () => {
    const chive = await charged('Chive', '2');
    const price = await submit(body(chive, '2.50'));
    const [warning] = await warned({ sourceId: price.id });
    const page = [...declaredCalls(kitchen.registry, kitchen.registry.find('priceWarning'))].find(
      (call) => call.path === 'pricewarning/page',
    )!;
    const seen = (await without('settlementprice_see', (context) =>
      page.handle(context, { sourceId: price.id }, null),
    )) as { records: Row[] };
    expect(seen.records).toMatchObject([{ basePrice: null, referencePrice: null, deviationPercent: '25' }]);
    const asked = { sourceId: price.id, basePrice_ge: '2.4', basePrice_le: '2.6' };
    expect(((await kitchen.as((context) => page.handle(context, asked, null))) as { total: number }).total).toBe(1);
    expect(
      ((await without('settlementprice_see', (context) => page.handle(context, asked, null))) as { total: number })
        .total,
    ).toBe(0);
    await kitchen.call('pricewarning/handle', { ids: warning!.id, result: 'accept', remark: 'The season began' });
    expect(await warned({ sourceId: price.id })).toMatchObject([{ status: 'accepted', reason: 'The season began' }]);
  });

  test('of a run was judged there and is not judged again; a price it replaces is warned of no more', async () => {
    const salt = await charged('Salt', '2.60');
    const typed = await submit(body(salt, '3.50', { startDate: '2026-12-01' }));
    const house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
    await kitchen.save('supplierMaterial', {
      supplierId: house,
      materialId: salt,
      unitId: unit.kg,
      price: '3',
      taxRate: '9',
      startDate: '2026-11-01',
    });
    await kitchen.call('priceformula/submit', {
      name: 'Salt',
      materialId: salt,
      startDate: '2026-01-01',
      method: 'markup',
      rate: '60',
    });
    const { id } = (await kitchen.call('pricerun/submit', {
      companyDeptId: place.company,
      startDate: '2026-12-01',
    })) as Row;
    expect(await kitchen.call('pricerun/detail', { id })).toMatchObject({
      details: [{ price: '4.8', warnLevel: 'warn' }],
    });
    await kitchen.call('pricerun/toApply', { ids: id });
    await kitchen.call('pricerun/doApply', { ids: id }, APPROVER);
    expect(await kitchen.call('settlementprice/detail', { id: typed.id })).toMatchObject({
      price: '4.8',
      sourceRunId: id,
    });
    expect(
      (await warned({ materialId: salt, priceType: 'settlement' })).map((row) => [row['sourceId'], row['status']]),
    ).toEqual([[typed.id, 'corrected']]);
  });
});

test('RULE-179 EP-0355: a joint-operation price of a stall is measured by its own before, else by the nearest department above, else by the base price', async () => {
  const basil = await charged('Basil', '10', {}, 'jointOperationPrice');
  await kitchen.save(
    'jointOperationPrice',
    body(basil, '12', { startDate: TODAY, endDate: '2026-11-30', deptId: place.site, overrideReason: 'Nearer' }),
  );
  const stall = await submit(body(basil, '13.80', { deptId: place.noodles }), 'jointoperationprice');
  expect(await warned({ sourceId: stall.id })).toMatchObject([
    {
      priceType: 'joint',
      moment: 'save',
      referencePrice: '12',
      deviationPercent: '15',
      deptName: 'noodles',
      companyDeptName: 'company',
      sourceType: 'jointOperationPrice',
    },
  ]);
  const elsewhere = await submit(body(basil, '11.50', { deptId: place.otherStall }), 'jointoperationprice');
  expect(await warned({ sourceId: elsewhere.id })).toMatchObject([{ referencePrice: '10' }]);
});

test('a rule for one kind of price leaves the others alone', async () => {
  const mint = await aMaterial(kitchen, 'Mint');
  await kitchen.call('priceearlywarning/submit', {
    name: 'Joint only',
    materialId: mint,
    priceType: 'joint',
    warnPercent: '1',
    blockPercent: '2',
    startDate: '2026-01-01',
  });
  for (const declaration of ['settlementPrice', 'jointOperationPrice'])
    await kitchen.save(declaration, body(mint, '10', { startDate: TODAY, endDate: '2026-11-30' }));
  await submit(body(mint, '10.50'));
  expect(await refusalOf(submit(body(mint, '10.50'), 'jointoperationprice'))).toMatchObject([
    { code: 'prices.price-blocked' },
  ]);
});

describe('EP-0408 EP-0797 EP-0357: a sheet', () => {
  const importing = async (
    rows: readonly (readonly (string | null)[])[],
    input: Input = {},
    declaration = 'settlementPrice',
  ): Promise<unknown> => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-prices-'));
    const file = path.join(folder, 'sheet.xlsx');
    await pipeline(
      writeSheet(
        ['Material', 'Department', 'Unit', 'Price', 'Tax (%)', 'Valid from', 'Valid until'].map((name) =>
          sheetColumn(name, { kind: 'text' }),
        ),
        rows,
        { name: 'Data' },
      ),
      createWriteStream(file),
    );
    const call = declaredCalls(kitchen.registry, kitchen.registry.find(declaration)).find((each) =>
      each.path.endsWith('price/importExcelTemplate'),
    )!;
    return kitchen.as((context) => call.handle(context, input, { name: 'sheet.xlsx', path: file, size: 1000 }));
  };

  test('tells the row that is beyond the block line and takes the good ones, those that stray with a warning', async () => {
    const [beet, corn, kale] = [await charged('Beet', '5'), await charged('Corn', '5'), await charged('Kale', '5')];
    const rows = [
      ['Beet', null, 'kg', '5.20', '9', '2026-12-01', null],
      ['Corn', null, 'kg', '6', '9', '2026-12-01', null],
      ['Kale', null, 'kg', '8', '9', '2026-12-01', null],
    ];
    expect(await importing(rows, { onlyGood: '1' })).toMatchObject({
      total: 3,
      created: 2,
      failed: 1,
      rows: [
        {
          row: 4,
          column: 'Price',
          value: '8',
          reason: expect.stringMatching(/^Beyond the block line: Kale at ¥8 per base unit strays 60% from ¥5/),
        },
      ],
    });
    expect(
      await Promise.all(
        [beet, corn, kale].map(async (materialId) =>
          (await warned({ materialId })).map((row) => [row['level'], row['moment']]),
        ),
      ),
    ).toEqual([[], [['warn', 'save']], []]);
    expect(
      ((await kitchen.call('settlementprice/page', { materialId: kale })) as { records: Row[] }).records,
    ).toHaveLength(1);
    await importing([['Beet', 'noodles', 'kg', '8', '9', '2026-12-01', null]], { dryRun: '1' });
    expect(await warned({ materialId: beet }), 'a trial says nothing to anybody').toEqual([]);
  });

  test('is judged in its order: a price follows the one above it; what does not go in is no measure and ends nothing', async () => {
    const plum = await charged('Plum', '10', { endDate: '' });
    await kitchen.save('param', { paramName: 'Overlap', paramKey: 'price.onOverlap', paramValue: 'close' });
    const row = (price: string, from: string) => ['Plum', null, 'kg', price, '9', from, null];
    expect(
      await importing([row('15', '2026-12-01'), row('13', '2027-01-01'), row('17', '2027-02-01')], { onlyGood: '1' }),
    ).toMatchObject({ created: 2, failed: 1, rows: [{ row: 2, value: '15' }] });
    await kitchen.as((context) => context.tx.run(sql`delete from param where param_key = 'price.onOverlap'`));
    expect(
      (await warned({ materialId: plum })).map((each) => [each['basePrice'], each['referencePrice'], each['level']]),
    ).toEqual([
      ['13', '10', 'warn'],
      ['17', '13', 'warn'],
    ]);
    const { records } = (await kitchen.call('settlementprice/page', { materialId: plum, ascs: 'startDate' })) as {
      records: Row[];
    };
    expect(records.map((each) => [each['price'], each['endDate']])).toEqual([
      ['10', '2026-12-31'],
      ['13', '2027-01-31'],
      ['17', ''],
    ]);
  });
});

test('many prices at once take as many statements as two', async () => {
  const statements = async (count: number): Promise<number> => {
    const made = await Promise.all(Array.from({ length: count }, (_, nr) => charged(`Many ${count} ${nr}`, '5')));
    return kitchen.as(async (context) => {
      let asked = 0;
      const counting = {
        ...context,
        tx: new Proxy(context.tx, {
          get: (target, key) => {
            if (key === 'rows' || key === 'row' || key === 'run') asked += 1;
            return Reflect.get(target, key).bind(target) as unknown;
          },
        }),
      };
      const saved = await saveRecords(
        kitchen.registry.find('settlementPrice'),
        counting,
        made.flatMap((materialId, nr) => [
          body(materialId, '6'),
          body(materialId, nr % 2 === 0 ? '9' : '6', { deptId: place.noodles, overrideReason: 'Agreed' }),
        ]),
      );
      expect(saved.filter((each) => 'refusals' in each)).toEqual([]);
      return asked;
    });
  };
  const few = await statements(2);
  expect([few, await statements(24)]).toEqual([few, few]);
});
