/**
 * What a portion costs today: the BOM in force at a place, at what its materials would be bought for. Read in a handful
 * of queries however many dishes.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { BOM_DEPTH_MAX, effectiveBom, type Bom, type BomLine } from '../master-data/dishes/recipe-book.rules.ts';
import { loadBomFacts, type BomFacts } from '../master-data/dishes/bom-facts.server.ts';
import { deptsUpwards } from '../master-data/dishes/dish.server.ts';
import { materialCosts } from '../master-data/materials/material-cost.server.ts';
import { costCard, type CostCard, type CostLine, type CostRecipe } from '../master-data/dishes/food-cost.rules.ts';
import { chargedPrices } from './charged-prices.port.server.ts';
import { firstOffers, type Offer } from './offers.server.ts';

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

/** A BOM as far as cost goes. */
interface CostBom extends Pick<Bom, 'id' | 'dishId' | 'outputQty' | 'processLossRate'> {
  readonly lines: readonly (Pick<BomLine, 'materialId' | 'subDishId' | 'cleanYield' | 'processYield' | 'optional'> & {
    readonly netBaseQty: Decimal | null;
  })[];
}

/** Everything the recipes of a question are made from. */
interface CostBook {
  readonly dishes: ReadonlyMap<Id, { readonly name: string; readonly stockMaterialId?: Id | null | undefined }>;
  readonly bomOf: (dishId: Id) => Bom | undefined;
  readonly extras: ReadonlyMap<Id, ExtraCost>;
  readonly prices: CostPrices;
  readonly names: ReadonlyMap<Id, string>;
  /** Filled as lines are made. */
  readonly sources: Map<CostLine, CostSource>;
}

/** The cost of each dish, by its id. Prices are those of the offer that comes first, per base unit. */
export async function dishCosts(
  context: Context,
  dishIds: readonly Id[],
  question: CostQuestion,
): Promise<Map<Id, DishCost>> {
  const { date, deptId, charged } = question;
  const draft = question.bomId === undefined ? undefined : await versionOf(context, question.bomId);
  const depts = deptId === undefined ? [] : await departmentsUpwards(context, deptId);
  const deptIds = depts.map((dept) => dept.id);
  const subDishes = (draft?.lines ?? []).flatMap((line) => line.subDishId ?? []);
  const facts = await loadBomFacts(context, [...dishIds, ...subDishes], date, date, deptIds);
  const extras = await extraCosts(context, [
    ...facts.boms.map((bom) => bom.id),
    ...(draft === undefined ? [] : [draft.id]),
  ]);
  const materialIds = materialsOf(facts, draft);
  const sites = depts.filter((dept) => dept.deptCategory === '2').map((dept) => dept.id);
  const prices =
    charged === undefined
      ? await costPrices(context, materialIds, date, sites, deptIds)
      : await pricesCharged(context, charged, materialIds, date, deptId ?? null);
  const names = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from material where id = any(${materialIds}::bigint[])`,
  );
  const book: CostBook = {
    dishes: new Map(facts.dishes.map((dish) => [dish.id, dish])),
    bomOf: (dishId) => effectiveBom(facts, dishId, deptIds, date),
    extras,
    prices,
    names: new Map(names.map((row) => [row.id, row.name])),
    sources: new Map(),
  };
  return new Map(
    dishIds.map((dishId) => [dishId, costOf(book, dishId, date, draft?.dishId === dishId ? draft : undefined)]),
  );
}

/** A department and those above it, nearest first. */
const departmentsUpwards = (context: Context, deptId: Id): Promise<{ id: Id; deptCategory: string }[]> =>
  context.tx.rows(sql`
    select d.id, d.dept_category
    from dept d
    join (${deptsUpwards(deptId)}) u on u.id = d.id
    order by d.dept_category desc`);

/** Every material of the BOMs, their variants and a draft, and what dishes are stocked as. */
function materialsOf(facts: BomFacts, draft: CostBom | undefined): Id[] {
  const lines = [
    ...(draft?.lines ?? []),
    ...facts.boms.flatMap((bom) => bom.lines),
    ...facts.variants.flatMap((variant) =>
      variant.changes.flatMap((change) => (change.action === 'drop' ? [] : [change.line])),
    ),
  ];
  return [
    ...new Set([
      ...lines.flatMap((line) => line.materialId ?? []),
      ...facts.dishes.flatMap((dish) => dish.stockMaterialId ?? []),
    ]),
  ];
}

/** The cost of one dish by its draft, or the BOM in force. */
function costOf(book: CostBook, dishId: Id, date: string, draft: CostBom | undefined): DishCost {
  const bom = draft ?? book.bomOf(dishId);
  const card = bom === undefined ? undefined : costCard(recipeOf(book, bom, 1));
  const missing = { dishId, dish: book.dishes.get(dishId)?.name ?? dishId, date };
  return {
    bomId: bom?.id ?? null,
    withTax: book.prices.withTax,
    card,
    refusals: card === undefined ? [refuse('master-data.bom-missing', missing)] : card.ok ? [] : card.refusals,
    processLossRate: bom?.processLossRate ?? Decimal.zero,
    sourceOf: (line) => book.sources.get(line)!,
  };
}

function recipeOf(book: CostBook, bom: CostBom, depth: number): CostRecipe {
  const extra = book.extras.get(bom.id);
  return {
    outputQty: bom.outputQty,
    processLossRate: bom.processLossRate,
    auxiliaryCost: Decimal.of(extra?.auxiliaryCost ?? '0'),
    lines: [
      ...bom.lines.filter((line) => line.optional !== true).map((line) => costLine(book, line, depth)),
      ...(extra?.byproducts ?? []).map((line) => byproductLine(book, line)),
    ],
  };
}

/** A dish that is made costs what making it costs; one that nobody makes that day is bought as its material. */
function costLine(book: CostBook, line: CostBom['lines'][number], depth: number): CostLine {
  const { dishes, prices, names } = book;
  const sub = line.subDishId === undefined ? undefined : dishes.get(line.subDishId);
  const subBom = line.subDishId === undefined || depth >= BOM_DEPTH_MAX ? undefined : book.bomOf(line.subDishId);
  const materialId = line.materialId ?? (subBom === undefined ? (sub?.stockMaterialId ?? undefined) : undefined);
  const made: CostLine = {
    name: (line.subDishId === undefined ? names.get(line.materialId ?? '') : sub?.name) ?? '',
    netBaseQty: line.netBaseQty,
    cleanYield: line.cleanYield,
    processYield: line.processYield,
    cost:
      materialId !== undefined
        ? { kind: 'material', price: prices.priceOf(materialId) }
        : { kind: 'dish', recipe: subBom === undefined ? null : recipeOf(book, subBom, depth + 1) },
  };
  const offer = materialId === undefined ? undefined : prices.offers.get(materialId);
  const reason = materialId === undefined ? undefined : prices.reasonOf?.(materialId);
  book.sources.set(made, {
    materialId: line.materialId ?? '',
    subDishId: line.subDishId ?? '',
    ...(offer === undefined ? {} : { offer }),
    ...(reason === undefined ? {} : { reason }),
  });
  return made;
}

function byproductLine(book: CostBook, line: ExtraCost['byproducts'][number]): CostLine {
  const made: CostLine = {
    name: line.name,
    netBaseQty: line.netBaseQty === null ? null : Decimal.of(line.netBaseQty),
    cleanYield: Decimal.hundred,
    processYield: Decimal.hundred,
    cost: { kind: 'byproduct', price: line.basePrice === null ? null : Decimal.of(line.basePrice) },
  };
  book.sources.set(made, { materialId: line.materialId, subDishId: '' });
  return made;
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
async function versionOf(context: Context, bomId: Id): Promise<CostBom | undefined> {
  const bom = await context.tx.row<{ id: Id; dishId: Id; outputQty: DecimalText; processLossRate: DecimalText }>(
    sql`select id, dish_id, output_qty, process_loss_rate from dish_bom where id = ${bomId}::bigint`,
  );
  if (bom === undefined) return undefined;
  const lines = await context.tx.rows<{
    materialId: Id | null;
    subDishId: Id | null;
    netBaseQty: DecimalText | null;
    yieldRate: DecimalText | null;
    processYield: DecimalText | null;
    optional: 0 | 1;
  }>(sql`
    select material_id, sub_dish_id, net_base_qty, yield_rate, process_yield, optional from dish_bom_detail
    where dish_bom_id = ${bomId}::bigint and line_kind <> 'byproduct' order by line_no`);
  return {
    id: bom.id,
    dishId: bom.dishId,
    outputQty: Decimal.of(bom.outputQty),
    processLossRate: Decimal.of(bom.processLossRate),
    lines: lines.map(({ materialId, subDishId, netBaseQty, yieldRate, processYield, optional }) => ({
      ...(materialId === null ? {} : { materialId }),
      ...(subDishId === null ? {} : { subDishId }),
      optional: optional === 1,
      netBaseQty: netBaseQty === null ? null : Decimal.of(netBaseQty),
      cleanYield: Decimal.of(yieldRate ?? '100'),
      processYield: Decimal.of(processYield ?? '100'),
    })),
  };
}

interface ExtraCost {
  readonly auxiliaryCost: DecimalText;
  readonly byproducts: readonly {
    readonly materialId: Id;
    readonly name: string;
    readonly netBaseQty: DecimalText | null;
    readonly basePrice: DecimalText | null;
  }[];
}
/** What counts for the cost alone: auxiliaries, and what by-products bring per base unit. */
async function extraCosts(context: Context, bomIds: readonly Id[]): Promise<Map<Id, ExtraCost>> {
  const rows = await context.tx.rows<ExtraCost & { id: Id }>(sql`
    select b.id, b.auxiliary_cost, coalesce((
      select jsonb_agg(jsonb_build_object(
        'materialId', d.material_id::text, 'name', m.name, 'netBaseQty', d.net_base_qty::text,
        'basePrice', round(d.byproduct_price / nullif(d.factor, 0), 6)::text) order by d.line_no)
      from dish_bom_detail d join material m on m.id = d.material_id
      where d.dish_bom_id = b.id and d.line_kind = 'byproduct'), '[]') as byproducts
    from dish_bom b where b.id = any(${[...new Set(bomIds)]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
