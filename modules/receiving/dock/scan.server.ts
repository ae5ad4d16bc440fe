/** What codes mean at the dock: which go with the lines of a bill, what another one is, and codes that are learned. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readRecord, recordById } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { codeKey, printedGtin } from '../../../parts/gs1/check-digit.rules.ts';
import { empty, sql, type Sql } from '../../../parts/postgres/database.ts';
import { nameKey } from '../../../parts/search/names.ts';
import { learnAliases } from '../../master-data/materials/material-alias.server.ts';
import { kilogramsOf } from '../../master-data/units/mass-path.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import type { StoredLine } from '../bill-lines.server.ts';
import type { inStore } from '../in-store.document.ts';
import { faceOf, type InstoreType } from '../in-store-faces.server.ts';
import { shippedLotOf } from '../../purchasing/answers/shipped-lots.server.ts';
import { isCode, scanOf } from './scan.rules.ts';
import * as calls from './scan.calls.ts';
import './code.refusals.ts';

/** What the lines of a bill are known by, by material, and what one unit of each weighs, by line. */
export async function goodsScanned(
  context: Context,
  supplierId: Id | null,
  lines: readonly StoredLine[],
): Promise<{ readonly codes: ReadonlyMap<Id, readonly string[]>; readonly kilograms: ReadonlyMap<Id, string> }> {
  const ids = [...new Set(lines.map((line) => line.materialId))];
  const [rows, ladders] = await Promise.all([
    context.tx.rows<{ materialId: Id; codes: string[] }>(sql`
      select g.material_id, array_agg(distinct g.code order by g.code) as codes
      from ${codesWith(supplierId, sql`= any(${ids}::bigint[])`)} g group by g.material_id`),
    unitLadders(context, ids),
  ]);
  const kilograms = lines.flatMap(({ detailId, materialId, unitId, factor }) => {
    const ladder = ladders.get(materialId);
    const kg = ladder === undefined ? undefined : kilogramsOf(ladder, unitId, factor);
    return kg === undefined ? [] : [[detailId, kg] as const];
  });
  return { codes: new Map(rows.map((row) => [row.materialId, row.codes])), kilograms: new Map(kilograms) };
}

/** Every code and other name of the materials, with a supplier; frozen ones are no longer known. */
const codesWith = (supplierId: Id | null, materials: Sql): Sql => sql`(
  select id as material_id, barcode as code from material where barcode is not null and id ${materials}
  union all
  select material_id, pack_barcode from item_unit_conversion
  where frozen = 0 and pack_barcode is not null and material_id ${materials}
  union all
  select p.material_id, c.code from supplier_material p
  cross join lateral (values (p.barcode), (p.supplier_material_code)) c(code)
  where p.frozen = 0 and c.code <> '' and p.supplier_id = ${supplierId}::bigint and p.material_id ${materials}
  union all
  select material_id, alias from material_alias
  where frozen = 0 and dept_id is null and (supplier_id is null or supplier_id = ${supplierId}::bigint)
    and material_id ${materials})`;

/** As it was scanned, and as a trade item is written with and without the zeros before it. */
function writtenAs(code: string): readonly string[] {
  const key = codeKey(code);
  return [...new Set([code, key, printedGtin(key), key.replace(/^0+/, '')])];
}

interface Named {
  readonly id: Id;
  readonly name: string;
  /** Another supplier alone calls it so: this one may mean something else. */
  readonly isOthers: boolean;
}
/** The material a code means to a supplier: his own word before everybody's. */
const materialOf = (context: Context, supplierId: Id | null, code: string): Promise<Named | undefined> => {
  const written = writtenAs(code);
  return context.tx.row<Named>(sql`
    select m.id, m.called as name, f.place = 2 as is_others from (
      select id as material_id, 1 as place from material where barcode = any(${written})
      union all
      select material_id, 1 from item_unit_conversion where frozen = 0 and pack_barcode = any(${written})
      union all
      select material_id, case when supplier_id = ${supplierId}::bigint then 0 else 2 end from supplier_material
      where frozen = 0 and barcode = any(${written})
      union all
      select material_id, 0 from supplier_material
      where frozen = 0 and supplier_id = ${supplierId}::bigint and supplier_material_code = any(${written})
      union all
      select material_id, case when supplier_id is null then 1 else 0 end from material_alias
      where frozen = 0 and dept_id is null and (supplier_id is null or supplier_id = ${supplierId}::bigint)
        and alias_key = any(${written.map(nameKey)})) f
    join material m on m.id = f.material_id order by f.place, m.id limit 1`);
};

type Read = TypeOf<typeof calls.readCode.answer>;
const NOTHING: Read = { kind: 'none', id: '', title: '', materialId: '', materialName: '' };

/** A lot that lies, or lay, in a place of the caller's, or that its supplier has sent. */
async function readLot(context: Context, batchId: Id): Promise<Read> {
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const lot = await context.tx.row<{ id: Id; title: string; materialId: Id; materialName: string }>(sql`
    select b.id, b.batch_code as title, b.material_id, m.called as material_name from batch b
    join material m on m.id = b.material_id
    where b.id = ${batchId}::bigint and exists (select 1 from stock_batch s
      join stock_location l on l.id = s.location_id where s.batch_id = b.id ${scope})`);
  const known = lot ?? (await shippedLotOf(context, batchId));
  return known === undefined ? NOTHING : { kind: 'lot', ...known };
}

/** The bill at the dock, and the in-store or the face of it that shows it. A market stall is no supplier. */
async function billAtDock(context: Context, id: Id) {
  const row = await context.tx.row<{ type: InstoreType }>(
    sql`select instore_type as type from in_store where id = ${id}::bigint`,
  );
  const of: typeof inStore = faceOf(context, row?.type ?? 'site');
  const bill: WholeRecord<typeof inStore> = await recordById(context, of, id);
  return { of, bill, supplierId: bill.supplierId || null };
}

export const readCode = serve(calls.readCode, async (context, { instoreId, code }): Promise<Read> => {
  const { of, supplierId } = await billAtDock(context, instoreId);
  const scan = scanOf(code, context.today);
  if (scan.kind === 'refused') throw new Refused({ ...scan.refusal, field: 'code' });
  if (scan.kind === 'lot') return readLot(context, scan.batchId);
  const material = await materialOf(context, supplierId, scan.code);
  if (material !== undefined)
    return { kind: 'material', id: material.id, title: '', materialId: material.id, materialName: material.name };
  const other = await readRecord(of, context, { billCode: scan.code.toUpperCase() });
  return other === undefined ? NOTHING : { ...NOTHING, kind: 'bill', id: other.id, title: other.billCode };
});

export const learnCode = serve(calls.learnCode, async (context, { instoreId, code, detailId }) => {
  const { bill, supplierId } = await billAtDock(context, instoreId);
  const line = bill.details.find((each) => each.id === detailId);
  if (line === undefined) throw new Refused(refuse('receiving.not-of-this-bill', { line: 1 }, { field: 'detailId' }));
  const scan = scanOf(code, context.today);
  if (scan.kind === 'refused') throw new Refused({ ...scan.refusal, field: 'code' });
  if (scan.kind === 'lot' || !isCode(scan.code))
    throw new Refused(refuse('receiving.code-not-learned', { code }, { field: 'code' }));
  const known = await materialOf(context, supplierId, scan.code);
  const isTaken = known !== undefined && !known.isOthers;
  if (isTaken && known.id !== line.materialId)
    throw new Refused(
      refuse('receiving.code-of-another', { code: scan.code, material: known.name }, { field: 'code' }),
    );
  if (!isTaken) await learnAliases(context, [{ name: scan.code, materialId: line.materialId, supplierId }]);
  return { code: scan.code, materialId: line.materialId, materialName: line.materialName };
});
