/** The recipes of dishes as they are costed, of what was read before. Pure; runs in a thread too. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import {
  bomFactsOf,
  type StoredBom,
  type StoredKitchen,
  type StoredLine,
} from '../master-data/dishes/bom-facts.rules.ts';
import { BOM_DEPTH_MAX, effectiveBom, type Bom, type BomLine } from '../master-data/dishes/recipe-book.rules.ts';
import type { CostLine, CostRecipe } from '../master-data/dishes/food-cost.rules.ts';

/** A version of a BOM, lines whose unit has no conversion included. */
export type StoredDraft = Pick<StoredBom, 'id' | 'dishId' | 'outputQty' | 'processLossRate'> & {
  readonly lines: readonly StoredLine[];
};
/** What counts for the cost alone: auxiliaries, and what by-products bring per base unit. */
export interface ExtraCost {
  readonly auxiliaryCost: DecimalText;
  readonly byproducts: readonly {
    readonly materialId: Id;
    readonly name: string;
    readonly netBaseQty: DecimalText | null;
    readonly basePrice: DecimalText | null;
  }[];
}
/** What recipes are costed by, as it is read: plain, so that it can be handed to a thread. */
export interface CostRows {
  readonly date: string;
  /** The place whose differences from the standard BOM count, and those above it, nearest first. */
  readonly deptIds: readonly Id[];
  readonly kitchen: StoredKitchen;
  /** A version to be costed instead of the one in force. */
  readonly draft: StoredDraft | undefined;
  /** By BOM. */
  readonly extras: ReadonlyMap<Id, ExtraCost>;
  /** Per base unit, 6 places; absent where nobody knows it. */
  readonly prices: ReadonlyMap<Id, DecimalText>;
  readonly names: ReadonlyMap<Id, string>;
}

/** What a line of a recipe was made of. */
interface CostOrigin {
  /** '' for what is not a material, or not a dish. */
  readonly materialId: Id;
  readonly subDishId: Id;
  /** Whose price it has; undefined for what is made, and for by-products. */
  readonly pricedId: Id | undefined;
}
/** A BOM as far as cost goes. */
interface CostBom extends Pick<Bom, 'id' | 'dishId' | 'outputQty' | 'processLossRate'> {
  readonly lines: readonly (Pick<BomLine, 'materialId' | 'subDishId' | 'cleanYield' | 'processYield' | 'optional'> & {
    readonly netBaseQty: Decimal | null;
  })[];
}
export interface CostBook {
  nameOf(dishId: Id): string;
  /** The recipe of a dish by its draft, or the BOM in force; undefined without one. */
  recipeOf(
    dishId: Id,
  ): { readonly bomId: Id; readonly processLossRate: Decimal; readonly recipe: CostRecipe } | undefined;
  originOf(line: CostLine): CostOrigin;
}

/** The recipes of what was read. */
export function costBookOf(rows: CostRows): CostBook {
  const facts = bomFactsOf(rows.kitchen);
  const boms = Map.groupBy(facts.boms, (bom) => bom.dishId);
  const variants = Map.groupBy(facts.variants, (variant) => variant.dishId);
  const dishes = new Map(facts.dishes.map((dish) => [dish.id, dish]));
  const draft = rows.draft === undefined ? undefined : draftOf(rows.draft);
  const prices = new Map([...rows.prices].map(([id, price]) => [id, Decimal.of(price)]));
  const origins = new Map<CostLine, CostOrigin>();
  const bomOf = (dishId: Id): Bom | undefined =>
    effectiveBom(
      { boms: boms.get(dishId) ?? [], variants: variants.get(dishId) ?? [] },
      dishId,
      rows.deptIds,
      rows.date,
    );

  const recipeOf = (bom: CostBom, depth: number): CostRecipe => {
    const extra = rows.extras.get(bom.id);
    return {
      outputQty: bom.outputQty,
      processLossRate: bom.processLossRate,
      auxiliaryCost: Decimal.of(extra?.auxiliaryCost ?? '0'),
      lines: [
        ...bom.lines.filter((line) => line.optional !== true).map((line) => costLine(line, depth)),
        ...(extra?.byproducts ?? []).map(byproductLine),
      ],
    };
  };
  /** A dish that is made costs what making it costs; one that nobody makes that day is bought as its material. */
  const costLine = (line: CostBom['lines'][number], depth: number): CostLine => {
    const sub = line.subDishId === undefined ? undefined : dishes.get(line.subDishId);
    const subBom = line.subDishId === undefined || depth >= BOM_DEPTH_MAX ? undefined : bomOf(line.subDishId);
    const pricedId = line.materialId ?? (subBom === undefined ? (sub?.stockMaterialId ?? undefined) : undefined);
    const made: CostLine = {
      name: (line.subDishId === undefined ? rows.names.get(line.materialId ?? '') : sub?.name) ?? '',
      netBaseQty: line.netBaseQty,
      cleanYield: line.cleanYield,
      processYield: line.processYield,
      cost:
        pricedId !== undefined
          ? { kind: 'material', price: prices.get(pricedId) ?? null }
          : { kind: 'dish', recipe: subBom === undefined ? null : recipeOf(subBom, depth + 1) },
    };
    origins.set(made, { materialId: line.materialId ?? '', subDishId: line.subDishId ?? '', pricedId });
    return made;
  };
  const byproductLine = (line: ExtraCost['byproducts'][number]): CostLine => {
    const made: CostLine = {
      name: line.name,
      netBaseQty: line.netBaseQty === null ? null : Decimal.of(line.netBaseQty),
      cleanYield: Decimal.hundred,
      processYield: Decimal.hundred,
      cost: { kind: 'byproduct', price: line.basePrice === null ? null : Decimal.of(line.basePrice) },
    };
    origins.set(made, { materialId: line.materialId, subDishId: '', pricedId: undefined });
    return made;
  };
  return {
    nameOf: (dishId) => dishes.get(dishId)?.name ?? dishId,
    originOf: (line) => origins.get(line)!,
    recipeOf(dishId) {
      const bom = draft?.dishId === dishId ? draft : bomOf(dishId);
      return bom === undefined
        ? undefined
        : { bomId: bom.id, processLossRate: bom.processLossRate, recipe: recipeOf(bom, 1) };
    },
  };
}

const draftOf = ({ id, dishId, outputQty, processLossRate, lines }: StoredDraft): CostBom => ({
  id,
  dishId,
  outputQty: Decimal.of(outputQty),
  processLossRate: Decimal.of(processLossRate),
  lines: lines.map(({ materialId, subDishId, netBaseQty, yieldRate, processYield, optional }) => ({
    ...(materialId === null ? {} : { materialId }),
    ...(subDishId === null ? {} : { subDishId }),
    optional: optional === 1,
    netBaseQty: netBaseQty === null ? null : Decimal.of(netBaseQty),
    cleanYield: Decimal.of(yieldRate ?? '100'),
    processYield: Decimal.of(processYield ?? '100'),
  })),
});
