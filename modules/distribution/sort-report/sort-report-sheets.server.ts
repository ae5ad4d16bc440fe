/** The sort report as sheets: the whole first, then one for each group. A route is listed as its vehicle is loaded. */
import { fill, label, type Language } from '../../../kernel/core/label.ts';
import type { SheetSpec } from '../../../parts/xlsx/sheet-spec.ts';
import { sheetColumn } from '../../../parts/xlsx/sheet-writer.ts';
import type { LoadedCrates, ReportRow } from './sort-report.calls.ts';
import { type Grouping, loadingOrder } from './sort-report.rules.ts';

const WORDS = {
  all: label('合计', 'Total'),
  stop: label('顺序', 'Stop'),
  site: label('项目部', 'Site'),
  route: label('线路', 'Route'),
  group: {
    material: label('商品', 'Goods'),
    site: label('客户', 'Client'),
    route: label('线路', 'Route'),
  },
  code: label('物料编码', 'Code'),
  material: label('物料', 'Material'),
  spec: label('规格', 'Spec'),
  unit: label('单位', 'Unit'),
  qty: label('应拣', 'To sort'),
  num: label('实拣', 'Sorted'),
  short: label('缺货', 'Short'),
  mark: label('缺', 'short'),
  piece: label('只', 'crates'),
  held: label('对方已有 {count} 只', 'holds {count}'),
} as const;

const column = (
  title: { zh: string; en: string },
  language: Language,
  kind: 'text' | 'code' | 'integer' | 'quantity',
) => sheetColumn(title[language], { kind });

/** Excel takes 31 characters and none of these; two sheets never have one name. */
function named(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const plain =
      name
        .replaceAll(/[\\/?*[\]:']/g, ' ')
        .trim()
        .slice(0, 27) || '-';
    let own = plain;
    for (let next = 2; used.has(own.toLowerCase()); next += 1) own = `${plain} ${next}`;
    used.add(own.toLowerCase());
    return own;
  });
}

/** A sheet of the whole report, and one for each group of it. */
export function reportSheets(
  report: readonly ReportRow[],
  crates: readonly LoadedCrates[],
  by: Grouping,
  language: Language,
): readonly SheetSpec[] {
  const rows = report.filter(({ isTotal }) => !isTotal);
  const groups = [...Map.groupBy(rows, ({ groupId }) => groupId).values()];
  const names = named([WORDS.all[language], ...groups.map(([first]) => first!.groupName)]);
  return [
    whole(report, by, names[0]!, language),
    ...groups.map((own, index) =>
      by === 'site'
        ? ofSite(own, names[index + 1]!, language)
        : ofStops(
            own,
            crates.filter(({ routeId }) => by === 'route' && routeId === own[0]!.groupId),
            names[index + 1]!,
            language,
          ),
    ),
  ];
}

/** All rows with their totals. */
function whole(report: readonly ReportRow[], by: Grouping, name: string, language: Language): SheetSpec {
  const of = (title: { zh: string; en: string }, kind: 'text' | 'code' | 'quantity') => column(title, language, kind);
  return {
    name,
    columns: [
      of(WORDS.group[by], 'text'),
      of(WORDS.code, 'code'),
      of(WORDS.material, 'text'),
      of(WORDS.spec, 'text'),
      of(WORDS.unit, 'text'),
      of(WORDS.qty, 'quantity'),
      of(WORDS.num, 'quantity'),
      of(WORDS.short, 'quantity'),
    ],
    rows: report.map((row) => [
      row.groupName,
      row.materialCode,
      row.materialName,
      row.spec,
      row.unitName,
      row.totalQty,
      row.sortedQty,
      row.shortQty,
    ]),
  };
}

/** Stop after stop, the last one first: what is loaded first stands at the top; the crates below, stop after stop. */
function ofStops(
  rows: readonly ReportRow[],
  crates: readonly LoadedCrates[],
  name: string,
  language: Language,
): SheetSpec {
  const lines = rows.flatMap((row) => row.columns.map((each) => ({ ...each, row })));
  return {
    name,
    columns: [
      column(WORDS.stop, language, 'integer'),
      column(WORDS.site, language, 'text'),
      column(WORDS.code, language, 'code'),
      column(WORDS.material, language, 'text'),
      column(WORDS.unit, language, 'text'),
      column(WORDS.qty, language, 'quantity'),
      column(WORDS.num, language, 'quantity'),
      column(WORDS.short, language, 'text'),
    ],
    rows: [
      ...loadingOrder(lines).map(({ stopSeq, name: site, qty, num, isShort, row }) => [
        stopSeq === null ? null : String(stopSeq),
        site,
        row.materialCode,
        row.materialName,
        row.unitName,
        qty,
        num,
        isShort ? WORDS.mark[language] : null,
      ]),
      ...loadingOrder(crates).map(({ stopSeq, siteName, crateName, loadQty, heldQty }) => [
        stopSeq === null ? null : String(stopSeq),
        siteName,
        null,
        crateName,
        WORDS.piece[language],
        String(loadQty),
        null,
        fill(WORDS.held[language], { count: heldQty }),
      ]),
    ],
  };
}

/** What one client gets. */
function ofSite(rows: readonly ReportRow[], name: string, language: Language): SheetSpec {
  return {
    name,
    columns: [
      column(WORDS.code, language, 'code'),
      column(WORDS.material, language, 'text'),
      column(WORDS.spec, language, 'text'),
      column(WORDS.route, language, 'text'),
      column(WORDS.unit, language, 'text'),
      column(WORDS.qty, language, 'quantity'),
      column(WORDS.num, language, 'quantity'),
      column(WORDS.short, language, 'quantity'),
    ],
    rows: rows.map((row) => [
      row.materialCode,
      row.materialName,
      row.spec,
      row.columns.map((each) => each.name).join('、'),
      row.unitName,
      row.totalQty,
      row.sortedQty,
      row.shortQty,
    ]),
  };
}
