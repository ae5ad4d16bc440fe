/** What helps a new company begin: starting sets, a sample week, and a whole company made up to look around in. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { user } from '../../admin/people/user.resource.ts';
import { dishType } from '../../master-data/dishes/dish-type.resource.ts';
import { materialType } from '../../master-data/materials/material-type.resource.ts';
import { menuTemplateType } from '../../master-data/menus/menu-template-type.resource.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import type { StepKey } from './first-steps.rules.ts';
import { dishTypeRows, materialTypeRows, menuTypeRows, type StartingRow } from './starting-sets.ts';

const takeSet = (of: Declaration) =>
  contract({
    method: 'POST',
    ...callOf(of, 'startingSet', 'add'),
    summary: label(
      `取用起始${of.label.zh}：已有的编码和名称不动`,
      `Take the starting set (${of.label.en}); codes and names that are there stay as they are`,
    ),
    input: {},
    answer: shape.object({ created: shape.integer }),
  });

/** Records a company may begin with, and the step they belong to. */
export interface StartingSet {
  readonly step: StepKey;
  readonly of: Declaration;
  readonly rows: readonly StartingRow[];
  readonly take: ReturnType<typeof takeSet>;
}
const startingSet = (step: StepKey, of: Declaration, rows: readonly StartingRow[]): StartingSet => ({
  step,
  of,
  rows,
  take: takeSet(of),
});
export const materialTypeSet = startingSet('materials', materialType, materialTypeRows);
export const dishTypeSet = startingSet('dishes', dishType, dishTypeRows);
export const menuTypeSet = startingSet('dishes', menuTemplateType, menuTypeRows);
export const STARTING_SETS: readonly StartingSet[] = [materialTypeSet, dishTypeSet, menuTypeSet];

/** A draft of next week for the first stall, of the dishes there are; the same one where it was made before. */
export const planSampleWeek = contract({
  method: 'POST',
  ...callOf(salesPlan, 'sampleWeek', 'add'),
  summary: label('排一份示例周（草稿）', 'Plan a sample week, as a draft'),
  input: {},
  answer: shape.object({ id: shape.id, billCode: shape.text }),
});

/** Begins to load the sample company; who asks again while it is loaded is answered the same job. */
export const loadSampleCompany = contract({
  method: 'POST',
  service: 'blade-report',
  path: 'home/sample-company',
  permission: permissionOf(user, 'add'),
  summary: label('载入示例公司（仅空公司的管理员）', 'Load the sample company, for an administrator of an empty one'),
  input: {},
  answer: shape.object({
    jobId: shape.id,
    /** Of all its accounts, told this once; null for a job that is under way already. */
    password: shape.nullable(shape.text),
  }),
});
