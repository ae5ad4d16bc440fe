/** Recipes as they are stored, texts and all, and what the explosion makes of them. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Bom, BomLine, BomVariant, ExplodedDish, RecipeBook } from './recipe-book.rules.ts';

/** Recipes without the places that cook by them. */
export type BomFacts = Pick<RecipeBook, 'dishes' | 'boms' | 'variants'>;
/** The same as it is stored: plain, so that it can be handed to a thread. */
export interface StoredKitchen {
  readonly dishes: readonly ExplodedDish[];
  readonly boms: readonly StoredBom[];
  readonly variants: readonly StoredVariant[];
}

const DAY_BEFORE_HOURS = 24;

/** Recipes with their figures read. */
export const bomFactsOf = ({ dishes, boms, variants }: StoredKitchen): BomFacts => ({
  dishes,
  boms: boms.map(bomOf),
  variants: variants.map(variantOf),
});

export interface StoredLine {
  readonly materialId: Id | null;
  readonly subDishId: Id | null;
  readonly netBaseQty: DecimalText | null;
  readonly yieldRate: DecimalText | null;
  readonly processYield: DecimalText | null;
  readonly prepTiming: string | null;
  readonly optional?: 0 | 1;
}
export interface StoredBom {
  readonly id: Id;
  readonly dishId: Id;
  readonly outputQty: DecimalText;
  readonly processLossRate: DecimalText;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly lines: readonly StoredLine[];
}
export interface StoredVariant {
  readonly dishId: Id;
  readonly deptId: Id;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly lines: readonly (StoredLine & {
    readonly action: 'add' | 'change' | 'swap' | 'drop';
    readonly target: Id | null;
  })[];
}

const bomOf = ({ outputQty, processLossRate, lines, ...bom }: StoredBom): Bom => ({
  ...bom,
  outputQty: Decimal.of(outputQty),
  processLossRate: Decimal.of(processLossRate),
  lines: lines.map(wholeLine),
});

const variantOf = ({ lines, ...variant }: StoredVariant): BomVariant => ({
  ...variant,
  changes: lines.map((line) => {
    if (line.action === 'add') return { action: 'add' as const, line: wholeLine(line) };
    if (line.action === 'drop') return { action: 'drop' as const, target: line.target! };
    return { action: line.action, target: line.target!, line: givenParts(line) };
  }),
});

const wholeLine = (line: StoredLine): BomLine => ({
  ...named(line),
  // A released BOM has every line converted; a variant's added line too.
  netBaseQty: Decimal.of(line.netBaseQty!),
  cleanYield: Decimal.of(line.yieldRate ?? '100'),
  processYield: Decimal.of(line.processYield ?? '100'),
  leadHours: line.prepTiming === 'day-before' ? DAY_BEFORE_HOURS : 0,
  ...(line.optional === 1 ? { optional: true } : {}),
});
const givenParts = (line: StoredLine): Partial<BomLine> => ({
  ...named(line),
  ...(line.netBaseQty === null ? {} : { netBaseQty: Decimal.of(line.netBaseQty) }),
  ...(line.yieldRate === null ? {} : { cleanYield: Decimal.of(line.yieldRate) }),
  ...(line.processYield === null ? {} : { processYield: Decimal.of(line.processYield) }),
  ...(line.prepTiming === null ? {} : { leadHours: line.prepTiming === 'day-before' ? DAY_BEFORE_HOURS : 0 }),
});
const named = ({ materialId, subDishId }: StoredLine): Pick<BomLine, 'materialId' | 'subDishId'> => ({
  ...(materialId === null ? {} : { materialId }),
  ...(subDishId === null ? {} : { subDishId }),
});
