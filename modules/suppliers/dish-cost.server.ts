/**
 * What a portion costs today: the BOM in force at a place, at what its materials would be bought for. Read in a handful
 * of queries however many dishes; many are reckoned in a thread.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { stepsHere, stepsInThread } from '../../parts/threads/work.ts';
import { yieldOfLine, yieldsInUse } from '../master-data/yields/yields-in-use.server.ts';
import { storedKitchen } from '../master-data/dishes/bom-facts.server.ts';
import type { StoredKitchen, StoredLine } from '../master-data/dishes/bom-facts.rules.ts';
import { deptsUpwards } from '../master-data/dishes/dish.server.ts';
import { materialCosts } from '../master-data/materials/material-cost.server.ts';
import { costCard, type CostCard, type CostLine } from '../master-data/dishes/food-cost.rules.ts';
import { chargedPrices } from './charged-prices.port.server.ts';
import { costBookOf, type CostRows, type ExtraCost, type StoredDraft } from './cost-book.rules.ts';
import { firstOffers, type Offer } from './offers.server.ts';
import { costWork, missingBom, type PortionCost } from './portion-costs.server.ts';

interface CostQuestion {
  readonly date: string;
  /** Whose differences from the standard BOM count, and whose suppliers; without it the standard one, and anybody's. */
  readonly deptId?: Id | undefined;
  /** A version to be costed instead of the one in force, released or not. */
  readonly bomId?: Id | undefined;
  /** What goods are charged at, instead of what they are bought for: a kind of published price. */
  readonly charged?: string | undefined;
}
/** Where the price of a line comes from. */
interface CostSource {
  readonly materialId: Id;
  readonly subDishId: Id;
  /** The offer its price is of; absent for what has none. */
  readonly offer?: Offer;
  /** Why it is charged at that; absent for what is bought. */
  readonly reason?: Label;
}
export interface DishCost {
  readonly bomId: Id | null;
  readonly withTax: boolean;
  /** Undefined where no BOM is in force: `refusals` says so. */
  readonly card: CostCard | undefined;
  readonly refusals: readonly Refusal[];
  readonly sourceOf: (line: CostLine) => CostSource;
  readonly processLossRate: Decimal;
}

/** The cost of a dish line by line. Prices are those of the offer that comes first, per base unit. */
export async function dishCost(context: Context, dishId: Id, question: CostQuestion): Promise<DishCost> {
  const { rows, prices } = await costRows(context, [dishId], question);
  const book = costBookOf(rows);
  const costed = book.recipeOf(dishId);
  const card = costed === undefined ? undefined : costCard(costed.recipe);
  return {
    bomId: costed?.bomId ?? null,
    withTax: prices.withTax,
    card,
    refusals: card === undefined ? [missingBom(book, dishId, question.date)] : card.ok ? [] : card.refusals,
    processLossRate: costed?.processLossRate ?? Decimal.zero,
    sourceOf(line) {
      const { materialId, subDishId, pricedId } = book.originOf(line);
      const offer = pricedId === undefined ? undefined : prices.offers.get(pricedId);
      const reason = pricedId === undefined ? undefined : prices.reasonOf?.(pricedId);
      return {
        materialId,
        subDishId,
        ...(offer === undefined ? {} : { offer }),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
}

/** More dishes than a page shows are reckoned in a thread. */
const LONG = 200;

/** What a portion of each dish costs, by its id. */
export async function portionCosts(
  context: Context,
  dishIds: readonly Id[],
  question: Pick<CostQuestion, 'date' | 'deptId'>,
): Promise<ReadonlyMap<Id, PortionCost>> {
  const { rows } = await costRows(context, dishIds, question);
  const task = { ...rows, dishIds };
  const steps =
    dishIds.length <= LONG
      ? stepsHere(costWork, task)
      : await stepsInThread(costWork, task, { tenant: context.tenant, person: context.user.userId });
  const costs = new Map<Id, PortionCost>();
  try {
    for (let step = await steps.next(); step !== undefined; step = await steps.next())
      for (const cost of step) costs.set(cost.dishId, cost);
  } finally {
    steps.end();
  }
  return costs;
}

/** Reads what dishes are costed by. */
async function costRows(
  context: Context,
  dishIds: readonly Id[],
  { date, deptId, charged, bomId }: CostQuestion,
): Promise<{ readonly rows: CostRows; readonly prices: CostPrices }> {
  const draft = bomId === undefined ? undefined : await versionOf(context, bomId);
  const depts = deptId === undefined ? [] : await departmentsUpwards(context, deptId);
  const deptIds = depts.map((dept) => dept.id);
  const subDishes = (draft?.lines ?? []).flatMap((line) => line.subDishId ?? []);
  const kitchen = await storedKitchen(context, [...dishIds, ...subDishes], date, date, deptIds);
  const extras = await extraCosts(context, [
    ...kitchen.boms.map((bom) => bom.id),
    ...(draft === undefined ? [] : [draft.id]),
  ]);
  const materialIds = materialsOf(kitchen, draft);
  const sites = depts.filter((dept) => dept.deptCategory === '2').map((dept) => dept.id);
  const prices =
    charged === undefined
      ? await costPrices(context, materialIds, date, sites, deptIds)
      : await pricesCharged(context, charged, materialIds, date, deptId ?? null);
  const names = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from material where id = any(${materialIds}::bigint[])`,
  );
  return {
    prices,
    rows: {
      date,
      deptIds,
      kitchen,
      draft,
      extras,
      prices: new Map(
        materialIds.flatMap((id) => {
          const price = prices.priceOf(id);
          return price === null ? [] : [[id, price.toString()]];
        }),
      ),
      names: new Map(names.map((row) => [row.id, row.name])),
    },
  };
}

/** A department and those above it, nearest first. */
const departmentsUpwards = (context: Context, deptId: Id): Promise<{ id: Id; deptCategory: string }[]> =>
  context.tx.rows(sql`
    select d.id, d.dept_category
    from dept d
    join (${deptsUpwards(deptId)}) u on u.id = d.id
    order by d.dept_category desc`);

/** Every material of the BOMs, their variants and a draft, and what dishes are stocked as. */
function materialsOf({ boms, variants, dishes }: StoredKitchen, draft: StoredDraft | undefined): Id[] {
  const lines = [
    ...(draft?.lines ?? []),
    ...boms.flatMap((bom) => bom.lines),
    ...variants.flatMap((variant) => variant.lines.filter((line) => line.action !== 'drop')),
  ];
  return [
    ...new Set([
      ...lines.flatMap((line) => line.materialId ?? []),
      ...dishes.flatMap((dish) => dish.stockMaterialId ?? []),
    ]),
  ];
}

interface CostPrices {
  readonly withTax: boolean;
  readonly offers: ReadonlyMap<Id, Offer>;
  /** Per base unit, 6 places; null where nobody offers it at a price. */
  readonly priceOf: (materialId: Id) => Decimal | null;
  readonly reasonOf?: (materialId: Id) => Label | undefined;
}
/** What each material is charged at at a place, of one kind of published price. */
async function pricesCharged(
  context: Context,
  type: string,
  materialIds: readonly Id[],
  date: string,
  deptId: Id | null,
): Promise<CostPrices> {
  const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
  const charged = await chargedPrices(context, type, { deptId, date, materialIds, withTax });
  return {
    withTax,
    offers: new Map(),
    priceOf: (materialId) => charged.get(materialId)?.price ?? null,
    reasonOf: (materialId) => charged.get(materialId)?.reason,
  };
}
/**
 * What each material is costed at, as the company reckons: the first offer that has a price, with or without tax, or
 * what was entered as its standard or planned cost. Departments nearest first.
 */
export async function costPrices(
  context: Context,
  materialIds: readonly Id[],
  date: string,
  sites: readonly Id[],
  deptLine: readonly Id[] = sites,
): Promise<CostPrices> {
  const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
  const basis = await readParameter(context, 'dish.costBasis');
  if (basis === 'standard' || basis === 'plan') {
    const costs = await materialCosts(context, materialIds, basis, date, deptLine);
    return { withTax, offers: new Map(), priceOf: (materialId) => costs.get(materialId) ?? null };
  }
  const offers = await firstOffers(context, materialIds, date, sites, { priced: true });
  return {
    withTax,
    offers,
    priceOf(materialId) {
      const offer = offers.get(materialId);
      if (offer === undefined) return null;
      const price = Decimal.of(offer.basePrice!);
      return withTax
        ? price
        : price.dividedBy(Decimal.one.plus(Decimal.of(offer.taxRate).dividedBy(Decimal.hundred))).rounded(6);
    },
  };
}

/** A version as it is stored, lines whose unit has no conversion included. */
async function versionOf(context: Context, bomId: Id): Promise<StoredDraft | undefined> {
  const bom = await context.tx.row<Omit<StoredDraft, 'lines'>>(
    sql`select id, dish_id, output_qty, process_loss_rate from dish_bom where id = ${bomId}::bigint`,
  );
  if (bom === undefined) return undefined;
  const lines = await context.tx.rows<StoredLine>(sql`
    with in_use as (${yieldsInUse(context.today)})
    select d.material_id, d.sub_dish_id, d.net_base_qty, ${yieldOfLine} as yield_rate, d.process_yield, d.prep_timing,
      d.optional
    from dish_bom_detail d left join in_use y on y.material_id = d.material_id
    where d.dish_bom_id = ${bomId}::bigint and d.line_kind <> 'byproduct' order by d.line_no`);
  return { ...bom, lines };
}

/** What counts for the cost alone: auxiliaries, and what by-products bring per base unit. */
async function extraCosts(context: Context, bomIds: readonly Id[]): Promise<Map<Id, ExtraCost>> {
  const rows = await context.tx.rows<ExtraCost & { id: Id }>(sql`
    select b.id, b.auxiliary_cost, coalesce((
      select jsonb_agg(jsonb_build_object(
        'materialId', d.material_id::text, 'name', m.called, 'netBaseQty', d.net_base_qty::text,
        'basePrice', round(d.byproduct_price / nullif(d.factor, 0), 6)::text) order by d.line_no)
      from dish_bom_detail d join material m on m.id = d.material_id
      where d.dish_bom_id = b.id and d.line_kind = 'byproduct'), '[]') as byproducts
    from dish_bom b where b.id = any(${[...new Set(bomIds)]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
