import { readRecord } from '../../../kernel/server/record-query.ts';
import { priceRun, SEES_RUNS } from './price-run.document.ts';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { APPROVER } from '../price-plans/price-plans.testing.ts';
import { pricesServer } from '../server.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Run extends Row {
  readonly status: string;
  readonly details: readonly Row[];
}
const TOMORROW = '2026-11-22';
let kitchen: Kitchen;
let house: string;
let market: string;
let goods: { tomato: string; leek: string; rice: string };
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
  market = await kitchen.save('marketSource', { name: 'Xinfadi' });
  goods = {
    tomato: await aMaterial(kitchen, 'Tomato by formula'),
    leek: await aMaterial(kitchen, 'Leek by formula'),
    rice: await aMaterial(kitchen, 'Rice by formula'),
  };
});
afterAll(() => kitchen.close());

const call = async <T = Row>(address: string, input: Record<string, unknown> = {}, who?: string): Promise<T> =>
  (await kitchen.call(address, input, who)) as T;
const refusalsOf = (address: string, input: Record<string, unknown>, who?: string): Promise<string[]> =>
  kitchen.refusalsOf(kitchen.call(address, input, who));
const offer = (materialId: string, price: string, startDate = '2026-11-01'): Promise<string> =>
  kitchen.save('supplierMaterial', { supplierId: house, materialId, unitId: unit.kg, price, taxRate: '9', startDate });
const formula = (body: Record<string, unknown>): Promise<Row> =>
  call('priceformula/submit', { name: 'Formula', startDate: '2026-01-01', method: 'markup', rate: '3', ...body });
const run = async (body: Record<string, unknown> = {}): Promise<Run> =>
  call<Run>('pricerun/detail', {
    id: (await call('pricerun/submit', { companyDeptId: place.company, startDate: TODAY, ...body })).id,
  });
const approve = async (id: string): Promise<void> => {
  await call('pricerun/toApply', { ids: id });
  await call('pricerun/doApply', { ids: id }, APPROVER);
};
const linesOf = (of: Run): unknown[] =>
  of.details.map((line) => [
    line['materialName'],
    line['referencePrice'],
    line['proposedPrice'],
    line['oldPrice'],
    line['changePercent'],
  ]);
const inForce = (date = TODAY): Promise<unknown[]> =>
  kitchen.as(async (context) =>
    (
      await context.tx.rows<{ name: string; price: string; from: string; to: string | null }>(sql`
  select m.name, p.price, p.start_date as from, p.end_date as to from settlement_price p
  join material m on m.id = p.material_id where p.frozen = 0 and p.start_date <= ${date}::date and (p.end_date is null
    or p.end_date >= ${date}::date) order by m.name, p.dept_id nulls first`)
    ).map((row) => [row.name, row.price, row.from, row.to]),
  );
const quote = (productName: string, avgPrice: string, more: Record<string, unknown> = {}): Promise<Row> =>
  call('marketprice/submit', {
    marketSourceId: market,
    priceDate: TODAY,
    productName,
    unitText: '斤',
    avgPrice,
    ...more,
  });

describe('market prices', () => {
  test('are imported with low, average and high; a name nobody knows waits to be named, and then prices its materials', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-market-'));
    const file = path.join(folder, 'sheet.xlsx');
    const columns = ['Source', 'Day', 'Name', 'Origin, grade', 'Quoted per', 'Lowest', 'Average', 'Highest'].map(
      (name) => sheetColumn(name, { kind: 'text' }),
    );
    await pipeline(
      writeSheet(
        columns,
        [
          ['Xinfadi', TODAY, '番茄', '鲁', '斤', '3.00', '3.40', '4.00'],
          ['Xinfadi', TODAY, '韭菜', null, '箱', '20', '25', '30'],
          ['Xinfadi', TODAY, '大葱', null, '斤', '3', '2', '4'],
        ],
        { name: 'Data' },
      ),
      createWriteStream(file),
    );
    const importing = declaredCalls(kitchen.registry, kitchen.registry.find('marketPrice')).find(
      (each) => each.path === 'marketprice/importExcelTemplate',
    )!;
    const result = await kitchen.as((context) =>
      importing
        .handle(context, { onlyGood: '1' }, { name: 'sheet.xlsx', path: file, size: 1000 })
        .catch((error: unknown) => error),
    );
    expect(result).toMatchObject({
      total: 3,
      created: 2,
      failed: 1,
      rows: [{ row: 4, reason: 'Lowest, average and highest have to rise in this order' }],
    });
    const { records } = await call<{ records: Row[] }>('marketproduct/page', { mapped: '0' });
    expect(records.map((row) => [row['productName'], row['originSpec'], row['factor']])).toEqual([
      ['番茄', '鲁', '0.5'],
      ['韭菜', '', null],
    ]);
    const [tomato] = records;
    expect((await call<{ records: Row[] }>('marketprice/page', { productName: '番茄' })).records).toMatchObject([
      { basePrice: '6.8', marketProductId: tomato!.id },
    ]);
    await call('marketproduct/submit', { id: tomato!.id, materialIds: goods.tomato });
    expect(
      await call('priceformula/try', {
        materialId: goods.tomato,
        id: (
          await formula({
            name: 'Market less 30',
            materialId: goods.tomato,
            reference: 'market-avg',
            marketSourceId: market,
            method: 'discount',
            rate: '30',
          })
        ).id,
      }),
    ).toMatchObject([
      {
        referencePrice: '6.8',
        price: '4.76',
        evidence: 'Xinfadi 番茄',
        formulaText: 'Settlement price = market average × 0.7, to 2 decimals',
      },
    ]);
    expect(
      (await call<{ records: Row[] }>('materialalias/page', { materialId: goods.tomato })).records,
      'what the market calls it is known from then on',
    ).toMatchObject([{ alias: '番茄', origin: 'learned', supplierName: '' }]);
    // Another factor is another price of what was quoted before.
    await call('marketproduct/submit', { id: tomato!.id, factor: '1' });
    expect((await call<{ records: Row[] }>('marketprice/page', { productName: '番茄' })).records).toMatchObject([
      { basePrice: '3.4' },
    ]);
    await call('marketproduct/submit', { id: tomato!.id, factor: '0.5' });
    expect(
      await refusalsOf('marketprice/submit', {
        marketSourceId: market,
        priceDate: TODAY,
        productName: '番茄',
        originSpec: '鲁',
        unitText: '斤',
        avgPrice: '4',
      }),
    ).toEqual(['This source has a price for the name on that day already; change that one']);
    // A unit nobody knows has no factor, also where every object has something of that name.
    await quote('一篓菜', '4', { unitText: 'constructor' });
    expect((await call<{ records: Row[] }>('marketproduct/page', { productName: '一篓菜' })).records).toMatchObject([
      { unitText: 'constructor', factor: null },
    ]);
  });
});

test('a name of the market follows a merge of its materials, and its undoing', async () => {
  const [old, leek] = [await aMaterial(kitchen, 'Leek entered twice'), goods.leek];
  await quote('蒜苗', '4');
  const { records } = await call<{ records: Row[] }>('marketproduct/page', { productName: '蒜苗' });
  const named = async (): Promise<unknown> =>
    (await call('marketproduct/detail', { id: records[0]!.id }))['materialIds'];
  await call('marketproduct/submit', { id: records[0]!.id, materialIds: [goods.rice, old] });
  const { id } = await call('material/merge', { materialId: old, intoMaterialId: leek });
  expect(await named()).toBe(`${goods.rice},${leek}`);
  await call('materialmerge/undo', { id });
  expect(await named()).toBe(`${goods.rice},${old}`);
});

test('a formula reads as a sentence in the list and on its own, its bands included', async () => {
  const [plain, banded] = [
    await formula({ name: 'Plain', materialId: goods.leek, deptId: place.otherSite, rate: '8' }),
    await formula({
      name: 'Banded',
      materialId: goods.rice,
      deptId: place.otherSite,
      method: '',
      rate: '',
      bands: [
        { fromPrice: '0', toPrice: '10', method: 'markup', rate: '20' },
        { fromPrice: '10', method: 'add', addAmount: '3' },
      ],
    }),
  ];
  const { records } = await call<{ records: Row[] }>('priceformula/page', { deptId: place.otherSite });
  expect(records.map((row) => [row['name'], row['sentence']])).toEqual(
    expect.arrayContaining([
      ['Plain', 'Settlement price = purchase price × 1.08, to 2 decimals'],
      ['Banded', 'Settlement price = purchase price (below 10.00 × 1.2; from 10.00 + 3.00), to 2 decimals'],
    ]),
  );
  expect((await call('priceformula/detail', { id: plain.id }))['sentence']).toBe(
    'Settlement price = purchase price × 1.08, to 2 decimals',
  );
  await call('priceformula/remove', { ids: `${plain.id},${banded.id}` });
});

describe('a formula', () => {
  test.each([
    [{ reference: 'settlement' }, 'A price cannot go by itself'],
    [{ materialId: '1', materialTypeId: '500' }, 'Name a material or a type, not both'],
    [{ reference: 'market-avg' }, 'Please enter Market'],
    [
      { period: 'last-week' },
      'Means are for markets; purchase prices, settlement prices and receipts go by the latest',
    ],
    [{ rate: '' }, 'Please enter Rate (%)'],
    [{ method: 'add', addAmount: '' }, 'Please enter Amount'],
    [{ method: '' }, 'Please enter Method'],
    [{ floorPrice: '5', ceilingPrice: '4' }, 'The lowest price cannot lie above the highest'],
    [
      {
        bands: [
          { fromPrice: '0', toPrice: '10', method: 'markup', rate: '5' },
          { fromPrice: '12', method: 'markup', rate: '5' },
        ],
      },
      'The bands of lines 1 and 2 leave a gap',
    ],
    [{ bands: [{ fromPrice: '0', method: 'markup' }] }, 'Line 1 needs a rate or an amount'],
  ])('%j is refused: %s', async (body, sentence) => {
    expect(await refusalsOf('priceformula/submit', { name: 'Wrong', method: 'markup', rate: '3', ...body })).toEqual([
      sentence,
    ]);
  });

  test('with a cliff is kept, and the cliff is pointed out', async () => {
    const saved = await formula({
      name: 'Bands',
      materialId: goods.rice,
      bands: [
        { fromPrice: '0', toPrice: '12', method: 'markup', rate: '52' },
        { fromPrice: '12', toPrice: '', method: 'markup', rate: '23' },
      ],
    });
    expect(saved['warnings']).toEqual([
      {
        sentence:
          'A cliff: where the reference reaches 12 the price falls from 18.24 to 14.76; dearer goods would be sold cheaper, check the bands',
      },
    ]);
    await offer(goods.rice, '11.99');
    const tried = async (): Promise<unknown> =>
      (await call<Row[]>('priceformula/try', { materialId: goods.rice }))[0]!['price'];
    expect(await tried()).toBe('18.22');
    await call('priceformula/submit', { id: saved.id, bands: [], method: 'add', addAmount: '-1.99' });
    expect(await tried()).toBe('10');
    await call('priceformula/remove', { ids: saved.id });
  });
});

describe('a price run', () => {
  beforeAll(async () => {
    await offer(goods.tomato, '4.20');
    await offer(goods.leek, '3.00');
    await formula({ name: 'Purchase plus 3' });
  });

  test('reckons every price by the formula that is nearest; the same questions have the same answers', async () => {
    const first = await run();
    expect(linesOf(first)).toEqual([
      ['Tomato by formula', '6.8', '4.76', null, null],
      ['Leek by formula', '3', '3.09', null, null],
      ['Rice by formula', '11.99', '12.35', null, null],
    ]);
    expect(first).toMatchObject({
      trigger: 'manual',
      lineCount: 3,
      changedCount: 3,
      maxRise: null,
      details: [
        { formulaName: 'Market less 30', evidence: 'Xinfadi 番茄', referenceDate: TODAY },
        { formulaText: 'Settlement price = purchase price × 1.03, to 2 decimals', evidence: 'House' },
        {},
      ],
    });
    const unseen = await kitchen.as((context) =>
      readRecord(priceRun, { ...context, allowed: (right) => right !== SEES_RUNS }, { id: first.id }),
    );
    // How many prices moved says something of them: it is for those who see them.
    expect([unseen!['lineCount'], 'changedCount' in unseen!, 'maxRise' in unseen!]).toEqual([3, false, false]);
    await call('pricerun/generate', { ids: first.id });
    const again = await call<Run>('pricerun/detail', { id: first.id });
    const same = ({ id: _, ...line }: Row): unknown => line;
    expect(again.details.map(same)).toEqual(first.details.map(same));
    await call('pricerun/remove', { ids: first.id });
  });

  test('is changed by hand only with a reason, which stays while the formula says the same; lines are not added', async () => {
    const mine = await run();
    const [tomato, leek, rice] = mine.details as [Row, Row, Row];
    expect(
      await refusalsOf('pricerun/submit', { id: mine.id, details: [{ ...tomato, price: '4.80' }, leek, rice] }),
    ).toEqual(['Line 1 differs from its formula; say why']);
    expect(
      await refusalsOf('pricerun/submit', {
        id: mine.id,
        details: [tomato, leek, rice, { materialId: goods.rice, unitId: unit.kg, price: '1' }],
      }),
    ).toEqual(['Line 4 was not made by a formula; lines cannot be added by hand']);
    await call('pricerun/submit', {
      id: mine.id,
      details: [{ ...tomato, price: '4.80', overrideReason: 'Agreed' }, { ...leek, skip: 1 }, rice],
    });
    await call('pricerun/generate', { ids: mine.id });
    expect((await call<Run>('pricerun/detail', { id: mine.id })).details).toMatchObject([
      { price: '4.8', proposedPrice: '4.76', overrideReason: 'Agreed' },
      { skip: 1 },
      { price: '12.35', overrideReason: '' },
    ]);
    await call('pricerun/remove', { ids: mine.id });
  });

  test('publishes on approval; what is equal publishes nothing, and a run that changes nothing is not sent', async () => {
    const first = await run();
    await approve(first.id);
    expect(await call<Run>('pricerun/detail', { id: first.id })).toMatchObject({
      status: 'done',
      details: [{ result: 'Published' }, { result: 'Published' }, { result: 'Published' }],
    });
    expect(await inForce()).toEqual([
      ['Leek by formula', '3.09', TODAY, null],
      ['Rice by formula', '12.35', TODAY, null],
      ['Tomato by formula', '4.76', TODAY, null],
    ]);
    const { records } = await call<{ records: Row[] }>('settlementprice/page', { materialId: goods.leek });
    expect(records).toMatchObject([
      {
        sourceRunId: first.id,
        formulaText: 'Settlement price = purchase price × 1.03, to 2 decimals',
        basePrice: '3.09',
      },
    ]);
    expect(await refusalsOf('settlementprice/submit', { id: records[0]!.id, price: '9' })).toEqual([
      expect.stringContaining('comes of a price run: change it there'),
    ]);
    expect(await refusalsOf('settlementprice/remove', { ids: records[0]!.id })).toEqual([
      expect.stringContaining('comes of a price run'),
    ]);
    const second = await run({ startDate: TOMORROW });
    expect(second).toMatchObject({ lineCount: 3, changedCount: 0 });
    expect(await refusalsOf('pricerun/toApply', { ids: second.id })).toEqual([
      expect.stringMatching(/^TJ\d+ changes no price$/),
    ]);
    await call('pricerun/remove', { ids: second.id });
  });

  test('EP-0409: a purchase price that moved comes as a draft with exactly what depends on it; nothing moved, no draft; voided while unused, everything is as before', async () => {
    expect(await call('settlementprice/syncPurchasePrice')).toMatchObject({
      fetched: 2,
      updated: 0,
      unchanged: 2,
      failed: 0,
      priceRunId: '',
    });
    await call('supplier/editSupplierMaterialPrice', {
      id: (await call<{ records: Row[] }>('suppliermaterial/page', { materialId: goods.leek })).records[0]!.id,
      price: '3.50',
    });
    const answer = await call('settlementprice/syncPurchasePrice');
    expect(answer).toMatchObject({ state: 'done', fetched: 2, updated: 1, unchanged: 1, errors: [] });
    const draft = await call<Run>('pricerun/detail', { id: answer['priceRunId'] });
    expect(draft).toMatchObject({ status: 'draft', trigger: 'purchase', priceType: 'settlement' });
    expect(linesOf(draft)).toEqual([['Leek by formula', '3.5', '3.61', '3.09', '16.83']]);
    // Asked again, the open draft is reckoned anew.
    expect((await call('settlementprice/syncPurchasePrice'))['priceRunId']).toBe(draft.id);
    await approve(draft.id);
    expect(await inForce()).toContainEqual(['Leek by formula', '3.61', TODAY, null]);
    await call('pricerun/void', { ids: draft.id, reason: 'Too early' });
    expect(await inForce()).toContainEqual(['Leek by formula', '3.09', TODAY, null]);
  });

  test('the market that moved is proposed the same way, and changes nothing by itself; the price before ends and comes back', async () => {
    await quote('番茄', '3.60', { originSpec: '鲁', priceDate: TOMORROW });
    expect(await call('pricerun/propose', { priceType: 'settlement', trigger: 'market' })).toMatchObject({
      updated: 0,
      priceRunId: '',
    });
    const later = await run({ startDate: '2026-11-25', referenceDate: TOMORROW });
    expect(linesOf(later)[0]).toEqual(['Tomato by formula', '7.2', '5.04', '4.76', '5.88']);
    await call('pricerun/submit', {
      id: later.id,
      details: later.details.map((line, nr) => ({ ...line, skip: nr === 0 ? 0 : 1 })),
    });
    await approve(later.id);
    expect(
      [await inForce('2026-11-24'), await inForce('2026-11-25')].map((rows) =>
        rows.find((row) => (row as string[])[0] === 'Tomato by formula'),
      ),
    ).toEqual([
      ['Tomato by formula', '4.76', TODAY, '2026-11-24'],
      ['Tomato by formula', '5.04', '2026-11-25', null],
    ]);
    await call('pricerun/void', { ids: later.id, reason: 'Mistaken' });
    expect(await inForce('2026-11-25')).toContainEqual(['Tomato by formula', '4.76', TODAY, null]);
    await kitchen.as((context) => context.tx.run(sql`delete from market_price where price_date = ${TOMORROW}::date`));
  });

  test('says what it has no price for, and refuses where no formula holds', async () => {
    expect(
      await refusalsOf('pricerun/submit', { companyDeptId: place.company, priceType: 'joint', startDate: TODAY }),
    ).toEqual([`No formula for joint-operation prices holds on ${TODAY}; enter one first`]);
    const old = await run({ startDate: '2026-12-20', referenceDate: '2026-12-15' });
    expect(old.details[0]).toMatchObject({
      materialName: 'Tomato by formula',
      price: null,
      result: `The latest reference is of ${TODAY}, older than it is good for`,
    });
    await call('pricerun/remove', { ids: old.id });
  });

  test('of a department stands for itself; five hundred goods take as many statements as three', async () => {
    const site = await formula({ name: 'Site plus 1', deptId: place.site, materialId: goods.leek, rate: '1' });
    const both = await run({ startDate: TOMORROW });
    expect(
      both.details.filter((line) => line['materialId'] === goods.leek).map((line) => [line['deptName'], line['price']]),
    ).toEqual([
      ['', '3.61'],
      ['site', '3.54'],
    ]);
    await call('pricerun/remove', { ids: both.id });
    await call('priceformula/remove', { ids: site.id });
    const statements = async (): Promise<number> => {
      const draft = await call('pricerun/submit', { companyDeptId: place.company, startDate: TOMORROW });
      let asked = 0;
      const generate = declaredCalls(kitchen.registry, kitchen.registry.find('priceRun')).find(
        (each) => each.path === 'pricerun/generate',
      )!;
      await kitchen.as((context) => {
        const counting = {
          rows: (query: never) => (asked++, context.tx.rows(query)),
          row: (query: never) => (asked++, context.tx.row(query)),
          run: (query: never) => (asked++, context.tx.run(query)),
        };
        return generate.handle(
          { ...context, tx: { ...context.tx, ...counting } as typeof context.tx },
          { ids: draft.id },
          null,
        );
      });
      await call('pricerun/remove', { ids: draft.id });
      return asked;
    };
    const few = await statements();
    await kitchen.as((context) =>
      context.tx.run(sql`
      with made as (insert into material (code, name, material_type_id, base_unit_id)
        select 'M' || n, 'Goods ' || n, 500, ${unit.kg}::bigint from generate_series(1, 500) n returning id)
      insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date)
        select ${house}::bigint, id, ${unit.kg}::bigint, 1, 5, 5, '2026-01-01' from made`),
    );
    expect(await statements()).toBe(few);
  });
});
