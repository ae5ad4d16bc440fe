/** Calls on price plans beyond the ordinary ones: lines by formula, and lines from a sheet. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { ref, text } from '../../../kernel/core/field.ts';
import { importShapes } from '../../../parts/sheet-answer/import-result.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

/** [own] Fills the lines of a plan by formula: what was typed stays, what a formula made is made anew. */
export const generateLines = (plan: Declaration) =>
  contract({
    method: 'POST',
    ...callOf(plan, 'generateDetails', 'edit'),
    summary: label(`${plan.label.zh}按公式生成明细`, `Fill the lines of ${plan.label.en} by formula`),
    input: { id: ref(plan.label.zh, plan.label.en, plan.name) },
    answer: shape.object({
      id: shape.id,
      added: shape.integer,
      renewed: shape.integer,
      typed: shape.integer,
      failed: shape.integer,
      /** The first of those without a price, and why. */
      errors: shape.list(shape.object({ materialId: shape.id, materialName: shape.text, reason: shape.text })),
    }),
  });

const sheetAddress = (segment: string, name: string) => ({
  service: 'master-data',
  path: `${segment}/${name}`,
  permission: `${segment}_import`,
});

/** The sheet that prices of a plan are written in. */
export const sheetTemplate = (segment: string, plan: Pick<Declaration, 'label'>) =>
  contract({
    method: 'GET',
    ...sheetAddress(segment, 'downloadExcelTemplate'),
    summary: label(`${plan.label.zh}价格明细导入模板`, `Import template of the lines of ${plan.label.en}`),
    input: {},
    answer: shape.file,
  });

/** Reads such a sheet into the plan that is named, or into a new one. */
export const importSheet = (segment: string, plan: Pick<Declaration, 'label'>) =>
  contract({
    method: 'POST',
    ...sheetAddress(segment, 'importExcelTemplate'),
    summary: label(`导入${plan.label.zh}价格明细`, `Import the lines of ${plan.label.en}`),
    input: {
      planId: text('价格集', 'Plan', { optional: true }),
      id: text('价格集', 'Plan', { optional: true }),
      /** Of a new plan; the caller's own where none is named. */
      companyDeptId: text('公司', 'Company', { optional: true }),
      /** `1`: only says what it would do. */
      dryRun: text('仅检查', 'Check only', { optional: true }),
      /** `1`: leaves rows out that are bad. */
      onlyGood: text('跳过错误行', 'Leave bad rows out', { optional: true }),
    },
    answer: shape.object({
      ...importShapes,
      landed: shape.boolean,
      /** The plan it went into; empty where nothing was written. */
      planId: shape.text,
    }),
  });
