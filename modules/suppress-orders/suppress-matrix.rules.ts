/** Quantities typed into the grid of sites and materials, and the lines they make. */

/** A line as it is being written. */
interface TypedLine {
  readonly key: string;
  readonly warehouseId?: unknown;
  readonly materialId?: unknown;
  readonly qty?: unknown;
}
/** A site or a material by id, as it is called. */
export interface Named {
  readonly id: string;
  readonly name: string;
}
/** What a new line of a material begins with, as its other lines have it. */
type Begun = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const linesAt = <L extends TypedLine>(lines: readonly L[], site: string, material: string): readonly L[] =>
  lines.filter((line) => text(line.warehouseId) === site && text(line.materialId) === material);

/** What a cell holds; null where several lots of a material stand there, which are entered line by line. */
export function quantityAt(lines: readonly TypedLine[], site: string, material: string): string | null {
  const own = linesAt(lines, site, material);
  return own.length > 1 ? null : text(own[0]?.qty);
}

/** May a figure be typed so far: digits and one point, six places at most. */
export const isFigure = (typed: string): boolean => /^\d{0,12}(\.\d{0,6})?$/.test(typed);

/**
 * The lines with a quantity at a site and a material. Emptied, the line goes; typed where there is none, it is added as
 * `begun`. Several lots of a material at a site stay as they are.
 */
export function withQuantity<L extends TypedLine>(
  lines: readonly L[],
  { site, material, qty }: { readonly site: Named; readonly material: Named; readonly qty: string },
  begun: () => Begun,
): readonly L[] {
  const own = linesAt(lines, site.id, material.id);
  if (own.length > 1) return lines;
  const [line] = own;
  if (line === undefined)
    return qty === ''
      ? lines
      : [
          ...lines.filter((each) => !isBlank(each)),
          {
            ...begun(),
            warehouseId: site.id,
            warehouseName: site.name,
            materialId: material.id,
            materialName: material.name,
            qty,
          } as unknown as L,
        ];
  return qty === ''
    ? lines.filter((each) => each !== line)
    : lines.map((each) => (each === line ? { ...each, qty } : each));
}
const isBlank = ({ warehouseId, materialId, qty }: TypedLine): boolean =>
  [warehouseId, materialId, qty].every((value) => text(value) === '');

/** Those that stand in lines and those that were chosen beside them, each once, in the order they came. */
export const allOf = (inLines: readonly Named[], chosen: readonly Named[]): readonly Named[] => [
  ...new Map([...inLines, ...chosen].filter(({ id }) => id !== '').map((each) => [each.id, each])).values(),
];
