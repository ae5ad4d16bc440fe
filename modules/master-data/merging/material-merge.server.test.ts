import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { aDish, aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

interface Use {
  readonly label: string;
  readonly count: number;
  readonly first: readonly string[];
}
const detail = async (segment: string, id: string): Promise<Record<string, unknown>> =>
  (await kitchen.call(`${segment}/detail`, { id })) as Record<string, unknown>;
const of = (materialId: string, unitId: string = unit.g) => ({ materialId, netQty: '10', unitId });
const bom = async (name: string, materialId: string, released: 0 | 1, unitId?: string): Promise<string> =>
  kitchen.save('dishBom', {
    dishId: await aDish(kitchen, name),
    outputUnitId: unit.portion,
    released,
    startDate: TODAY,
    details: [of(materialId, unitId)],
  });
const used = async (bomId: string): Promise<unknown> =>
  ((await detail('dishbom', bomId))['details'] as { materialId: string }[])[0]!.materialId;

describe('RULE-197: freezing a material', () => {
  test('shows first where it is in use, by kind, with the first of each by name', async () => {
    const leek = await aMaterial(kitchen, 'Leek');
    expect(await kitchen.call('material/freezeImpact', { ids: leek })).toEqual([]);
    await bom('Leek pie', leek, 1);
    await bom('Leek draft', leek, 0);
    const garlic = await aMaterial(kitchen, 'Garlic');
    await kitchen.save('materialReplace', {
      materialId: garlic,
      replaceMaterialId: leek,
      unitId: unit.kg,
      replaceQty: '1',
      replaceUnitId: unit.kg,
    });
    expect((await kitchen.call('material/freezeImpact', { ids: leek })) as Use[]).toEqual([
      { label: 'Dish BOM', count: 1, first: ['Leek pie'] },
      { label: 'Taken or offered instead of another', count: 1, first: ['Garlic'] },
    ]);
    await kitchen.call('material/freeze', { ids: leek });
    expect(
      ((await kitchen.call('material/listForSelect', { keyword: 'Leek' })) as unknown[]).length,
      'in no picker',
    ).toBe(0);
    await kitchen.call('material/thaw', { ids: leek });
    expect(((await kitchen.call('material/listForSelect', { keyword: 'Leek' })) as unknown[]).length).toBe(1);
  });
});

describe('duplicates', () => {
  const pairs = async (input: Record<string, unknown> = {}) =>
    (
      (await kitchen.call('material/duplicates', input)) as {
        pairs: { kind: string; one: { name: string }; other: { name: string } }[];
      }
    ).pairs.map(({ kind, one, other }) => [kind, ...[one.name, other.name].toSorted()].join(' '));

  test('are the same name however it is spelt, a name that is the other’s alias, and names that look alike; not what is counted otherwise', async () => {
    await aMaterial(kitchen, 'Twin Pepper');
    await aMaterial(kitchen, 'twinpepper');
    await aMaterial(kitchen, 'Twin Pepper ', { baseUnitId: unit.piece });
    await aMaterial(kitchen, 'Twin spud', { aliases: 'twin potato' });
    await aMaterial(kitchen, 'Twin Potato');
    await aMaterial(kitchen, 'Twin 猪五花肉');
    await aMaterial(kitchen, 'Twin 猪五花');
    const frozen = await aMaterial(kitchen, 'TWIN pepper');
    await kitchen.call('material/freeze', { ids: frozen });
    expect(await pairs({ keyword: 'twin' })).toEqual([
      'same Twin Pepper twinpepper',
      'alias Twin Potato Twin spud',
      'alike Twin 猪五花 Twin 猪五花肉',
    ]);
    expect(await pairs({ keyword: 'twin', materialType: '999' })).toEqual([]);
  });

  test('that somebody said are two are told no more and not merged, until it is taken back; the database keeps a pair once', async () => {
    const [one, other] = [await aMaterial(kitchen, 'Apart cod'), await aMaterial(kitchen, 'apart COD')];
    const apart = (materialId: string, otherMaterialId: string, call = 'tellApart') =>
      kitchen.call(`material/${call}`, { materialId, otherMaterialId });
    expect(await pairs({ keyword: 'apart' })).toEqual(['same Apart cod apart COD']);
    await Promise.all([apart(one, other), apart(other, one), apart(one, other)]);
    expect(await pairs({ keyword: 'apart' })).toEqual([]);
    expect(await kitchen.call('material/duplicates', { apart: 1 })).toMatchObject({
      pairs: [
        { kind: 'apart', one: { id: one }, other: { id: other }, markedBy: expect.stringMatching(/^cook1 · \d{4}-/) },
      ],
    });
    expect(
      await kitchen.refusalsOf(kitchen.call('material/merge', { materialId: other, intoMaterialId: one })),
    ).toEqual(['Somebody said that apart COD and Apart cod are not one; take that back under “Find duplicates” first']);
    expect(await kitchen.refusalsOf(apart(one, one))).toHaveLength(1);
    await expect(
      kitchen.as((context) =>
        context.tx.run(
          sql`insert into material_distinction (material_id, other_material_id)
            values (${other}::bigint, ${one}::bigint)`,
        ),
      ),
    ).rejects.toThrow(/once_ck/);
    for (const _ of [1, 2]) await apart(other, one, 'tellTogether');
    expect(await pairs({ keyword: 'apart' })).toEqual(['same Apart cod apart COD']);
    expect(await kitchen.call('material/mergePreview', { materialId: other, intoMaterialId: one })).toMatchObject({
      from: { name: 'apart COD' },
    });
    await apart(one, other);
    await kitchen.call('material/remove', { ids: other });
    expect(await kitchen.call('material/duplicates', { apart: 1 })).toMatchObject({ pairs: [] });
  });
});

describe('merging', () => {
  test('moves what may still change, lets the other stand for the rest, and gives it the names; undone, all is as before', async () => {
    const [from, into] = [
      await aMaterial(kitchen, 'Beetroot old', { aliases: 'beet' }),
      await aMaterial(kitchen, 'Beetroot'),
    ];
    await kitchen.save('itemUnitConversion', {
      materialId: from,
      fromQty: '1',
      fromUnitId: unit.box,
      toQty: '10',
      toUnitId: unit.kg,
    });
    await kitchen.save('itemUnitConversion', {
      materialId: into,
      fromQty: '1',
      fromUnitId: unit.box,
      toQty: '12',
      toUnitId: unit.kg,
    });
    const [released, draft, boxed] = [
      await bom('Beet soup', from, 1),
      await bom('Beet salad', from, 0),
      await bom('Beet crate', from, 0, unit.box),
    ];
    const semi = await aDish(kitchen, 'Beet paste', {
      dishKind: 'semi',
      salePrice: null,
      stockable: 1,
      stockMaterialId: from,
    });
    const version = (await detail('dishbom', draft))['version'];

    expect(await kitchen.call('material/mergePreview', { materialId: from, intoMaterialId: into })).toMatchObject({
      from: { name: 'Beetroot old' },
      into: { name: 'Beetroot' },
      moves: [
        { label: 'Dish', count: 1 },
        { label: 'Dish BOM', count: 1 },
      ],
      otherUnits: [{ label: 'Dish BOM', count: 1 }],
      stays: [
        { label: 'Dish BOM', count: 1, first: ['Beet soup'] },
        { label: 'Kept in stock for a semi-finished dish', count: 1 },
      ],
      kept: [{ label: 'Conversions', count: 1 }],
    });
    const { id, moved } = (await kitchen.call('material/merge', {
      materialId: from,
      intoMaterialId: into,
      reason: 'entered twice',
    })) as { id: string; moved: number };
    expect(moved).toBe(2);
    expect([
      await used(released),
      await used(draft),
      await used(boxed),
      (await detail('dish', semi))['stockMaterialId'],
    ]).toEqual([from, into, from, into]);
    expect((await detail('dishbom', draft))['version'], 'whoever has it open is told').toBe(Number(version) + 1);
    expect(await detail('material', from)).toMatchObject({ frozen: 1, mergedIntoId: into, aliases: '' });
    expect(((await detail('material', into))['aliases'] as string).split(', ').toSorted()).toEqual([
      'Beetroot old',
      'beet',
    ]);
    expect(await kitchen.call('materialreplace/page', { materialId: from })).toMatchObject({
      total: 1,
      records: [{ replaceMaterialId: into, ratio: '1' }],
    });
    expect(await kitchen.refusalsOf(kitchen.call('material/thaw', { ids: from }))).toEqual([
      'Beetroot old was merged into Beetroot and cannot be unfrozen; undo the merge instead',
    ]);

    expect(await kitchen.call('materialmerge/undo', { id })).toEqual({ back: 2, left: 0 });
    expect([
      await used(released),
      await used(draft),
      await used(boxed),
      (await detail('dish', semi))['stockMaterialId'],
    ]).toEqual([from, from, from, from]);
    expect(await detail('material', from)).toMatchObject({ frozen: 0, mergedIntoId: '', aliases: 'beet' });
    expect(await detail('material', into)).toMatchObject({ aliases: '' });
    expect(await kitchen.call('materialreplace/page', { materialId: from })).toMatchObject({ total: 0 });
    expect(await kitchen.call('materialmerge/page', {})).toMatchObject({
      records: [
        {
          mergeState: 'undone',
          materialName: 'Beetroot old',
          intoMaterialName: 'Beetroot',
          movedCount: 2,
          reason: 'entered twice',
        },
      ],
    });
    expect(await kitchen.refusalsOf(kitchen.call('materialmerge/undo', { id }))).toEqual([
      'This merge of Beetroot old was undone already',
    ]);
    expect(
      await kitchen.call('material/merge', { materialId: from, intoMaterialId: into }),
      'and it can be done again',
    ).toMatchObject({ moved: 2 });
  });

  test('leaves at undo what went on meanwhile, and says how much', async () => {
    const [from, into] = [await aMaterial(kitchen, 'Kale old'), await aMaterial(kitchen, 'Kale')];
    const [one, other] = [await bom('Kale chips', from, 0), await bom('Kale stew', from, 0)];
    const { id } = (await kitchen.call('material/merge', { materialId: from, intoMaterialId: into })) as { id: string };
    await kitchen.call('dishbom/release', { ids: one });
    expect(await kitchen.call('materialmerge/undo', { id })).toEqual({ back: 1, left: 1 });
    expect([await used(one), await used(other)]).toEqual([into, from]);
  });

  test('what the database will not have twice stays where it is, one by one', async () => {
    const [from, into, third] = [
      await aMaterial(kitchen, 'Chard old'),
      await aMaterial(kitchen, 'Chard'),
      await aMaterial(kitchen, 'Spinach'),
    ];
    const substitute = (materialId: string, substituteMaterialId: string) =>
      kitchen.save('materialSubstitute', {
        materialId,
        substituteMaterialId,
        unitId: unit.kg,
        substituteQty: '1',
        substituteUnitId: unit.kg,
      });
    const [itself, another] = [await substitute(from, into), await substitute(from, third)];
    expect(await kitchen.call('material/merge', { materialId: from, intoMaterialId: into })).toMatchObject({
      moved: 1,
    });
    expect([
      (await detail('materialsubstitutes', itself))['materialId'],
      (await detail('materialsubstitutes', another))['materialId'],
    ]).toEqual([from, into]);
  });

  test('is refused for one and the same, for what is counted otherwise, and for what is frozen', async () => {
    const [kilos, pieces, ice] = [
      await aMaterial(kitchen, 'Loose'),
      await aMaterial(kitchen, 'Counted', { baseUnitId: unit.piece }),
      await aMaterial(kitchen, 'Ice'),
    ];
    await kitchen.call('material/freeze', { ids: ice });
    const merge = (materialId: string, intoMaterialId: string) =>
      kitchen.refusalsOf(kitchen.call('material/merge', { materialId, intoMaterialId }));
    expect(await merge(kilos, kilos)).toEqual(['Choose two different materials']);
    expect(await merge(kilos, pieces)).toEqual([
      'Loose and Counted are counted in different base units and cannot be merged',
    ]);
    expect(await merge(kilos, ice)).toEqual(['Ice is frozen and cannot be merged; unfreeze it first']);
    expect(await merge(ice, kilos)).toEqual(['Ice is frozen and cannot be merged; unfreeze it first']);
  });
});
