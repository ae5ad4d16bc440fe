/** A plan from a sheet: a row for each material, where and when it is needed. */
import { permissionOf } from '../../kernel/core/declaration.ts';
import { choice, day, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { Call } from '../../kernel/server/context.ts';
import { importCall, templateCall } from '../../parts/sheets/excel-calls.ts';
import type { LineSheet } from '../../parts/sheets/line-sheet.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const { sourceKind } = requirementPlan.lines!.details.fields;

export const planSheet: LineSheet = {
  fields: {
    warehouseId: ref('仓库', 'Warehouse', 'warehouse'),
    materialId: ref('物料', 'Material', 'material'),
    needDate: day('需求日期', 'Needed on'),
    unitId: ref('单位', 'Unit', 'materialUnit'),
    planQty: quantity('计划量', 'Planned', { positive: true }),
    sourceKind: choice(
      '货源',
      'Source',
      sourceKind.rules.choices!.map((each) => [each.value, each.label.zh, each.label.en] as const),
      { default: 'direct' },
    ),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  byName: ['materialUnit'],
  documentsOf(rows) {
    const days = rows.map((row) => String(row.values['needDate'])).toSorted();
    return [{ header: { planType: 'import', startDate: days[0], endDate: days.at(-1) }, rows }];
  },
};

/** The same under the names existing clients know. */
export function planSheetCalls({ registry, fileFolder }: Services): readonly Call[] {
  const { service, segment } = requirementPlan;
  const of = () => registry().find(requirementPlan.name);
  const permission = permissionOf(requirementPlan, 'import');
  return [
    {
      method: 'GET',
      service,
      path: `${segment}/downloadexceltemplate`,
      permission,
      reads: true,
      summary: label('需求计划导入模板', 'Import template of requirement plans'),
      handle: (context, input, file) => templateCall(registry(), of()).handle(context, input, file),
    },
    {
      method: 'POST',
      service,
      path: `${segment}/importExcelRequirePlan`,
      permission,
      upload: 'sheet or job',
      prepare: (context, input, file) => importCall(registry(), of(), fileFolder).prepare?.(context, input, file),
      summary: label('导入需求计划', 'Import a requirement plan'),
      handle: (context, input, file) => importCall(registry(), of(), fileFolder).handle(context, input, file),
    },
  ];
}
