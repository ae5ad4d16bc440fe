/**
 * The BOMs of dishes as places cook them: the standard of a day with the differences of departments laid over it, and
 * how deep dishes may stand in dishes (trade-rules 2.2, 3.4; master-data.md DishBom). Pure.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { covers, type Period } from '../figures/calendar-day.rules.ts';
import '../master-data.refusals.ts';

export interface ExplodedDish {
  readonly id: string;
  readonly name: string;
  /** Its material, where it can be kept in stock. */
  readonly stockMaterialId: string | null;
  /** Places under these make it themselves. */
  readonly makeDeptIds: readonly string[];
  readonly prepLeadHours: number;
}

/** Either a material or a semi-finished dish. */
export interface BomLine {
  readonly materialId?: string;
  readonly subDishId?: string;
  /** Net per `outputQty` of the BOM, in base unit of the material or output unit of the dish. */
  readonly netBaseQty: Decimal;
  /** Percent in points, 75 means 75 %; above 100 for soaked goods. The two multiply. */
  readonly cleanYield: Decimal;
  readonly processYield: Decimal;
  /** 24 when it is prepared the day before. */
  readonly leadHours: number;
  /** Not needed until somebody chooses it. */
  readonly optional?: boolean;
}

/** One released version of a standard BOM. By-products are not among its lines: they reduce no need. */
export interface Bom extends Period {
  readonly id: string;
  readonly dishId: string;
  readonly outputQty: Decimal;
  /** Percent in points, below 100. */
  readonly processLossRate: Decimal;
  readonly lines: readonly BomLine[];
}

/** A released difference of one department from the standard BOM; `target` names the standard line it touches. */
export interface BomVariant extends Period {
  readonly dishId: string;
  readonly deptId: string;
  readonly changes: readonly (
    | { readonly action: 'add'; readonly line: BomLine }
    | { readonly action: 'change' | 'swap'; readonly target: string; readonly line: Partial<BomLine> }
    | { readonly action: 'drop'; readonly target: string }
  )[];
}

/** A stall or other place that plans meals. */
export interface MealPlace {
  readonly id: string;
  /** The place itself, then its restaurant, project department, company. */
  readonly deptIds: readonly string[];
  readonly warehouseId: string;
  readonly receiveLeadDays: number;
}

export interface RecipeBook {
  readonly dishes: readonly ExplodedDish[];
  readonly boms: readonly Bom[];
  readonly variants: readonly BomVariant[];
  readonly places: readonly MealPlace[];
}

/** How many dishes deep a BOM may go, the dish itself included. */
export const BOM_DEPTH_MAX = 12;

/**
 * The BOM of a dish on a day at a place: the standard, then the differences from the widest department to the nearest,
 * line by line.
 */
export function effectiveBom(
  kitchen: Pick<RecipeBook, 'boms' | 'variants'>,
  dishId: string,
  deptIds: readonly string[],
  date: string,
): Bom | undefined {
  const standard = kitchen.boms.find((bom) => bom.dishId === dishId && covers(bom, date));
  const variants = kitchen.variants.filter((variant) => variant.dishId === dishId && covers(variant, date));
  return deptIds.toReversed().reduce<Bom | undefined>((bom, deptId) => {
    const variant = variants.find((one) => one.deptId === deptId);
    return bom === undefined || variant === undefined
      ? bom
      : { ...bom, lines: variant.changes.reduce(applied, bom.lines) };
  }, standard);
}

/**
 * Materials that go into a dish at a place on a day, semi-finished dishes followed to the end, each once; nothing of
 * what has no BOM.
 */
export function materialsOf(
  kitchen: Pick<RecipeBook, 'dishes' | 'boms' | 'variants'>,
  dishId: string,
  deptIds: readonly string[],
  date: string,
): readonly string[] {
  const stocked = new Map(kitchen.dishes.map((dish) => [dish.id, dish.stockMaterialId]));
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { materialId, subDishId } of effectiveBom(kitchen, id, deptIds, date)?.lines ?? []) {
      if (materialId !== undefined) found.add(materialId);
      if (subDishId === undefined) continue;
      const inStock = stocked.get(subDishId) ?? null;
      if (inStock === null) visit(subDishId);
      else found.add(inStock);
    }
  };
  visit(dishId);
  return [...found];
}

/**
 * Whether a BOM may be saved (trade-rules 3.4): `semiFinished` says for each dish which dishes its lines name, the
 * saved BOM's own lines included. Refuses `bom-loop` with the path from the dish back to where it closes, or
 * `bom-too-deep`.
 */
export function bomCycle(
  dishId: string,
  semiFinished: ReadonlyMap<string, readonly string[]>,
  nameOf: (dishId: string) => string,
): Refusal | undefined {
  // The longest chain below each dish that was found sound, so that a dish used in many places is followed once.
  const below = new Map<string, readonly string[]>();
  function visit(path: readonly string[]): Refusal | undefined {
    const wrong = pathRefusal(path, nameOf);
    if (wrong !== undefined) return wrong;
    const dish = path.at(-1)!;
    let longest: readonly string[] = [];
    for (const next of semiFinished.get(dish) ?? []) {
      const known = below.get(next);
      const deeper = known === undefined ? visit([...path, next]) : pathRefusal([...path, next, ...known], nameOf);
      if (deeper !== undefined) return deeper;
      const chain = [next, ...(below.get(next) ?? [])];
      if (chain.length > longest.length) longest = chain;
    }
    below.set(dish, longest);
    return undefined;
  }
  return visit([dishId]);
}

/** Why a path of dishes through their BOMs may not be: it closes, or it is too deep. */
export function pathRefusal(path: readonly string[], nameOf: (dishId: string) => string): Refusal | undefined {
  const last = path.at(-1)!;
  const first = path.indexOf(last);
  const chain = (dishIds: readonly string[]) => dishIds.map(nameOf).join('→');
  if (first < path.length - 1)
    return refuse('master-data.bom-loop', { path: chain(path.slice(first)), dishIds: path.slice(first) });
  if (path.length > BOM_DEPTH_MAX)
    return refuse('master-data.bom-too-deep', { path: chain(path), depthMax: BOM_DEPTH_MAX });
  return undefined;
}

function applied(lines: readonly BomLine[], change: BomVariant['changes'][number]): readonly BomLine[] {
  if (change.action === 'add') return [...lines, change.line];
  const touches = (line: BomLine) => line.materialId === change.target || line.subDishId === change.target;
  if (change.action === 'drop') return lines.filter((line) => !touches(line));
  const renamed = change.line.materialId !== undefined || change.line.subDishId !== undefined;
  return lines.map((line) => {
    if (!touches(line)) return line;
    const { materialId, subDishId, ...rest } = line;
    const named = renamed
      ? {}
      : { ...(materialId === undefined ? {} : { materialId }), ...(subDishId === undefined ? {} : { subDishId }) };
    return { ...rest, ...named, ...change.line };
  });
}
