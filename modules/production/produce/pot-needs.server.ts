/** What pots take by the BOMs in force at their places: yields once, kept semi-finished goods as they are kept. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { explodeDemands, pegsOf } from '../../master-data/dishes/bom-explosion.rules.ts';
import { sizesOf } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { loadBomFacts } from '../../master-data/dishes/bom-facts.server.ts';
import { effectiveBom } from '../../master-data/dishes/recipe-book.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { stallPlaces } from '../../operations/meals/meals.server.ts';

/** A pot by what it makes. */
interface Pot {
  /** Department of its stall or factory. */
  readonly deptId: Id;
  readonly dishId: Id;
  /** Standard where nothing is said. */
  readonly portionGroup?: string;
  readonly bizDate: string;
  readonly qty: string;
}
/** A material of a pot, in base unit. */
export interface PotGoods {
  readonly gross: Decimal;
  readonly net: Decimal;
}
interface PotNeed {
  readonly bomId: Id | null;
  readonly goods: ReadonlyMap<Id, PotGoods>;
}

/**
 * The needs of pots in their order, read in a handful of queries. What is kept in stock is taken from there, whoever
 * made it: each level is a pot of its own. What is not kept is opened. Refuses dishes without a BOM, all at once.
 */
export async function needsOfPots(context: Context, pots: readonly Pot[]): Promise<readonly PotNeed[]> {
  if (pots.length === 0) return [];
  const days = pots.map(({ bizDate }) => bizDate).toSorted();
  const [facts, places] = await Promise.all([
    loadBomFacts(
      context,
      pots.map(({ dishId }) => dishId),
      days[0]!,
      days.at(-1)!,
    ),
    stallPlaces(
      context,
      pots.map(({ deptId }) => deptId),
    ),
  ]);
  const asStandard = await sizesOf(
    context,
    pots.map(({ dishId }) => dishId),
  );
  const standard = pots.map(({ dishId, portionGroup = null, qty }) =>
    asStandard(dishId, portionGroup, Decimal.of(qty)).toString(),
  );
  const withoutPlaces = { ...facts, dishes: facts.dishes.map((dish) => ({ ...dish, makeDeptIds: [] })) };
  const explosion = explodeDemands(
    { ...withoutPlaces, places: [...places.values()] },
    pots.map(({ deptId, dishId, bizDate }, index) => ({
      placeId: deptId,
      dishId,
      mealTime: `${bizDate} 12:00`,
      portions: standard[index]!,
    })),
  );
  if (!explosion.ok) throw new Refused(...explosion.refusals);
  const found = pots.map(() => new Map<Id, PotGoods>());
  for (const need of explosion.needs)
    for (const { demand, route, qty } of pegsOf(explosion, need)) {
      const net = Fraction.of(Decimal.of(standard[demand]!)).times(route.netPerPortion).rounded(6);
      const before = found[demand]!.get(need.materialId) ?? { gross: Decimal.zero, net: Decimal.zero };
      found[demand]!.set(need.materialId, { gross: before.gross.plus(qty), net: before.net.plus(net) });
    }
  return pots.map(({ deptId, dishId, bizDate }, index) => ({
    bomId: effectiveBom(facts, dishId, places.get(deptId)?.deptIds ?? [], bizDate)?.id ?? null,
    goods: found[index]!,
  }));
}
