/** What one portion of a dish needs of which material, and by which ways through semi-finished dishes. Pure. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import {
  effectiveBom,
  pathRefusal,
  type Bom,
  type BomLine,
  type BomVariant,
  type ExplodedDish,
  type RecipeBook,
} from './recipe-book.rules.ts';

/** How one material comes into one dish: shared by all pegs that go this way. */
export interface BomRoute {
  readonly materialId: string;
  readonly bomId: string;
  /** The dish, and the semi-finished dishes the explosion went through. */
  readonly dishIds: readonly string[];
  readonly netPerPortion: Fraction;
  /** All yields of the way multiplied; 0.56 for 0.80 and 0.70. */
  readonly yieldRate: Fraction;
  readonly grossPerPortion: Fraction;
  /** The longest preparation on the way. */
  readonly leadHours: number;
}

const HUNDRED = Fraction.of(100);

/** The recipe book by dish. */
interface Kitchen {
  readonly dishes: ReadonlyMap<string, ExplodedDish>;
  readonly boms: ReadonlyMap<string, readonly Bom[]>;
  readonly variants: ReadonlyMap<string, readonly BomVariant[]>;
}

/** Which departments' differences or own making can change what goes into a dish: those of any dish it can reach. */
function deptsThatMatter({ dishes, boms, variants }: Kitchen, dishId: string): ReadonlySet<string> {
  const reached = new Set([dishId]);
  const deptIds = new Set<string>();
  for (const id of reached) {
    for (const deptId of dishes.get(id)?.makeDeptIds ?? []) deptIds.add(deptId);
    for (const variant of variants.get(id) ?? []) deptIds.add(variant.deptId);
    const changes = (variants.get(id) ?? []).flatMap((variant) => variant.changes);
    const changed = changes.flatMap((change) => (change.action === 'drop' ? [] : [change.line]));
    for (const line of [...(boms.get(id) ?? []).flatMap((bom) => bom.lines), ...changed]) {
      if (line.subDishId !== undefined) reached.add(line.subDishId);
    }
  }
  return deptIds;
}

/** A dish on the way that is still to be opened, with what one portion of the first dish needs of it. */
interface OpenDish {
  readonly dishId: string;
  readonly dishIds: readonly string[];
  readonly net: Fraction;
  readonly rate: Fraction;
  readonly leadHours: number;
}

/** What a line is at a place: the material it is ordered as, or the dish to open; a dish is opened where it is made. */
function materialOf({ dishes }: Kitchen, line: BomLine, deptIds: readonly string[]): string | undefined {
  const sub = line.subDishId === undefined ? undefined : dishes.get(line.subDishId);
  const isMadeHere = sub?.makeDeptIds.some((deptId) => deptIds.includes(deptId)) ?? false;
  return line.materialId ?? (isMadeHere ? undefined : (sub?.stockMaterialId ?? undefined));
}

/** The materials one portion of a dish needs on a day; a dish without a BOM and a bad path are `refused`. */
function flattened(
  kitchen: Kitchen,
  dishId: string,
  deptIds: readonly string[],
  date: string,
  refused: (refusal: Refusal) => void,
): readonly BomRoute[] {
  const { dishes, boms, variants } = kitchen;
  const nameOf = (id: string) => dishes.get(id)?.name ?? id;
  const found: BomRoute[] = [];
  const open: OpenDish[] = [{ dishId, dishIds: [dishId], net: Fraction.one, rate: Fraction.one, leadHours: 0 }];
  // Level by level: what is pushed here is opened after the dishes before it.
  for (const part of open) {
    const { dishIds, net, rate } = part;
    const own = { boms: boms.get(part.dishId) ?? [], variants: variants.get(part.dishId) ?? [] };
    const bom = effectiveBom(own, part.dishId, deptIds, date);
    const wrong = pathRefusal(dishIds, nameOf);
    if (wrong !== undefined || bom === undefined) {
      refused(wrong ?? refuse('master-data.bom-missing', { dishId: part.dishId, dish: nameOf(part.dishId), date }));
      continue;
    }
    const prepared = Math.max(part.leadHours, dishes.get(part.dishId)?.prepLeadHours ?? 0);
    const remaining = HUNDRED.minus(Fraction.of(bom.processLossRate)).dividedBy(HUNDRED);
    for (const line of bom.lines) {
      if (line.optional === true) continue;
      const lineNet = net.times(Fraction.of(line.netBaseQty)).dividedBy(Fraction.of(bom.outputQty));
      const lineRate = rate
        .times(remaining)
        .times(Fraction.of(line.cleanYield).dividedBy(HUNDRED))
        .times(Fraction.of(line.processYield).dividedBy(HUNDRED));
      const leadHours = Math.max(prepared, line.leadHours);
      const materialId = materialOf(kitchen, line, deptIds);
      if (materialId !== undefined) {
        found.push({
          materialId,
          bomId: bom.id,
          dishIds,
          netPerPortion: lineNet,
          yieldRate: lineRate,
          grossPerPortion: lineNet.dividedBy(lineRate),
          leadHours,
        });
      } else if (line.subDishId !== undefined) {
        const { subDishId } = line;
        open.push({ dishId: subDishId, dishIds: [...dishIds, subDishId], net: lineNet, rate: lineRate, leadHours });
      }
    }
  }
  return found;
}

/** Ways of one dish, by their places in `routes`. */
type Recipe = readonly { readonly id: number; readonly route: BomRoute }[];
interface Recipes {
  /** All ways that were asked for, each once. */
  readonly routes: readonly BomRoute[];
  /** What was refused on the way, each once. */
  readonly refusals: ReadonlyMap<string, Refusal>;
  /** `deptIds`: the place, then its restaurant, project department, company. */
  recipeOf(dishId: string, date: string, deptIds: readonly string[]): Recipe;
}

/** What one portion needs, worked out once per dish, day and the departments whose differences or own making matter. */
export function recipesOf(book: RecipeBook): Recipes {
  const kitchen: Kitchen = {
    dishes: new Map(book.dishes.map((dish) => [dish.id, dish])),
    boms: Map.groupBy(book.boms, (bom) => bom.dishId),
    variants: Map.groupBy(book.variants, (variant) => variant.dishId),
  };
  const mattering = new Map<string, ReadonlySet<string>>();
  const recipes = new Map<string, Recipe>();
  const routes: BomRoute[] = [];
  const refusals = new Map<string, Refusal>();
  return {
    routes,
    refusals,
    recipeOf(dishId, date, deptIds) {
      const matter = mattering.get(dishId) ?? deptsThatMatter(kitchen, dishId);
      mattering.set(dishId, matter);
      const own = deptIds.filter((deptId) => matter.has(deptId));
      const key = `${dishId} ${date} ${own.join(' ')}`;
      const known = recipes.get(key);
      if (known !== undefined) return known;
      const recipe = flattened(kitchen, dishId, own, date, (refusal) =>
        refusals.set(JSON.stringify(refusal), refusal),
      ).map((route) => ({ id: routes.push(route) - 1, route }));
      recipes.set(key, recipe);
      return recipe;
    },
  };
}
