import type { LinesOf } from '../../../kernel/core/declaration.ts';
import type { LinesWishes } from '../../../kernel/web/document/lines-editor.tsx';
import type { FormLine } from '../../../kernel/web/form/values.ts';
import type { GridRow, Hit } from '../../../parts/line-grid/model.ts';
import type { EntryUnit } from '../../../parts/line-grid/quantity-entry.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import type { dishBom } from './dish-bom.resource.ts';

type BomLines = LinesOf<typeof dishBom>['details'];
type BomColumns = NonNullable<LinesWishes<BomLines>['columns']>;
/** A line of a BOM in the grid, with the code of its unit. */
type BomRow = GridRow & FormLine<BomLines> & { readonly unitCode?: unknown };

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** What a cook writes, by the unit the line is kept in: `120g`, `2两`, `0.5斤`, `30ml`. */
const WRITTEN: Readonly<Record<string, readonly EntryUnit[]>> = {
  G: [
    { name: 'g', factor: '1', aliases: ['克'] },
    { name: 'kg', factor: '1000', aliases: ['千克', '公斤'] },
    { name: '斤', factor: '500' },
    { name: '两', factor: '50' },
    { name: 'mg', factor: '0.001', aliases: ['毫克'] },
  ],
  KG: [
    { name: 'kg', factor: '1', aliases: ['千克', '公斤'] },
    { name: 'g', factor: '0.001', aliases: ['克'] },
    { name: '斤', factor: '0.5' },
    { name: '两', factor: '0.05' },
  ],
  ML: [
    { name: 'ml', factor: '1', aliases: ['毫升'] },
    { name: 'l', factor: '1000', aliases: ['升', 'L'] },
  ],
  L: [
    { name: 'l', factor: '1', aliases: ['升', 'L'] },
    { name: 'ml', factor: '0.001', aliases: ['毫升'] },
  ],
};
/** Recipes are written in the small unit of what is bought in the large one. */
const SMALL: Readonly<Record<string, string>> = { KG: 'G', L: 'ML' };

interface UnitRow {
  readonly id: string;
  readonly title: string;
  readonly code?: string;
}
const BROUGHT = ['unitId', 'unitName', 'unitCode'];

function unitFor(code: string, own: UnitRow, units: readonly UnitRow[]): Readonly<Record<string, unknown>> {
  const unit = units.find((each) => each.code === SMALL[code]) ?? own;
  return { unitId: unit.id, unitName: unit.title, unitCode: unit.code ?? '' };
}

/**
 * Columns of a BOM: a line takes a material or a semi-finished dish, never both; `hasDishes`: one of them takes a dish.
 */
export function bomColumns(units: readonly UnitRow[], hasDishes: boolean): BomColumns {
  return {
    lineKind: { width: 88 },
    materialId: {
      width: 190,
      readonly: (row) => row.lineKind === 'dish',
      brings: BROUGHT,
      source: {
        search: async (typed, _row, signal) =>
          (await searchRecords('material', typed.trim(), {}, signal)).map((option): Hit => {
            const own = {
              id: textOf(option['recipeUnitId']) || textOf(option['baseUnitId']),
              title: textOf(option['recipeUnitName']) || textOf(option['baseUnitName']),
              code: textOf(option['recipeUnitCode']) || textOf(option['baseUnitCode']),
            };
            return {
              id: option.id,
              name: option.title,
              fit: option.fit,
              code: textOf(option.code),
              unit: own.title,
              ...(textOf(option['spec']) === '' ? {} : { note: textOf(option['spec']) }),
              values: unitFor(own.code, own, units),
            };
          }),
      },
    },
    subDishId: {
      hidden: !hasDishes,
      width: 150,
      readonly: (row) => row.lineKind !== 'dish',
      brings: BROUGHT,
      source: {
        search: async (typed, _row, signal) =>
          (await searchRecords('dish', typed.trim(), { dishKind_equal: 'semi' }, signal)).map((option): Hit => {
            const gram = units.find((each) => each.code === 'G');
            return {
              id: option.id,
              name: option.title,
              fit: option.fit,
              code: textOf(option.code),
              values: gram === undefined ? {} : { unitId: gram.id, unitName: gram.title, unitCode: 'G' },
            };
          }),
      },
    },
    role: { width: 76 },
    // Its unit stands in the next column.
    netQty: { width: 116, unit: () => undefined, units: (row) => WRITTEN[textOf(row.unitCode)] ?? [] },
    unitId: { width: 88 },
    yieldRate: { width: 92 },
    processYield: { width: 104 },
    factor: { hidden: true },
    netBaseQty: { hidden: true },
    byproductPrice: { width: 96, readonly: (row) => row.lineKind !== 'byproduct' },
    prepTiming: { width: 92 },
  };
}

/** The other target goes when the kind of the line changes. */
export function deriveBomLine(row: BomRow, changed: readonly string[]): GridRow {
  if (!changed.includes('lineKind')) return row;
  return row.lineKind === 'dish'
    ? { ...row, materialId: null, materialName: null, materialCode: null }
    : { ...row, subDishId: null, subDishName: null, subDishCode: null };
}
/** The values of a fresh line: the main material, of which nothing is lost in cooking. */
export const newBomLine = (): Readonly<Record<string, unknown>> => ({
  lineKind: 'material',
  role: 'main',
  processYield: '100',
  optional: 0,
});
