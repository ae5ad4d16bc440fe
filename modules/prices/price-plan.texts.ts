import { label } from '../../kernel/core/label.ts';

/** What the page of a price document says. */
export const planTexts = {
  import: label('导入明细', 'Import lines'),
  open: label('长期', 'open'),
  unrelated: label('方案还没有关联部门，也不是公司的基础价：批准后不会被取价', 'No department is related to this plan, and it is not the base price: nobody will be charged by it'),
  'unrelated.role': label('方案还没有关联角色：批准后不会被取价', 'No role is related to this scheme: nobody will be charged by it'),
  version: label('第 {nr} 版', 'Version {nr}'),
  versions: label('版本', 'Versions'),
} as const;
