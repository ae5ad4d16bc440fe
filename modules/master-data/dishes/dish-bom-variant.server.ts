/** Where a stall, restaurant or project department cooks differently from the standard BOM. */
import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../../kernel/server/behaviour.ts';
import { notPermitted, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { convertIngredients, refuseCycle } from './bom-lines.server.ts';
import { dishBomSpecialGear } from './dish-bom.resource.ts';
import { endPredecessor } from './versions/predecessor.server.ts';
import { requirePeriod } from '../materials/validity.server.ts';

const PLACES: readonly string[] = [DEPT.project, DEPT.restaurant, DEPT.stall];

export const dishBomVariantBehaviour = behaviour(dishBomSpecialGear, {
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    const { before, values, id } = saving;
    if (before?.released === 1) {
      if (
        saving.lines['details'] !== undefined ||
        String(values.startDate) !== String(before.startDate) ||
        values.released !== 1
      )
        throw new Refused(refuse('master-data.bom-released'));
      return;
    }
    await requirePlace(context, values.deptId);
    await fillLines(context, saving);
    const details =
      savingLines(saving, 'details')?.map((line) => line.values) ??
      (id === null
        ? []
        : await context.tx.rows<{ readonly subDishId: Id | null }>(
            sql`select * from dish_bom_special_gear_detail where dish_bom_special_gear_id = ${id}::bigint`,
          ));
    await refuseCycle(context, {
      dishId: values.dishId,
      subDishIds: details.flatMap((line) => (line.subDishId ? [line.subDishId] : [])),
      startDate: String(values.startDate),
      endDate: values.endDate ?? null,
      variantId: id,
    });
    if (values.released !== 1) return;
    if (!context.allowed('dishbomspecialgear_release')) throw notPermitted();
    if (details.length === 0) throw new Refused(refuse('master-data.bom-empty', {}, { field: 'details' }));
    await endBefore(context, saving);
  },
  async beforeRemove(_context, rows) {
    if (rows.some((row) => row.released === 1)) throw new Refused(refuse('master-data.bom-released-remove'));
  },
  filters: {
    gearId: (value) => sql`t.dept_id::text = ${value}`,
    gearOperationDeptId: (value) => sql`t.dept_id::text = ${value}`,
  },
});

/** The difference in force at the same place ends the day before. */
const endBefore = (context: Context, { id, values }: Saving<typeof dishBomSpecialGear>): Promise<void> =>
  endPredecessor(context, dishBomSpecialGear, {
    id,
    startDate: String(values.startDate),
    endDate: values.endDate || null,
    same: sql`t.dish_id = ${values.dishId}::bigint and t.dept_id = ${values.deptId}::bigint`,
    title: sql`t.reason`,
  });

async function requirePlace(context: Context, deptId: string): Promise<void> {
  const dept = await context.tx.row<{ deptCategory: string }>(
    sql`select dept_category from dept where id = ${deptId}::bigint`,
  );
  if (dept !== undefined && !PLACES.includes(dept.deptCategory))
    throw new Refused(refuse('master-data.bom-variant-kind', {}, { field: 'deptId' }));
}

const TARGET = label('原物料或原半成品其中之一', 'either the standard material or the standard semi-finished dish');
const NEW = label('新物料或新半成品其中之一', 'either the new material or the new semi-finished dish');
const AMOUNT = label('净用量和单位', 'net quantity and unit');

/** What each action must name, that its target stands in the standard BOM, and quantities in base unit. */
async function fillLines(context: Context, saving: Saving<typeof dishBomSpecialGear>): Promise<void> {
  const details = savingLines(saving, 'details');
  if (details === undefined) return;
  const date = String(saving.values.startDate);
  const standard = new Set(
    (
      await context.tx.rows<{ target: string }>(sql`
    select coalesce(d.material_id, d.sub_dish_id) as target from dish_bom b
    join dish_bom_detail d on d.dish_bom_id = b.id
    where b.dish_id = ${saving.values.dishId}::bigint and b.released = 1 and b.start_date <= ${date}::date
      and (b.end_date is null or b.end_date >= ${date}::date)`)
    ).map((row) => row.target),
  );
  const refusals: Refusal[] = [];
  details.forEach(({ values }, index) => {
    const line = index + 1;
    const miss = (needs: Label): number =>
      refusals.push(refuse('master-data.bom-variant-line', { line, needs }, { line }));
    const action = values.action;
    const target = values.targetMaterialId ?? values.targetSubDishId;
    if (action !== 'add' && !target) miss(TARGET);
    else if (action !== 'add' && !standard.has(String(target)))
      refusals.push(refuse('master-data.bom-variant-target', { line }, { line }));
    if ((action === 'add' || action === 'swap') && !values.materialId === !values.subDishId) miss(NEW);
    if (action !== 'drop' && (!values.netQty || !values.unitId)) miss(AMOUNT);
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const converted = await convertIngredients(
    context,
    details.flatMap(({ values }, index) =>
      values.action === 'drop'
        ? []
        : [
            {
              line: index + 1,
              materialId: values.action === 'change' ? values.targetMaterialId : values.materialId,
              subDishId: values.action === 'change' ? values.targetSubDishId : values.subDishId,
              unitId: String(values.unitId),
              netQty: String(values.netQty),
            },
          ],
    ),
    date,
  );
  saving.lines['details'] = details.map((line, index) => ({
    id: line.id,
    values: { ...line.values, netBaseQty: converted.get(index + 1)?.netBaseQty ?? null },
  }));
}
