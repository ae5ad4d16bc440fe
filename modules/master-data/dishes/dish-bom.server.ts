/** A version of a dish's BOM: entered as a draft, released once, then only ended. */
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving, type SavingLine } from '../../../kernel/server/behaviour.ts';
import { notPermitted, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { convertIngredients, refuseCycle } from './bom-lines.server.ts';
import { dishBom } from './dish-bom.resource.ts';
import { endPredecessor } from './versions/predecessor.server.ts';
import { requirePeriod, validOn } from '../materials/validity.server.ts';

export const dishBomBehaviour = behaviour(dishBom, {
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    if (saving.before?.released === 1) return refuseReleasedChange(context, saving);
    const { values, id } = saving;
    if (saving.before === null) values.bomVersion = await nextVersion(context, values.dishId);
    const date = String(values.startDate);
    await fillLines(context, saving, date);
    const lines = await currentLines(context, saving);
    await refuseCycle(context, {
      dishId: values.dishId,
      subDishIds: lines.flatMap((line) => (line.subDishId ? [line.subDishId] : [])),
      startDate: date,
      endDate: values.endDate ?? null,
      bomId: id,
    });
    if (values.released === 1) await release(context, saving, lines);
  },
  async beforeRemove(_context, rows) {
    if (rows.some((row) => row.released === 1)) throw new Refused(refuse('master-data.bom-released-remove'));
  },
  filters: {
    /** BOMs that use a material. */
    materialId: (value) =>
      sql`exists (select 1 from dish_bom_detail d where d.dish_bom_id = t.id and d.material_id::text = ${value})`,
    dishType: (value) => sql`exists (select 1 from dish d where d.id = t.dish_id and d.dish_type_id::text = ${value})`,
    /** In force on a day. */
    validOn: (value) => validOn(value),
  },
});

type Bom = Saving<typeof dishBom>;
type Line = SavingLine<NonNullable<(typeof dishBom)['lines']>['details']>;

const nextVersion = async (context: Context, dishId: string): Promise<number> =>
  (await context.tx.row<{ next: number }>(
    sql`select coalesce(max(bom_version), 0) + 1 as next from dish_bom where dish_id = ${dishId}::bigint`,
  ))!.next;

/** Names each line's kind, takes the standard yield where none is given, and converts. */
async function fillLines(context: Context, saving: Bom, date: string): Promise<void> {
  const details = savingLines(saving, 'details');
  if (details === undefined) return;
  const refusals: Refusal[] = [];
  const lines = details.map(({ id, values }, index) => {
    const { materialId, subDishId } = values;
    if (!materialId === !subDishId)
      refusals.push(
        refuse('master-data.bom-line-target', { line: index + 1 }, { line: index + 1, field: 'materialId' }),
      );
    return {
      id,
      values: {
        ...values,
        lineKind: subDishId ? 'dish' : values.lineKind === 'byproduct' ? 'byproduct' : 'material',
      } satisfies Record<string, unknown>,
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const yields = new Map(
    (
      await context.tx.rows<{ id: string; yieldRate: string }>(sql`
    select id, case when purchase_form = 'clean' then coalesce(guaranteed_clean_rate, std_yield)
      else std_yield end as yield_rate
    from material where id =
      any(${lines.flatMap((line) => (line.values.materialId ? [line.values.materialId] : []))}::bigint[])`)
    ).map((row) => [row.id, row.yieldRate]),
  );
  const converted = await convertIngredients(
    context,
    lines.map(({ values }, index) => ({
      line: index + 1,
      materialId: values.materialId,
      subDishId: values.subDishId,
      unitId: values.unitId,
      netQty: values.netQty,
    })),
    date,
  );
  lines.forEach(({ values }, index) =>
    Object.assign(
      values,
      { yieldRate: values.yieldRate ?? yields.get(values.materialId ?? '') ?? '100' },
      converted.get(index + 1),
    ),
  );
  saving.lines['details'] = lines;
}

/** The lines as they will stand: those of the body, or those stored when the body left them alone. */
async function currentLines(context: Context, saving: Bom): Promise<readonly Line['values'][]> {
  const sent = savingLines(saving, 'details');
  if (sent !== undefined) return sent.map((line) => line.values);
  return saving.id === null
    ? []
    : context.tx.rows<Line['values']>(
        sql`select * from dish_bom_detail where dish_bom_id = ${saving.id}::bigint order by line_no`,
      );
}

/**
 * Releasing: complete, nothing frozen, every semi-finished dish can be made; the version before ends the day before.
 */
async function release(context: Context, saving: Bom, lines: readonly Line['values'][]): Promise<void> {
  if (!context.allowed('dishbom_release')) throw notPermitted();
  if (lines.length === 0) throw new Refused(refuse('master-data.bom-empty', {}, { field: 'details' }));
  const date = saving.values.startDate;
  const facts = new Map(
    (
      await context.tx.rows<{ key: string; name: string; frozen: number; makeable: boolean }>(sql`
    select 'm' || id as key, name, frozen, true as makeable from material
    where id = any(${lines.flatMap((line) => (line.materialId ? [line.materialId] : []))}::bigint[])
    union all select 'd' || d.id, d.name, d.frozen, d.stockable = 1 or exists (select 1 from dish_bom b
    where b.dish_id = d.id and b.released = 1 and b.start_date <= ${date}::date and (b.end_date is null
      or b.end_date >= ${date}::date))
    from dish d where d.id = any(${lines.flatMap((line) => (line.subDishId ? [line.subDishId] : []))}::bigint[])`)
    ).map((row) => [row.key, row]),
  );
  const refusals = lines.flatMap((line, index): Refusal[] => {
    const fact = facts.get(line.materialId ? `m${line.materialId}` : `d${line.subDishId}`);
    if (fact === undefined) return [];
    if (fact.frozen === 1)
      return [refuse('master-data.bom-frozen', { line: index + 1, name: fact.name }, { line: index + 1 })];
    return fact.makeable && line.netBaseQty !== null
      ? []
      : [refuse('master-data.bom-sub-missing', { line: index + 1, dish: fact.name, date }, { line: index + 1 })];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  await endBefore(context, saving);
}

/** The version in force ends the day before; one that cannot be ended for it is named. */
const endBefore = (context: Context, { id, values }: Bom): Promise<void> =>
  endPredecessor(context, dishBom, {
    id,
    startDate: String(values.startDate),
    endDate: values.endDate || null,
    same: sql`t.dish_id = ${values.dishId}::bigint`,
    title: sql`t.bom_version::text`,
    overlaps: ({ title, startDate, endDate }) =>
      refuse('master-data.bom-overlaps-later', { version: title, startDate, endDate: endDate ?? '' }),
  });

const MAY_CHANGE = new Set(['endDate', 'changeNote', 'remark', 'bomVersion']);
/** What stays as it is. */
const FIXED = (Object.keys(dishBom.fields) as (keyof typeof dishBom.fields)[]).filter((name) => !MAY_CHANGE.has(name));
const FIXED_OF_LINES = [
  'materialId',
  'subDishId',
  'netQty',
  'unitId',
  'yieldRate',
  'processYield',
  'optional',
] as const;

/** A released version may only be ended, from today on, and explained. */
async function refuseReleasedChange(context: Context, saving: Bom): Promise<void> {
  const { before, values } = saving;
  const header = FIXED.some((name) => String(before![name] ?? '') !== String(values[name] ?? ''));
  const sent = savingLines(saving, 'details');
  delete saving.lines['details']; // equal to what is stored, or refused below
  const stored = sent === undefined ? [] : await currentLines(context, { ...saving, lines: {} });
  const fixedText = (line: Line['values']): string => FIXED_OF_LINES.map((name) => String(line[name] ?? '')).join('|');
  const lines =
    sent !== undefined &&
    (sent.length !== stored.length || sent.some((line, index) => fixedText(line.values) !== fixedText(stored[index]!)));
  const ended = values.endDate !== before!.endDate && values.endDate !== null && values.endDate < context.today;
  if (header || lines || ended) throw new Refused(refuse('master-data.bom-released'));
}
