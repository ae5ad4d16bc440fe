/** The template and the import of requirement plans under the names existing clients know. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { importAnswer } from '../../parts/sheet-answer/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { requirementPlan } from './requirement-plan.document.ts';

export const planTemplate = contract({
  method: 'GET',
  ...callOf(requirementPlan, 'downloadexceltemplate', 'import'),
  summary: label('需求计划导入模板', 'Import template of requirement plans'),
  input: {},
  answer: shape.file,
});

/** One plan from the rows of a sheet. A large sheet answers the job that works on it. */
export const importPlan = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'importExcelRequirePlan', 'import'),
  summary: label('导入需求计划', 'Import a requirement plan'),
  input: {
    dryRun: text('只检查', 'Check only', { optional: true }),
    onlyGood: text('只导入正确的行', 'Land the good rows though others are bad', { optional: true }),
    isCovered: text('覆盖已有数据', 'Change what is there', { optional: true }),
  },
  answer: importAnswer,
});
