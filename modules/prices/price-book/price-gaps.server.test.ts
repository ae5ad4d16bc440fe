/** Materials without a price in the coming days: in which unit they would be priced, and as a workbook. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Download } from '../../../parts/http/downloads.ts';
import { readSheet } from '../../../parts/xlsx/bounded-reader.ts';
import { aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let folder: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-gaps-'));
  const rice = await aMaterial(kitchen, 'Rice', { code: 'RICE', purchaseUnitId: unit.bag });
  const leek = await aMaterial(kitchen, 'Leek', { code: 'LEEK' });
  await kitchen.save('itemUnitConversion', { materialId: rice, fromUnitId: unit.bag, toQty: '25', toUnitId: unit.kg });
  const settle = (materialId: string, more: Record<string, unknown>): Promise<string> =>
    kitchen.save('settlementPrice', { materialId, unitId: unit.kg, price: '5', taxRate: '9', ...more });
  await settle(rice, { startDate: '2026-11-01', endDate: '2026-11-20' });
  await settle(leek, { startDate: '2026-11-01', endDate: '2026-11-23' });
  await settle(leek, { startDate: '2026-11-26' });
});
afterAll(async () => {
  await kitchen.close();
  await fs.rm(folder, { recursive: true, force: true });
});

test('each names the unit it is bought in, with the days it lacks a price', async () => {
  const { records } = (await kitchen.call('pricebook/gaps', { days: '7' })) as { records: unknown };
  expect(records).toMatchObject([
    { code: 'LEEK', unitName: 'kg', gaps: [{ from: '2026-11-24', to: '2026-11-25', days: 2 }] },
    { code: 'RICE', unitName: 'bag', gaps: [{ from: TODAY, to: '2026-11-27', days: 7 }] },
  ]);
});

test('the workbook has a row for each gap, and is refused to who may not see prices of the kind', async () => {
  const { body, fileName } = (await kitchen.call('pricebook/exportGaps', { days: '7' })) as Download;
  expect(fileName).toBe('No price-Settlement price-2026-11-21-2026-11-27.xlsx');
  const file = path.join(folder, 'gaps.xlsx');
  await pipeline(body as NodeJS.ReadableStream, createWriteStream(file));
  const rows: unknown[] = [];
  for await (const row of readSheet(file)) rows.push(row.cells);
  expect(rows).toEqual([
    ['Code', 'Material', 'Unit', 'From', 'To', 'Days'],
    ['LEEK', 'Leek', 'kg', '2026-11-24', '2026-11-25', '2'],
    ['RICE', 'Rice', 'bag', '2026-11-21', '2026-11-27', '7'],
  ]);
  const call = kitchen.registry.calls.find((each) => each.path === 'pricebook/exportGaps')!;
  await expect(
    kitchen.as((context) =>
      call.handle({ ...context, allowed: (code) => code !== 'settlementprice_see' }, { days: '7' }, null),
    ),
  ).rejects.toMatchObject({ status: 403 });
});
