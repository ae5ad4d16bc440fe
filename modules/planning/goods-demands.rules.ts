/**
 * Goods asked for as they are (a special meal's fruit, napkins) go the way of dishes: each is a dish of itself, one
 * base unit
 * of net need a portion and nothing lost, so that explosion, replacement, netting and pegs know one kind of demand.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { RecipeBook } from '../master-data/dishes/recipe-book.rules.ts';

const GOODS = 'goods ';

/** The dish a material stands for when it is asked for as it is. */
export const goodsDish = (materialId: string): string => `${GOODS}${materialId}`;
/** Whether it stands for a material that is asked for as it is. */
export const isGoods = (dishId: string): boolean => dishId.startsWith(GOODS);
const materialOf = (dishId: string): string => dishId.slice(GOODS.length);

/** What the explosion has to know of the goods among these dishes. */
export function goodsKitchen(dishIds: Iterable<string>): Pick<RecipeBook, 'dishes' | 'boms'> {
  const goods = [...new Set(dishIds)].filter(isGoods);
  return {
    dishes: goods.map((id) => ({ id, name: id, stockMaterialId: null, makeDeptIds: [], prepLeadHours: 0 })),
    boms: goods.map((id) => ({
      id,
      dishId: id,
      outputQty: Decimal.one,
      processLossRate: Decimal.zero,
      startDate: '0001-01-01',
      endDate: null,
      lines: [
        {
          materialId: materialOf(id),
          netBaseQty: Decimal.one,
          cleanYield: Decimal.hundred,
          processYield: Decimal.hundred,
          leadHours: 0,
        },
      ],
    })),
  };
}
