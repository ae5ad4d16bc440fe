/** Lines of a suppress order as a grid: a row for each site, a column for each material. */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface GridLine {
  readonly warehouseId: string;
  readonly warehouse: string;
  readonly materialId: string;
  readonly material: string;
  readonly unit: string;
  readonly qty: string;
  readonly stock: string;
  readonly use: string;
  readonly amount: string;
  readonly takenOut: string;
}
export interface GridCell {
  readonly qty: Decimal;
  readonly unit: string;
  readonly stock: string;
  readonly use: string;
}
export interface SiteRow {
  readonly warehouseId: string;
  readonly warehouse: string;
  readonly takenOut: string;
  readonly amount: Decimal;
  readonly cells: ReadonlyMap<string, GridCell>;
}

const decimal = (text: string): Decimal => (Decimal.isText(text) ? Decimal.of(text) : Decimal.zero);

/** Lots of one material at a site stand together; lines that name no site or no material yet stand nowhere. */
export function gridOf(lines: readonly GridLine[]): {
  readonly materials: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly SiteRow[];
} {
  const whole = lines.filter(({ warehouseId, materialId }) => warehouseId !== '' && materialId !== '');
  const materials = new Map(whole.map(({ materialId, material }) => [materialId, material]));
  const rows = [...Map.groupBy(whole, ({ warehouseId }) => warehouseId).values()].map((own): SiteRow => {
    const cells = new Map<string, GridCell>();
    for (const { materialId, qty, unit, stock, use } of own)
      cells.set(materialId, { unit, stock, use, qty: (cells.get(materialId)?.qty ?? Decimal.zero).plus(decimal(qty)) });
    const [{ warehouseId, warehouse }] = own as [GridLine];
    return {
      warehouseId,
      warehouse,
      takenOut: own.every(({ takenOut }) => takenOut !== '') ? own[0]!.takenOut : '',
      amount: Decimal.sum(own.map(({ amount }) => decimal(amount))),
      cells,
    };
  });
  return { materials: [...materials].map(([id, name]) => ({ id, name })), rows };
}

/** For how many days stock and push last together at what is used a day; null where nothing is used. */
export function lastsDays({ qty, stock, use }: GridCell): string | null {
  const daily = decimal(use);
  return daily.isPositive() ? decimal(stock).plus(qty).dividedBy(daily).rounded(1).toString() : null;
}
