/** Who can bring lines, and what may stand for their material: what a dispatcher chooses from. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { replacementsFor } from '../../sourcing/substitutes/replacements.server.ts';
import { chosenLines, lineIds, type ListLine } from './chosen-lines.server.ts';
import { dishesOf } from './line-dishes.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { type Asked, type Candidate, offerBook, readMaterials } from './line-facts.server.ts';
import { termsOf } from './line-terms.server.ts';
import type { ListCalls } from './lists.calls.ts';
import { seesPrices } from './read-lists.server.ts';

interface Asking {
  readonly materialId: Id | null;
  readonly ids: unknown;
  readonly deliveryDate?: string | null;
}

/** The lines a question is about, none where it names a material alone. */
const linesAsked = async (context: Context, kind: DistributionKind, { ids }: Asking): Promise<readonly ListLine[]> =>
  ids === null || ids === '' ? [] : chosenLines(context, kind, lineIds(ids), { lock: false });

type Answers<N extends 'getSupplier' | 'getMaterialReplace'> = TypeOf<ListCalls[N]['answer']>;

/** Suppliers in the order of the supplier choice, those who can bring most of the lines first. */
export async function suppliersFor(
  context: Context,
  kind: DistributionKind,
  asking: Asking,
): Promise<Answers<'getSupplier'>> {
  const lines = await linesAsked(context, kind, asking);
  const materialId = asking.materialId ?? lines[0]?.materialId ?? null;
  if (materialId === null) throw new Refused(refuse('param.missing', { name: 'materialId' }));
  const dayOf = (line: Pick<ListLine, 'needDate'>): string => {
    const day = asking.deliveryDate ?? line.needDate;
    return day < context.today ? context.today : day;
  };
  const asked: Asked[] =
    lines.length > 0
      ? lines.map((line) => ({ ...line, materialId: asking.materialId ?? line.materialId, needDate: dayOf(line) }))
      : [{ materialId, warehouseId: '', bladeProjectDeptId: '', needDate: asking.deliveryDate ?? context.today }];
  const channel = kind === 'straight' ? 'direct' : 'uniform';
  const book = lines.length > 0 ? await offerBook(context, asked) : await anywhere(context, asked[0]!);
  const found = new Map<Id, { candidate: Candidate; reason: string; rank: number; lines: number; at: number }>();
  for (const [at, need] of asked.entries()) {
    const mine = new Set<Id>();
    for (const [rank, { candidate, reason }] of book.ranked(need, channel).entries()) {
      if (mine.has(candidate.supplierId)) continue;
      mine.add(candidate.supplierId);
      const known = found.get(candidate.supplierId);
      if (known === undefined)
        found.set(candidate.supplierId, { candidate, reason: reason[context.language], rank, lines: 1, at });
      else found.set(candidate.supplierId, { ...known, lines: known.lines + 1, rank: Math.min(known.rank, rank) });
    }
  }
  const chosen = [...found.values()].toSorted((a, b) => b.lines - a.lines || a.rank - b.rank);
  return shownSuppliers(context, kind, chosen, lines, asked);
}

/** Offers of a material, whoever they serve. */
async function anywhere(context: Context, asked: Asked): ReturnType<typeof offerBook> {
  const sites = await context.tx.rows<{ id: Id }>(
    sql`select distinct project_group_dept_id as id from warehouse where frozen = 0`,
  );
  const book = await offerBook(
    context,
    sites.map((site) => ({ ...asked, bladeProjectDeptId: site.id })),
  );
  return {
    ranked: (need, channel) => {
      const all = sites.flatMap((site) => book.ranked({ ...need, bladeProjectDeptId: site.id }, channel));
      return all.filter(
        ({ candidate }, at) => all.findIndex((each) => each.candidate.supplierId === candidate.supplierId) === at,
      );
    },
  };
}

async function shownSuppliers(
  context: Context,
  kind: DistributionKind,
  chosen: readonly { candidate: Candidate; reason: string; lines: number; at: number }[],
  lines: readonly ListLine[],
  asked: readonly Asked[],
): Promise<Answers<'getSupplier'>> {
  const materials = await readMaterials(
    context,
    asked.map((each) => each.materialId),
  );
  const terms = await termsOf(
    context,
    chosen.map(({ candidate, at }) => ({
      materialId: asked[at]!.materialId,
      materialName: materials.get(asked[at]!.materialId)?.name ?? '',
      unitId: candidate.offer.unitId,
      qty: Decimal.one,
      needDate: asked[at]!.needDate,
      supplierId: candidate.supplierId,
      leadDays: candidate.leadDays,
      deptIds: lines[at] === undefined ? [] : [lines[at].bladeProjectDeptId],
      outOrgId: lines[at]?.outOrgId ?? null,
      supplyMode: lines[at]?.supplyMode ?? null,
    })),
  );
  const facts = await supplierFacts(
    context,
    chosen.map(({ candidate }) => candidate.supplierId),
    asked.map((each) => each.materialId),
  );
  const units = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(sql`select id, u.called as name from material_unit u
        where id = any(${chosen.map((each) => each.candidate.offer.unitId)}::bigint[])`)
    ).map((row) => [row.id, row.name]),
  );
  const sees = seesPrices(context, kind);
  return chosen.map(({ candidate: { offer, ...candidate }, reason, lines: able }, nr) => {
    const of = terms[nr]!;
    const isLate = of.orderBefore !== null && `${of.orderBefore}:00`.slice(0, 19) < context.now;
    return {
      supplierId: offer.supplierId,
      supplierName: offer.supplierName,
      supplierCode: offer.supplierCode,
      grade: facts.get(offer.supplierId)?.grade ?? '',
      ...(sees
        ? {
            price: of.price,
            basePrice: offer.basePrice,
            taxRate: offer.taxRate,
            lastPrice: facts.get(offer.supplierId)?.lastPrice ?? null,
          }
        : {}),
      unitId: offer.unitId,
      unitName: units.get(offer.unitId) ?? '',
      endDate: '',
      agreementNo: offer.agreementNo,
      share: offer.sharePercent,
      leadDays: candidate.leadDays,
      minOrderQty: offer.minOrderQty,
      orderBefore: of.orderBefore === null ? '' : `${of.orderBefore}:00`.slice(0, 19),
      score: null,
      lines: able,
      allowed: able >= Math.max(1, lines.length) && !isLate ? 1 : 0,
      // Prices stand in the reason of a choice.
      reason: sees ? reason : '',
    };
  });
}

/** The grade of suppliers, and what they were last paid for one of these materials. */
async function supplierFacts(context: Context, supplierIds: readonly Id[], materialIds: readonly Id[]) {
  const rows = await context.tx.rows<{ id: Id; grade: string; lastPrice: DecimalText | null }>(sql`
    select s.id, coalesce(s.grade, '') as grade, (select d.price from purchase_order o
      join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
      where o.supplier_id = s.id and o.status in ('approved', 'done')
        and d.material_id = any(${[...materialIds]}::bigint[]) and d.price > 0
      order by o.create_time desc limit 1) as last_price
    from supplier s where s.id = any(${[...supplierIds]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What may stand for the material of lines; of many sites, what is offered at all of them may be taken. */
export async function substitutesFor(
  context: Context,
  kind: DistributionKind,
  asking: Asking,
): Promise<Answers<'getMaterialReplace'>> {
  const lines = await linesAsked(context, kind, asking);
  const materialId = asking.materialId ?? lines[0]?.originMaterialId ?? lines[0]?.materialId ?? null;
  if (materialId === null) throw new Refused(refuse('param.missing', { name: 'materialId' }));
  const own = await context.tx.row<{ unitId: Id }>(
    sql`select base_unit_id as unit_id from material where id = ${materialId}::bigint`,
  );
  if (own === undefined) throw unknownRecord(material.label);
  const of = { materialId, unitId: own.unitId };
  const dishes = await dishesOf(context, lines);
  const dishOf = (line: ListLine): Id | null => dishes.get(line.id) ?? null;
  const sites = [...Map.groupBy(lines, (line) => `${line.bladeProjectDeptId} ${dishOf(line) ?? ''}`).values()];
  const wishes = sites.map((there) => ({
    ...of,
    siteDeptId: there[0]!.bladeProjectDeptId,
    dishId: dishOf(there[0]!),
    date: there.map(({ deliveryDate }) => deliveryDate).toSorted()[0]!,
    qty: Decimal.sum(there.map(({ needBaseQty }) => needBaseQty)).toString(),
  }));
  const found = await replacementsFor(
    context,
    wishes.length > 0 ? wishes : [{ ...of, siteDeptId: null, date: context.today, qty: '0' }],
  );
  const sees = seesPrices(context, kind);
  return [...Map.groupBy(found.flat(), (one) => one.materialId).values()].map((at) => {
    // New allergens are confirmed by whoever makes the change; whatever else speaks against one stands.
    const stopped = at.find((one) => one.allowed === 0 && !one.isForAllergens);
    const { priceDiff, baseUnitName: _unit, isForAllergens, ...one } = stopped ?? at[0]!;
    const isEverywhere = at.length === found.length;
    return {
      ...one,
      ...(sees ? { priceDiff } : {}),
      availableQty: Decimal.sum(at.map((each) => Decimal.of(each.availableQty))).toString(),
      expiringQty: Decimal.sum(at.map((each) => Decimal.of(each.expiringQty))).toString(),
      allergens: one.allergens.flatMap(({ isNew, state, name }) => (isNew === 1 && state !== 'unknown' ? [name] : [])),
      allowed: stopped === undefined && isEverywhere ? 1 : 0,
      reason:
        stopped === undefined && !isEverywhere ? NOT_EVERYWHERE[context.language] : isForAllergens ? '' : one.reason,
    };
  });
}
const NOT_EVERYWHERE = label('不是所有项目部都可用', 'not for all sites');
