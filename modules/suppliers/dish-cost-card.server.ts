/** The cost card of one dish, as a person reads it: every line with its price and where the price comes from. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { flagOf, type DecimalText, type Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { serve } from '../../kernel/server/serve.ts';
import { type CardLine, type CardPart, costCard as contract } from '../master-data/dishes/dish-cost.calls.ts';
import type { DishCostToday } from '../master-data/dishes/dish-cost.port.server.ts';
import { dish } from '../master-data/dishes/dish.resource.ts';
import {
  foodCostPercent,
  withoutTax,
  type CostCard,
  type CostCardLine,
} from '../master-data/dishes/food-cost.rules.ts';
import { dayOr } from '../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { chargedKinds } from './charged-prices.port.server.ts';
import { dishCost, portionCosts, type DishCost } from './dish-cost.server.ts';

const shown = (figure: Decimal | null): DecimalText | null => figure?.toString() ?? null;

export const costCard = serve(contract, async (context, input) => {
  const dishId = requireId(input, 'dishId');
  const date = dayOr(input.date, context.today);
  const deptId = input.deptId === null ? undefined : requireId(input, 'deptId');
  const bomId = input.bomId === null ? undefined : requireId(input, 'bomId');
  const row = await context.tx.row<DishRow>(sql`
      select d.name, d.sale_price, d.sale_tax_rate, t.target_food_cost from dish d left
      join dish_type t on t.id = d.dish_type_id where d.id = ${dishId}::bigint`);
  if (row === undefined) throw unknownRecord(dish.label);
  const kinds = [{ type: 'purchase', label: label('采购价', 'Purchase price') }, ...chargedKinds(context)];
  const priceType = input.priceType ?? 'purchase';
  // Of a kind the person may not see they are told as little as of one that is none.
  if (!kinds.some(({ type }) => type === priceType))
    throw new Refused(refuse('param.invalid', { name: 'priceType', value: priceType }, { field: 'priceType' }));
  const cost = await dishCost(context, dishId, {
    date,
    deptId,
    bomId,
    ...(priceType === 'purchase' ? {} : { charged: priceType }),
  });
  const output =
    cost.bomId === null
      ? undefined
      : await context.tx.row<{ outputUnitId: Id; outputUnitName: string; bomVersion: number }>(sql`
      select b.output_unit_id, u.called as output_unit_name, b.bom_version from dish_bom b
      join material_unit u on u.id = b.output_unit_id where b.id = ${cost.bomId}::bigint`);
  const perPortion = cost.card?.ok === true ? cost.card.costPerPortion : null;
  const income =
    row.salePrice === null ? null : withoutTax(Decimal.of(row.salePrice), Decimal.of(row.saleTaxRate ?? '0'));
  return {
    dishId,
    dishName: row.name,
    date,
    deptId: deptId ?? '',
    bomId: cost.bomId ?? '',
    bomVersion: output?.bomVersion ?? null,
    outputUnitName: output?.outputUnitName ?? '',
    priceType,
    priceTypes: kinds.map(({ type, label: name }) => ({ type, name: name[context.language] })),
    withTax: flagOf(cost.withTax),
    complete: flagOf(perPortion !== null),
    costPerPortion: perPortion?.toFixed(2) ?? null,
    salePrice: row.salePrice,
    salePriceNoTax: income?.toFixed(2) ?? null,
    foodCostPct:
      perPortion === null || income === null ? null : (foodCostPercent(perPortion, income)?.toString() ?? null),
    targetFoodCost: row.targetFoodCost,
    missing: cost.refusals.map((refusal) => sentenceOf(refusal, context.language)),
    ...(cost.card === undefined
      ? { lines: [], auxiliary: '0', loss: null, processLossRate: '0' }
      : await cardAnswer(context, cost, cost.card)),
  };
});

/** The same figures for many dishes at once, as their list shows them. */
export async function dishCostsToday(
  context: Context,
  dishIds: readonly Id[],
): Promise<ReadonlyMap<Id, DishCostToday>> {
  if (dishIds.length === 0) return new Map();
  const costs = await portionCosts(context, dishIds, { date: context.today });
  const prices = new Map(
    (
      await context.tx.rows<{ id: Id; salePrice: DecimalText; saleTaxRate: DecimalText | null }>(sql`
    select id, sale_price, sale_tax_rate from dish
    where sale_price is not null and id = any(${dishIds as Id[]}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  return new Map(
    [...costs].map(([id, { cost: known, refusals }]) => {
      const price = prices.get(id);
      const cost = known === null ? null : Decimal.of(known);
      const share =
        cost === null || price === undefined
          ? undefined
          : foodCostPercent(cost, withoutTax(Decimal.of(price.salePrice), Decimal.of(price.saleTaxRate ?? '0')));
      return [
        id,
        {
          todayCost: cost?.toFixed(2) ?? null,
          foodCostPct: share?.toString() ?? null,
          costMissing: refusals.map((refusal) => sentenceOf(refusal, context.language)),
        },
      ];
    }),
  );
}

interface DishRow {
  readonly name: string;
  readonly salePrice: DecimalText | null;
  readonly saleTaxRate: DecimalText | null;
  readonly targetFoodCost: DecimalText | null;
}

async function cardAnswer(
  context: Context,
  cost: DishCost,
  card: CostCard,
): Promise<CardPart & { readonly processLossRate: DecimalText }> {
  const every = linesBelow(card.lines);
  const sources = every.map((line) => cost.sourceOf(line.of));
  const units = new Map(
    (
      await context.tx.rows<{ key: string; unit: string; code: string }>(sql`
    select 'm' || m.id as key, u.called as unit, m.code from material m join material_unit u on u.id = m.base_unit_id
    where m.id = any(${sources.map((source) => source.materialId).filter((id) => id !== '')}::bigint[])
    union all select 'd' || d.id, coalesce((select u.called from dish_bom b
    join material_unit u on u.id = b.output_unit_id where b.dish_id = d.id order by b.released desc, b.bom_version desc
      limit 1), ''), d.code
    from dish d where d.id = any(${sources.map((source) => source.subDishId).filter((id) => id !== '')}::bigint[])`)
    ).map((row) => [row.key, row]),
  );
  const answer = (line: CostCardLine): CardLine => {
    const source = cost.sourceOf(line.of);
    const named = units.get(source.subDishId === '' ? `m${source.materialId}` : `d${source.subDishId}`);
    const { offer } = source;
    return {
      kind: line.of.cost.kind === 'byproduct' ? 'byproduct' : source.subDishId === '' ? 'material' : 'dish',
      materialId: source.materialId,
      subDishId: source.subDishId,
      name: line.of.name,
      code: named?.code ?? '',
      unitName: named?.unit ?? '',
      net: shown(line.net),
      yieldRate: line.of.cleanYield.times(line.of.processYield).dividedBy(Decimal.hundred).rounded(4).toString(),
      gross: shown(line.gross),
      unitPrice: shown(line.unitPrice),
      cost: shown(line.cost),
      supplierId: offer?.supplierId ?? '',
      supplierName: offer?.supplierName ?? '',
      supplierMaterialId: offer?.supplierMaterialId ?? '',
      priceReason: (offer?.reason ?? source.reason)?.[context.language] ?? '',
      ...(line.below === undefined ? {} : { below: below(line.below) }),
    };
  };
  const below = (part: CostCard): CardPart => ({
    lines: part.lines.map(answer),
    auxiliary: part.auxiliary.toString(),
    loss: part.ok ? shown(part.loss) : null,
    unitCost: part.ok ? shown(part.unitCost) : null,
  });
  return { ...below(card), processLossRate: cost.processLossRate.toString() };
}

const linesBelow = (lines: readonly CostCardLine[]): readonly CostCardLine[] =>
  lines.flatMap((line) => [line, ...(line.below === undefined ? [] : linesBelow(line.below.lines))]);
