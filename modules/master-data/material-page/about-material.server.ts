import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { saveBatch } from '../../../parts/bulk-save/save-batch.ts';
import { material } from '../materials/material.resource.ts';
import { traitsBySource } from '../materials/material-type.server.ts';
import { namedId, requireId } from '../units/unit-calls.server.ts';
import * as calls from './about-material.calls.ts';
import { sharedField } from './many-materials.rules.ts';

const DISHES_MAX = 500;

export const inheritedOfType = serve(calls.inheritedOfType, async (context, input) => {
  const typeId = namedId(input.materialTypeId);
  return typeId === null ? [] : traitsBySource(context, typeId);
});

export const dishesOfMaterial = serve(calls.dishesOfMaterial, async (context, input) =>
  context.tx.rows<TypeOf<typeof calls.dishesOfMaterial.answer>[number]>(sql`
    select b.id, b.dish_id, coalesce(h.code, '') as dish_code, h.name as dish_name, h.dish_kind, h.frozen,
      b.bom_version, b.start_date, coalesce(b.end_date::text, '') as end_date,
      trim_scale(round(d.net_qty / b.output_qty, 6)) as net_qty, u.called as unit_name, o.called as output_unit_name
    from (
      select l.dish_bom_id, l.unit_id, sum(l.net_qty) as net_qty from dish_bom_detail l
      where l.material_id = ${requireId(input, 'materialId')}::bigint and l.line_kind = 'material'
      group by l.dish_bom_id, l.unit_id) d
    join dish_bom b on b.id = d.dish_bom_id join dish h on h.id = b.dish_id
    join material_unit u on u.id = d.unit_id join material_unit o on o.id = b.output_unit_id
    where b.released = 1 and coalesce(b.end_date, 'infinity'::date) >= ${context.today}::date
    order by h.frozen, h.name, b.start_date, b.id limit ${DISHES_MAX}`),
);

export const changeMany = serve(calls.changeMany, async (context, input) => {
  const ids = readIds(input);
  const field = sharedField(input.field);
  if (field === undefined)
    throw new Refused(refuse('param.invalid', { name: 'field', value: input.field ?? '' }, { field: 'field' }));
  const saved = await saveBatch(
    material,
    context,
    ids.map((id) => ({ id, [field]: input.value ?? '' })),
  );
  const reasons = new Map(
    saved.flatMap((each, at) =>
      'refusals' in each
        ? [[ids[at]!, each.refusals.map((refusal) => sentenceOf(refusal, context.language)).join(' ')] as const]
        : [],
    ),
  );
  const named =
    reasons.size === 0
      ? []
      : await context.tx.rows<{ id: Id; code: string; name: string }>(sql`
          select id, coalesce(code, '') as code, name from material where id = any(${[...reasons.keys()]}::bigint[])
          order by code, id`);
  return {
    changed: saved.length - reasons.size,
    refused: named.map((row) => ({ ...row, reason: reasons.get(row.id) ?? '' })),
  };
});
