import { billLineCalls } from '../stock/bill-lines/bill-lines.ts';
import { allocation } from './allocation.document.ts';

/** Lines of a transfer one at a time, as `allocationdetail`. */
export const allocationLines = billLineCalls(allocation);
