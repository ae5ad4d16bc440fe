/** The kitchen sheet: what is weighed for which pot, by clock and station. Pure. */

/** So much of a material for one dish. */
export interface SheetUse {
  /** `yyyy-MM-dd HH:mm` */
  readonly prepTime: string;
  readonly station: string;
  readonly stationName: string;
  readonly dishId: string;
  readonly dishName: string;
  readonly portions: string;
  readonly materialId: string;
  readonly materialName: string;
  readonly unitName: string;
  readonly qty: string;
  /** Whose meal it is, where a sheet is for several. */
  readonly meal?: string;
}
interface SheetPot {
  readonly key: string;
  readonly dishName: string;
  readonly portions: string;
  readonly meal: string;
  readonly goods: readonly SheetUse[];
}
interface SheetSlot {
  readonly prepTime: string;
  readonly stationName: string;
  readonly pots: readonly SheetPot[];
}

/** By clock, then station; pots and their goods in the order they came. */
export function kitchenSheet(uses: readonly SheetUse[]): SheetSlot[] {
  const slots = Map.groupBy(uses, ({ prepTime, station }) => `${prepTime} ${station}`);
  return [...slots]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => ({
      prepTime: own[0]!.prepTime,
      stationName: own[0]!.stationName,
      pots: [...Map.groupBy(own, ({ dishId, meal = '' }) => `${meal} ${dishId}`)].map(([key, goods]) => ({
        key,
        dishName: goods[0]!.dishName,
        portions: goods[0]!.portions,
        meal: goods[0]!.meal ?? '',
        goods,
      })),
    }));
}
