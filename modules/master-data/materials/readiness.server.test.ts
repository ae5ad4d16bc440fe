import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';
import { unitLadders } from '../units/material-units.server.ts';
import { unitPath } from '../units/unit-conversion.rules.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer]);
});
afterAll(() => kitchen.close());

interface Ready {
  readonly id: string;
  readonly name: string;
  readonly readyFor: string;
  readonly readyMissing: readonly { readonly gate: string; readonly field: string }[];
}
const detail = async (id: string): Promise<Ready> => (await kitchen.call('material/detail', { id })) as Ready;
const lacking = async (id: string): Promise<string[]> =>
  (await detail(id)).readyMissing.map(({ gate, field }) => `${gate} ${field}`);
const listed = async (filter: Record<string, unknown>): Promise<string[]> =>
  ((await kitchen.call('material/page', { size: 200, ...filter })) as { records: Ready[] }).records.map(
    (row) => row.id,
  );

test('EP-0191: a material becomes ready gate by gate as what is missing comes in', async () => {
  const id = await aMaterial(kitchen, 'Chive', { purchaseUnitId: unit.box, storageZone: 'cool' });
  await kitchen.as((context) =>
    context.tx.run(
      sql`insert into dict_biz (code, parent_id, dict_key, dict_value)
        values ('allergen', 0, '-1', 'Allergen'), ('allergen', 1, 'gluten', 'Gluten'), ('allergen', 1, 'soy', 'Soy')`,
    ),
  );
  expect(await lacking(id)).toEqual([
    'buy purchaseUnitId',
    'buy sourceKind',
    'cost materialCost',
    'label allergens',
    'label materialNutrient',
  ]);
  await kitchen.save('itemUnitConversion', {
    materialId: id,
    fromQty: '1',
    fromUnitId: unit.box,
    toQty: '10',
    toUnitId: unit.kg,
  });
  const supplierId = await kitchen.save('supplier', { name: 'Garden', contact: 'Li', contactPhone: '13800000000' });
  const offer = await kitchen.save('supplierMaterial', {
    supplierId,
    materialId: id,
    unitId: unit.box,
    price: '30',
    startDate: TODAY,
  });
  expect(await lacking(id)).toEqual(['label allergens', 'label materialNutrient']);
  await kitchen.save('material', {
    id,
    allergens: [
      { allergen: 'gluten', state: 'free', basis: 'label' },
      { allergen: 'soy', state: 'unknown' },
    ],
  });
  expect(await lacking(id), 'unknown is not stated').toContain('label allergens');
  await kitchen.save('material', {
    id,
    allergens: [
      { allergen: 'gluten', state: 'free', basis: 'label' },
      { allergen: 'soy', state: 'may-contain' },
    ],
  });
  await kitchen.save('materialNutrient', {
    materialId: id,
    sourceKind: 'table',
    energyKcal: '30',
    proteinG: '2',
    fatG: '0',
    carbohydrateG: '4',
    sodiumMg: '8',
  });
  expect(await detail(id)).toMatchObject({ readyFor: 'plan, buy, cost, label', readyMissing: [] });
  await kitchen.call('suppliermaterial/freeze', { ids: offer });
  expect(await lacking(id)).toEqual(['buy sourceKind', 'cost materialCost']);
  await kitchen.save('material', { id, sourceKind: 'factory' });
  expect(await lacking(id), 'nobody sells what we make').toEqual(['cost materialCost']);
  await kitchen.as((context) =>
    context.tx.run(
      sql`insert into param (param_name, param_key, param_value) values ('basis', 'dish.costBasis', 'standard')`,
    ),
  );
  await kitchen.save('materialCost', { materialId: id, unitId: unit.kg, unitCost: '3' });
  expect(await lacking(id)).toEqual([]);
});

test('EP-0179: a list keeps to what is ready for a gate, or to what is not, as the lamps say', async () => {
  await aMaterial(kitchen, 'Bare');
  const box = await aMaterial(kitchen, 'Lunch box', { materialKind: 'packaging', baseUnitId: unit.piece });
  const all = (
    (await kitchen.call('material/page', { size: 200, withReadiness: 1 })) as {
      records: (Ready & Record<string, unknown>)[];
    }
  ).records;
  expect(
    Object.keys(((await kitchen.call('material/page', {})) as { records: object[] }).records[0]!).filter((name) =>
      /ready/i.test(name),
    ),
    'whoever does not ask is told nothing, rather than an unlit lamp',
  ).toEqual([]);
  for (const gate of ['Plan', 'Buy', 'Cost', 'Label']) {
    for (const ready of [0, 1])
      expect((await listed({ [`ready${gate}`]: ready })).toSorted(), `${gate} ${ready}`).toEqual(
        all
          .filter((row) => row[`ready${gate}`] === ready)
          .map((row) => row.id)
          .toSorted(),
      );
  }
  expect((await listed({ notReadyFor: 'buy,label' })).toSorted()).toEqual(
    all
      .filter((row) => row['readyBuy'] === 0 || row['readyLabel'] === 0)
      .map((row) => row.id)
      .toSorted(),
  );
  expect(await listed({ readyLabel: 1 }), 'nobody eats a lunch box').toContain(box);
});

test('whether a unit leads to the base unit is told as every document tells it', async () => {
  const ids: string[] = [];
  const units = Object.values(unit);
  const ways: readonly (readonly [string, string])[][] = [
    [],
    [[unit.box, unit.bag]],
    [
      [unit.box, unit.bag],
      [unit.bag, unit.kg],
    ],
    [[unit.litre, unit.kg]],
    [[unit.kg, unit.box]],
    [[unit.g, unit.box]],
    [
      [unit.bag, unit.box],
      [unit.bag, unit.kg],
    ],
    [
      [unit.box, unit.litre],
      [unit.litre, unit.kg],
    ],
  ];
  for (const [index, rows] of ways.entries()) {
    for (const each of units) {
      const id = await aMaterial(kitchen, `way ${index} ${each}`, { purchaseUnitId: each });
      ids.push(id);
      // Written past the checks: half a ladder may stand, too.
      for (const [from, to] of rows)
        await kitchen.as((context) =>
          context.tx.run(
            sql`insert into item_unit_conversion (material_id, type, from_qty, from_unit_id, to_qty, to_unit_id,
              start_date) values (${id}::bigint, 'purchase', 1, ${from}::bigint, 2, ${to}::bigint, '2026-01-01')`,
          ),
        );
    }
  }
  const ladders = await kitchen.as((context) => unitLadders(context, ids));
  const rows = (
    (await kitchen.call('material/page', { size: 200, name_like: 'way ', withReadiness: 1 })) as {
      records: (Ready & { purchaseUnitId: string })[];
    }
  ).records;
  const differing = rows.filter(
    (row) =>
      unitPath(ladders.get(row.id)!, row.purchaseUnitId).ok ===
      row.readyMissing.some(({ field }) => field === 'purchaseUnitId'),
  );
  expect([rows.length, differing.map((row) => row.name)]).toEqual([ways.length * units.length, []]);
});
