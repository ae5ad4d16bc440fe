import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { checkDigitHolds } from '../../../parts/gs1/check-digit.rules.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { checkAliases, writeAliases, materialsCalled } from './material-alias.server.ts';
import { inheritedTraits, type InheritedTraits } from './material-type.server.ts';
import { unitLadders } from '../units/material-units.server.ts';
import { OTHERWISE } from './material-traits.fields.ts';
import { material } from './material.resource.ts';
import { GATES } from './readiness.rules.ts';
import { fillReadiness, readyFor, withoutReadiness } from './readiness.server.ts';
import { fillToday, withoutToday } from './material-today.server.ts';
import { withBelow } from './tree-place.server.ts';
import { unitPath } from '../units/unit-conversion.rules.ts';

const UNITS = ['baseUnitName', 'purchaseUnitName'];
const READY = ['readyFor', 'readyPlan', 'readyBuy', 'readyCost', 'readyLabel', 'notReadyFor', 'notReadyForName'];
const FILLS = {
  unitNames: UNITS,
  ...Object.fromEntries([...READY, 'readyMissing', 'todayPrice', 'availableQty'].map((name) => [name, []])),
};

export const materialBehaviour = behaviour(material, {
  async beforeSaveAll(context, savings) {
    const traits = await inheritedTraits(context, [...new Set(savings.map(({ values }) => values.materialTypeId))]);
    for (const { values } of savings) inherit(values, traits.get(values.materialTypeId));
    await checkAliases(context, savings, (saving, refusal) => saving.refuse(refusal));
  },
  beforeSave(_context, saving) {
    const { values } = saving;
    for (const unit of ['purchaseUnitId', 'issueUnitId', 'recipeUnitId', 'saleUnitId'] as const)
      values[unit] ??= values.baseUnitId;
    const refusals = [
      ...missingWith(values),
      ...barcodeRefusals(values.barcode),
      ...allergenRefusals(values.allergens),
    ];
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  /** That it is not another goes with it. */
  async beforeRemove(context, rows) {
    const ids = rows.map((row) => row.id);
    await context.tx.run(
      sql`delete from material_distinction where material_id = any(${ids}::bigint[])
        or other_material_id = any(${ids}::bigint[])`,
    );
  },
  async afterFreeze(context, ids, frozen) {
    if (frozen) return;
    await context.tx.run(
      sql`update material set frozen_reason = null
        where id = any(${ids as string[]}::bigint[]) and frozen_reason is not null`,
    );
    const merged = await context.tx.rows<{ name: string; into: string }>(
      sql`select m.name, i.name as into from material m join material i on i.id = m.merged_into_id
        where m.id = any(${ids as string[]}::bigint[])`,
    );
    if (merged.length > 0)
      throw new Refused(
        ...merged.map((row) => refuse('master-data.merged-thaw', { material: row.name, into: row.into })),
      );
  },
  afterSaveAll: writeAliases,
  alsoCalled: materialsCalled,
  /**
   * What a material is ready for, costs and has in stock is reasoned from much beside it: a page tells it to who asks
   * `withReadiness=1` and `withToday=1`.
   */
  fills: FILLS,
  async fillRows(context, rows, requested) {
    for (const row of rows) row.unitNames = unitNames(row);
    const isAsked = (name: string): boolean => requested === undefined || String(requested[name]) === '1';
    if (isAsked('withReadiness')) await fillReadiness(context, rows);
    else for (const row of rows) withoutReadiness(row);
    if (isAsked('withToday')) await fillToday(context, rows);
    else for (const row of rows) withoutToday(row);
  },
  filters: {
    /** With the types below it. */
    materialType: (value) => sql`t.material_type_id in (${withBelow('material_type', value)})`,
    readyPlan: (value, context) => readyFor('plan', value === '1', context),
    readyBuy: (value, context) => readyFor('buy', value === '1', context),
    readyCost: (value, context) => readyFor('cost', value === '1', context),
    readyLabel: (value, context) => readyFor('label', value === '1', context),
    notReadyFor: (value, context) => {
      const gates = GATES.filter((gate) => value.split(',').includes(gate));
      if (gates.length === 0)
        throw new Refused(refuse('param.invalid', { name: 'notReadyFor', value }, { field: 'notReadyFor' }));
      return sql`(${join(
        gates.map((gate) => readyFor(gate, false, context)),
        ' or ',
      )})`;
    },
    /** Text matched against code, name and other names, several separated by commas. */
    materialCodeAndNameList: (value) =>
      sql`t.search_text like any(${value
        .split(',')
        .map((word) => `%${word.trim().toLowerCase()}%`)
        .filter((word) => word !== '%%')})`,
  },
  async detail(context, row) {
    const id = row.id;
    const ladder = (await unitLadders(context, [id])).get(id)!;
    const purposes = ['purchaseUnitId', 'issueUnitId', 'recipeUnitId', 'saleUnitId'] as const;
    const used = new Set([
      ladder.material.baseUnitId,
      ...purposes.map((name) => String(row[name] ?? '')),
      ...ladder.conversions
        .filter((each) => each.scope === 'material')
        .flatMap((each) => [each.fromUnitId, each.toUnitId]),
    ]);
    used.delete('');
    const units = [...used].map((unitId) => {
      const path = unitPath(ladder, unitId);
      const unitName = ladder.units.find((unit) => unit.id === unitId)?.name ?? '';
      return path.ok
        ? { unitId, unitName, factor: path.factor.toString(), sentence: path.sentence[context.language] }
        : { unitId, unitName, factor: null, sentence: '' };
    });
    return { units };
  },
});

/** A material is counted in one unit, and often bought in another. */
const unitNames = ({ baseUnitName, purchaseUnitName }: Readonly<Record<string, unknown>>): string =>
  [...new Set([baseUnitName, purchaseUnitName])].filter((name) => name !== '' && name !== undefined).join(' · ');

/** What the type says where the material says nothing. */
function inherit(values: Saving<typeof material>['values'], traits: InheritedTraits | undefined): void {
  const own: Record<string, unknown> = values;
  for (const said of [traits ?? {}, OTHERWISE]) for (const [name, value] of Object.entries(said)) own[name] ??= value;
}

function missingWith(values: Saving<typeof material>['values']): Refusal[] {
  const need = (
    holds: boolean,
    field: keyof typeof material.fields,
    because: keyof typeof material.fields,
  ): Refusal[] =>
    holds && (values[field] === null || values[field] === undefined)
      ? [
          refuse(
            'master-data.field-needed-with',
            { name: material.fields[field].label, because: material.fields[because].label },
            { field },
          ),
        ]
      : [];
  return [
    ...need(values.shelfLifeManaged === 1, 'shelfLifeDays', 'shelfLifeManaged'),
    ...(values.shelfLifeManaged === 1 && values.batchManaged !== 1
      ? [refuse('master-data.lot-needed', {}, { field: 'batchManaged' })]
      : []),
    ...need(values.catchWeight === 1, 'auxUnitId', 'catchWeight'),
    ...need(values.catchWeight === 1, 'nominalAuxQty', 'catchWeight'),
    ...need(values.purchaseForm === 'clean', 'guaranteedCleanRate', 'purchaseForm'),
  ];
}

/** EAN-8, UPC-A, EAN-13 and GTIN-14 end with a check digit; other codes are taken as they are. */
function barcodeRefusals(barcode: unknown): Refusal[] {
  if (typeof barcode !== 'string' || !/^(\d{8}|\d{12,14})$/.test(barcode)) return [];
  return checkDigitHolds(barcode) ? [] : [refuse('master-data.barcode-check', { barcode }, { field: 'barcode' })];
}

const ALLERGEN_STATES = new Set(['contains', 'may-contain', 'unknown', 'free']);
/** Unknown is not free: to say a material is free of something takes a basis. */
function allergenRefusals(allergens: unknown): Refusal[] {
  if (allergens === null || allergens === undefined) return [];
  const entries = Array.isArray(allergens) ? (allergens as unknown[]) : [null];
  return entries.flatMap((entry, index) => {
    const { allergen, state, basis } = (entry ?? {}) as Record<string, unknown>;
    const sound =
      typeof allergen === 'string' &&
      allergen !== '' &&
      ALLERGEN_STATES.has(String(state)) &&
      (state !== 'free' || (typeof basis === 'string' && basis !== ''));
    return sound ? [] : [refuse('master-data.allergen-invalid', { entry: index + 1 }, { field: 'allergens' })];
  });
}
