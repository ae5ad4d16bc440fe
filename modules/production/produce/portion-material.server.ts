/** What portions of a dish are kept as: a finished material made at the first pot, asked of nobody. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { nextCodes } from '../../../kernel/server/numbering.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { materialType } from '../../master-data/materials/material-type.resource.ts';
import { material } from '../../master-data/materials/material.resource.ts';

const PORTIONS = label('成品份数', 'Portions of dishes');
const TYPE_CODE = 'PORTION';

interface Portioned {
  readonly dishId: Id;
  readonly name: string;
  readonly nameEn: string | null;
  readonly unitId: Id;
}

/** The portion materials of dishes whose rows are held, made where there is none yet. */
export async function portionMaterials(context: Context, dishes: readonly Portioned[]): Promise<ReadonlyMap<Id, Id>> {
  const made = new Map<Id, Id>();
  for (const { dishId, name, nameEn, unitId } of dishes) {
    const [code] = await nextCodes(context, 'CP', 1);
    const id = await saveRecord(material, context, {
      code,
      name,
      nameEn,
      materialTypeId: await typeOfPortions(context),
      baseUnitId: unitId,
      materialKind: 'finished',
      isRequireGoods: 0,
    });
    await context.tx.run(sql`update dish set portion_material_id = ${id}::bigint where id = ${dishId}::bigint`);
    made.set(dishId, id);
  }
  return made;
}

async function typeOfPortions(context: Context): Promise<Id> {
  const found = await context.tx.row<{ id: Id }>(sql`select id from material_type where code = ${TYPE_CODE}`);
  if (found !== undefined) return found.id;
  return saveRecord(materialType, context, {
    code: TYPE_CODE,
    name: PORTIONS.zh,
    parentId: '0',
    materialKind: 'finished',
    sort: 999,
  });
}
