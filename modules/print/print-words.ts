import { label } from '../../kernel/core/label.ts';

/** Words of the program on a print. */
export const printWords = {
  printed: label('打印', 'Printed'),
  prepared: label('制单', 'Prepared by'),
  approved: label('审批', 'Approved by'),
  signature: label('签字与日期', 'Signature and date'),
  total: label('合计', 'Total'),
  number: label('序', 'No.'),
} as const;
