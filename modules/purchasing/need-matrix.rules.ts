/**
 * What goes where on which day, as buyers read it (model/purchasing.md 4, exportExcelNew): a sheet a delivery day,
 * materials by type down, warehouses across, sums at the end of each row and, per unit, at the foot: 3 kg and 2 boxes
 * are not 5 of anything.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { label, type Language } from '../../kernel/core/label.ts';

/** A line of a request, base quantity. */
export interface NeededLine {
  readonly day: string | null;
  readonly materialType: string | null;
  readonly materialCode: string;
  readonly material: string;
  readonly unit: string;
  readonly warehouse: string;
  readonly qty: string;
}
interface NeedColumn {
  readonly header: string;
  readonly face: 'text' | 'number';
  readonly width: number;
}
interface NeedSheet {
  readonly name: string;
  readonly columns: readonly NeedColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const WORDS = {
  type: label('物料类型', 'Type'),
  code: label('物料编码', 'Code'),
  material: label('物料', 'Material'),
  unit: label('单位', 'Unit'),
  total: label('合计', 'Total'),
  undated: label('未定日期', 'No date'),
  empty: label('无数据', 'Nothing'),
};

/** The sheets in order of the days; one empty sheet where nothing is asked for. */
export function needSheets(lines: readonly NeededLine[], language: Language): NeedSheet[] {
  const word = (name: keyof typeof WORDS): string => WORDS[name][language];
  const days = [...Map.groupBy(lines, (line) => line.day ?? '')].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (days.length === 0)
    return [{ name: word('empty'), columns: [{ header: word('material'), face: 'text', width: 20 }], rows: [] }];
  return days.map(([day, own]) => sheetOf(day === '' ? word('undated') : day, own, word));
}

function sheetOf(name: string, lines: readonly NeededLine[], word: (name: keyof typeof WORDS) => string): NeedSheet {
  const warehouses = [...new Set(lines.map((line) => line.warehouse))].toSorted();
  const figures = (own: readonly NeededLine[]): string[] => {
    const sums = warehouses.map((warehouse) => sum(own.filter((line) => line.warehouse === warehouse)));
    return [...sums.map((each) => (each.isZero() ? '' : each.toString())), sum(own).toString()];
  };
  const materials = [...Map.groupBy(lines, (line) => line.materialCode).values()].toSorted((a, b) =>
    order(a[0]!, b[0]!),
  );
  const units = [...Map.groupBy(lines, (line) => line.unit)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    columns: [
      ...(['type', 'code', 'material', 'unit'] as const).map((each): NeedColumn => ({
        header: word(each),
        face: 'text',
        width: each === 'material' ? 22 : 12,
      })),
      ...[...warehouses, word('total')].map((header): NeedColumn => ({
        header,
        face: 'number',
        width: Math.max(12, header.length * 2 + 2),
      })),
    ],
    rows: [
      ...materials.map((own) =>
        [own[0]!.materialType ?? '', own[0]!.materialCode, own[0]!.material, own[0]!.unit, ...figures(own)].map(blank),
      ),
      ...units.map(([unit, own]) => [word('total'), '', '', unit, ...figures(own)].map(blank)),
    ],
  };
}

const sum = (lines: readonly NeededLine[]): Decimal => Decimal.sum(lines.map((line) => Decimal.of(line.qty)));
const blank = (text: string): string | null => (text === '' ? null : text);
const order = (a: NeededLine, b: NeededLine): number =>
  (a.materialType ?? '') + a.materialCode < (b.materialType ?? '') + b.materialCode ? -1 : 1;
