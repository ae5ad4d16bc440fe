/** Who can bring lines, and what may stand for their material: what a dispatcher chooses from. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { covers } from '../../master-data/figures/calendar-day.rules.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { bestOffersToday } from '../../suppliers/offers.server.ts';
import { allergenNames } from './change-lines.server.ts';
import { chosenLines, lineIds, type ListLine } from './chosen-lines.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { type Asked, type Candidate, offerBook, readMaterials } from './line-facts.server.ts';
import { termsOf } from './line-terms.server.ts';
import type { ListCalls } from './lists.calls.ts';
import { seesPrices } from './read-lists.server.ts';
import { exchangeRules } from './substitutes.server.ts';

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
  const way = kind === 'straight' ? 'direct' : 'uniform';
  const book = lines.length > 0 ? await offerBook(context, asked) : await anywhere(context, asked[0]!);
  const found = new Map<Id, { candidate: Candidate; reason: string; rank: number; lines: number; at: number }>();
  for (const [at, need] of asked.entries()) {
    const mine = new Set<Id>();
    for (const [rank, { candidate, reason }] of book.ranked(need, way).entries()) {
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
    ranked: (need, way) => {
      const all = sites.flatMap((site) => book.ranked({ ...need, bladeProjectDeptId: site.id }, way));
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
  const ids = chosen.map((each) => each.candidate.supplierId);
  const facts = new Map(
    (
      await context.tx.rows<{ id: Id; grade: string; lastPrice: DecimalText | null }>(sql`
        select s.id, coalesce(s.grade, '') as grade, (select d.price from purchase_order o
          join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
          where o.supplier_id = s.id and o.status in ('approved', 'done')
            and d.material_id = any(${asked.map((each) => each.materialId)}::bigint[]) and d.price > 0
          order by o.create_time desc limit 1) as last_price
        from supplier s where s.id = any(${ids}::bigint[])`)
    ).map((row) => [row.id, row]),
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

const EXPIRING_DAYS = 3;

/** What may stand for the material of lines, by replacement rules and substitutes in force. */
export async function replacementsFor(
  context: Context,
  kind: DistributionKind,
  asking: Asking,
): Promise<Answers<'getMaterialReplace'>> {
  const lines = await linesAsked(context, kind, asking);
  const origin = asking.materialId ?? lines[0]?.originMaterialId ?? lines[0]?.materialId ?? null;
  if (origin === null) throw new Refused(refuse('param.missing', { name: 'materialId' }));
  const places = await warehousePlaces(
    context,
    lines.map((line) => line.warehouseId),
  );
  const scope = new Set(
    lines.flatMap((line) => [...(places.get(line.warehouseId)?.deptIds ?? []), line.companyDeptId]),
  );
  const date = lines[0]?.deliveryDate ?? context.today;
  const rules = (await exchangeRules(context, [origin])).filter(
    (rule) => covers(rule, date) && (rule.deptId === null || lines.length === 0 || scope.has(rule.deptId)),
  );
  const materials = await readMaterials(context, [origin, ...rules.map((rule) => rule.otherMaterialId)]);
  const own = materials.get(origin);
  if (own === undefined) throw unknownRecord(label('物料', 'Material'));
  const prices = await bestOffersToday(context, [...materials.keys()]);
  const stock = await stockOf(
    context,
    [...new Set(lines.map((line) => line.warehouseId))],
    rules.map((rule) => rule.otherMaterialId),
  );
  const words = await allergenNames(context);
  const codes = await codesOf(context, [...materials.keys()]);
  const sees = seesPrices(context, kind);
  return rules.map((rule) => {
    const other = materials.get(rule.otherMaterialId)!;
    const [price, before] = [prices.get(other.id), prices.get(origin)];
    const brought = (other.allergens ?? []).filter((key) => !(own.allergens ?? []).includes(key));
    const reason =
      rule.ratio === null
        ? label('没有换算比例', 'no ratio')
        : other.frozen === 1
          ? label('物料已冻结', 'frozen')
          : label('', '');
    return {
      materialId: other.id,
      materialName: other.name,
      materialCode: codes.get(other.id) ?? '',
      ratio: rule.ratio?.toString() ?? null,
      kind: rule.kind,
      priority: rule.priority,
      ...(sees
        ? {
            priceDiff:
              price === undefined || before === undefined || rule.ratio === null
                ? null
                : Decimal.of(price).times(rule.ratio).minus(Decimal.of(before)).rounded(6).toString(),
          }
        : {}),
      availableQty: stock.get(other.id)?.available ?? '0',
      expiringQty: stock.get(other.id)?.expiring ?? '0',
      allergens: brought.map((key) => words.get(key)?.[context.language] ?? key),
      nutrientDelta: null,
      allowed: reason.zh === '' ? 1 : 0,
      reason: reason[context.language],
    };
  });
}

const codesOf = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; code: string }>(
        sql`select id, code from material where id = any(${[...ids]}::bigint[])`,
      )
    ).map((row) => [row.id, row.code]),
  );

/** What lies free at these places, and what of it expires soon; in base unit. */
async function stockOf(
  context: Context,
  placeIds: readonly Id[],
  materialIds: readonly Id[],
): Promise<ReadonlyMap<Id, { readonly available: DecimalText; readonly expiring: DecimalText }>> {
  if (placeIds.length === 0) return new Map();
  const rows = await context.tx.rows<{ materialId: Id; available: DecimalText; expiring: DecimalText }>(sql`
    select s.material_id, sum(s.qty) as available, coalesce(sum(s.qty) filter (
      where b.expiry_date <= ${context.today}::date + ${EXPIRING_DAYS}::integer), 0) as expiring
    from stock_batch s join batch b on b.id = s.batch_id
    where s.location_id = any(${[...placeIds]}::bigint[]) and s.material_id = any(${[...materialIds]}::bigint[])
      and s.qty > 0 and b.lot_state = 'free' and (b.expiry_date is null or b.expiry_date >= ${context.today}::date)
    group by 1`);
  return new Map(rows.map(({ materialId, ...row }) => [materialId, row]));
}
