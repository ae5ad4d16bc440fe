/** A plan from a sheet: a row for each material, where and when it is needed. */
import { choice, day, quantity, ref, text } from '../../kernel/core/field.ts';
import type { importAnswer } from '../../parts/sheet-answer/import-result.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Call } from '../../kernel/server/context.ts';
import { importCall, templateCall } from '../../parts/sheets/excel-calls.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { serve } from '../../kernel/server/serve.ts';
import type { Services } from '../../kernel/server/registry.ts';
import * as calls from './plan-sheet.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const { sourceKind } = requirementPlan.lines!.details.fields;

export const planSheet = lineSheet({
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
    const days = rows.map((row) => String(row.values.needDate)).toSorted();
    return [{ header: { planType: 'import', startDate: days[0], endDate: days.at(-1) }, rows }];
  },
});

/** The same under the names existing clients know; the folder is where large sheets wait for their job. */
export const planSheetCalls = ({ fileFolder }: Pick<Services, 'fileFolder'>): readonly Call[] => [
  serve(calls.planTemplate, (context, input) => templateCall(requirementPlan).handle(context, input, null), {
    reads: true,
  }),
  serve(
    calls.importPlan,
    async (context, _input, { body, file }) => {
      const imported = importCall(requirementPlan, fileFolder);
      return (await imported.handle(context, body, file)) as TypeOf<typeof importAnswer>;
    },
    {
      upload: 'sheet or job',
      prepare: (context, _input, { body, file }) =>
        importCall(requirementPlan, fileFolder).prepare?.(context, body, file),
    },
  ),
];
