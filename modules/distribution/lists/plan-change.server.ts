/**
 * What a bulk change would make of lines: another supplier, another material, or both, with price, lead time, cut-off,
 * quality and allergens of every line before and after. Nothing is saved here; preview and commit ask the same.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { inBoth, label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { refusedUses } from '../../master-data/authorisation/authorised-use.server.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath } from '../../master-data/units/unit-conversion.rules.ts';
import { exchangeRules } from '../../sourcing/substitutes/exchange-rules.server.ts';
import { exchangeFor } from '../../sourcing/substitutes/substitutes.rules.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import type { SourcePlace } from '../../sourcing/source-book.server.ts';
import type { RankedSupplier } from '../../sourcing/supplier-choice.rules.ts';
import type { ListLine } from './chosen-lines.server.ts';
import { dishesOf } from './line-dishes.server.ts';
import { type Candidate, type LineMaterial, offerBook, readMaterials } from './line-facts.server.ts';
import { termsOf, type LineTerms } from './line-terms.server.ts';
import type { ChangedLine } from './write-lines.server.ts';

export interface Wanted {
  readonly supplierId: Id | null;
  readonly materialId: Id | null;
}
export interface PlannedLine {
  readonly before: ListLine;
  readonly after: ChangedLine & LineTerms & { readonly qty: string; readonly supplierId: Id | null };
  readonly leadDays: number;
  readonly grade: string;
  readonly supplierName: string;
  /** Keys of allergens the line did not have before. */
  readonly allergens: readonly string[];
}
interface PlannedChange {
  readonly lines: readonly PlannedLine[];
  readonly refusals: readonly Refusal[];
}

/** Material side of a line after the change. */
interface Material {
  readonly materialId: Id;
  readonly originMaterialId: Id | null;
  readonly ratio: Decimal;
  readonly unitId: Id;
  readonly factor: Decimal;
  readonly baseUnitId: Id;
  readonly qty: Decimal;
  readonly baseQty: Decimal;
}

/** The lines as they would be; what stands against it is said of each, and those lines are left out. */
export async function planChange(context: Context, lines: readonly ListLine[], wanted: Wanted): Promise<PlannedChange> {
  const materials = await readMaterials(context, [
    ...lines.map((line) => line.materialId),
    ...(wanted.materialId === null ? [] : [wanted.materialId]),
  ]);
  const places = await warehousePlaces(
    context,
    lines.map((line) => line.warehouseId),
  );
  const refusals: Refusal[] = [];
  const materialOf = await materialsAfter(context, lines, wanted.materialId, { materials, places, refusals });
  if (refusals.length > 0) return { lines: [], refusals: refusals };
  const suppliers = await suppliersAfter(context, lines, wanted, materialOf, refusals);
  if (refusals.length > 0) return { lines: [], refusals: refusals };
  const terms = await termsOf(
    context,
    lines.map((line, at) => ({
      materialId: materialOf[at]!.materialId,
      materialName: materials.get(materialOf[at]!.materialId)!.name,
      unitId: materialOf[at]!.unitId,
      qty: materialOf[at]!.qty,
      needDate: line.needDate,
      supplierId: suppliers[at]?.candidate.supplierId ?? null,
      leadDays: suppliers[at]?.candidate.leadDays ?? materials.get(materialOf[at]!.materialId)!.leadDays,
      deptIds: deptIdsAt(places, line),
      outOrgId: line.outOrgId,
      supplyMode: line.supplyMode,
    })),
  );
  const grades = await gradesOf(
    context,
    suppliers.flatMap((each) => each?.candidate.supplierId ?? []),
  );
  return {
    refusals,
    lines: lines.map((before, at): PlannedLine => {
      const { qty, baseQty, ratio, factor, ...material } = materialOf[at]!;
      const supplier = suppliers[at];
      const supplierId = supplier?.candidate.supplierId ?? null;
      return {
        before,
        after: {
          id: before.id,
          ...terms[at]!,
          supplierId,
          supplierReason: reasonOf(supplier, wanted),
          ...(wanted.materialId === null
            ? {}
            : { ...material, ratio: ratio.toString(), factor: factor.toString(), baseQty: baseQty.toString() }),
          qty: qty.toString(),
        },
        leadDays: supplier?.candidate.leadDays ?? materials.get(material.materialId)!.leadDays,
        supplierName: supplier?.candidate.offer.supplierName ?? '',
        grade: grades.get(supplierId ?? '') ?? '',
        allergens: newAllergens(materials, before.materialId, material.materialId),
      };
    }),
  };
}

const deptIdsAt = (places: ReadonlyMap<Id, SourcePlace>, line: ListLine): readonly Id[] =>
  places.get(line.warehouseId)?.deptIds ?? [line.bladeProjectDeptId];

const reasonOf = (supplier: RankedSupplier<Candidate> | null | undefined, wanted: Wanted): string | null =>
  supplier == null
    ? null
    : inBoth(
        wanted.supplierId === null
          ? supplier.reason
          : {
              zh: `${BY_HAND.zh}；${supplier.reason.zh}`,
              en: `${BY_HAND.en}; ${supplier.reason.en}`,
            },
        190,
      );
const BY_HAND = label('人工指定', 'chosen by hand');

function newAllergens(materials: ReadonlyMap<Id, LineMaterial>, from: Id, to: Id): readonly string[] {
  if (from === to) return [];
  const had = new Set(materials.get(from)?.allergens ?? []);
  return (materials.get(to)?.allergens ?? []).filter((key) => !had.has(key));
}

interface MaterialFacts {
  readonly materials: ReadonlyMap<Id, LineMaterial>;
  readonly places: ReadonlyMap<Id, SourcePlace>;
  readonly refusals: Refusal[];
}

/** What each line is of after the change, in a unit of it; only a valid substitute may stand for what was asked. */
async function materialsAfter(
  context: Context,
  lines: readonly ListLine[],
  materialId: Id | null,
  { materials, places, refusals }: MaterialFacts,
): Promise<Material[]> {
  if (materialId === null) return [...lines];
  const other = materials.get(materialId);
  if (other === undefined) {
    refusals.push(refuse('field.unknown-reference', { name: label('物料', 'Material') }, { field: 'materialId' }));
    return [];
  }
  if (other.frozen === 1) {
    refusals.push(refuse('distribution.material-frozen', { material: other.name }, { field: 'materialId' }));
    return [];
  }
  const origins = lines.map((line) => line.originMaterialId ?? line.materialId);
  const dishes = await dishesOf(context, lines);
  const wishes = lines.map((line, at) => ({
    materialId: origins[at]!,
    date: line.deliveryDate,
    deptIds: [...deptIdsAt(places, line), line.companyDeptId],
    dishId: dishes.get(line.id) ?? null,
  }));
  const rules = await exchangeRules(context, wishes);
  const names = await readMaterials(context, origins);
  const ladder = (await unitLadders(context, [materialId])).get(materialId)!;
  refusals.push(...(await notBought(context, lines, materialId)));
  return lines.flatMap((line, at): Material[] => {
    const origin = origins[at]!;
    const rule = exchangeFor(wishes[at]!, materialId, rules);
    const ratio = origin === materialId ? Decimal.one : rule?.ratio?.rounded(12);
    const named = { material: other.name, origin: names.get(origin)?.name ?? '' };
    if (ratio == null) {
      refusals.push(
        rule === undefined
          ? refuse('distribution.not-substitute', { ...named, billCode: line.billCode, line: line.lineNo })
          : refuse('distribution.no-ratio', named),
      );
      return [];
    }
    const asItIs = unitPath({ ...ladder, date: line.deliveryDate }, line.unitId);
    const path = asItIs.ok ? asItIs : unitPath({ ...ladder, date: line.deliveryDate }, other.baseUnitId);
    if (!path.ok) {
      refusals.push(...path.refusals);
      return [];
    }
    const baseQty = line.needBaseQty.times(ratio).rounded(6);
    return [
      {
        materialId,
        originMaterialId: origin === materialId ? null : origin,
        ratio,
        unitId: path.unitId,
        factor: path.factor,
        baseUnitId: other.baseUnitId,
        baseQty,
        qty: baseQty.dividedBy(path.factor).rounded(6),
      },
    ];
  });
}

/** Lines whose site may not buy the material on their day. */
const notBought = (context: Context, lines: readonly ListLine[], materialId: Id): Promise<readonly Refusal[]> =>
  refusedUses(
    context,
    'buy',
    lines.map(({ bladeProjectDeptId, deliveryDate }, at) => ({
      line: at + 1,
      field: 'materialId',
      materialId,
      deptId: bladeProjectDeptId,
      date: deliveryDate,
    })),
  );

/**
 * Who brings each line after the change: whom a person named; otherwise the one of before where he offers the other
 * material, else the best. Lines a centre serves from stock or makes have none.
 */
async function suppliersAfter(
  context: Context,
  lines: readonly ListLine[],
  { supplierId }: Wanted,
  materialOf: readonly Material[],
  refusals: Refusal[],
): Promise<(RankedSupplier<Candidate> | null)[]> {
  const named = supplierId === null ? null : await supplierNamed(context, supplierId, refusals);
  if (refusals.length > 0) return [];
  const asked = lines.map((line, at) => ({
    materialId: materialOf[at]!.materialId,
    warehouseId: line.warehouseId,
    bladeProjectDeptId: line.bladeProjectDeptId,
    needDate: line.needDate < context.today ? context.today : line.needDate,
  }));
  const book = await offerBook(context, asked, supplierId === null ? undefined : [supplierId]);
  return lines.map((line, at) => {
    if (line.supplyMode === 'stock' || line.supplyMode === 'produce') {
      if (supplierId !== null)
        refusals.push(refuse('distribution.no-supplier-here', { billCode: line.billCode, line: line.lineNo }));
      return null;
    }
    const ranked = book.ranked(asked[at]!, line.outOrgId === null ? 'direct' : 'uniform');
    const wanted = supplierId ?? line.supplierId;
    const found = ranked.find(({ candidate }) => candidate.supplierId === wanted);
    if (found === undefined && supplierId !== null)
      refusals.push(
        refuse('distribution.not-offered', {
          supplier: named,
          material: line.materialName,
          dept: line.deptName,
          billCode: line.billCode,
          line: line.lineNo,
        }),
      );
    return found ?? (supplierId === null ? (ranked[0] ?? null) : null);
  });
}

async function supplierNamed(context: Context, id: Id, refusals: Refusal[]): Promise<string> {
  const row = await context.tx.row<{ name: string; frozen: 0 | 1 }>(
    sql`select name, frozen from supplier where id = ${id}::bigint`,
  );
  if (row === undefined)
    refusals.push(refuse('field.unknown-reference', { name: label('供应商', 'Supplier') }, { field: 'supplierId' }));
  else if (row.frozen === 1)
    refusals.push(refuse('distribution.supplier-frozen', { supplier: row.name }, { field: 'supplierId' }));
  return row?.name ?? '';
}

const gradesOf = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; grade: string }>(
        sql`select id, coalesce(grade, '') as grade from supplier where id = any(${[...new Set(ids)]}::bigint[])`,
      )
    ).map((row) => [row.id, row.grade]),
  );
