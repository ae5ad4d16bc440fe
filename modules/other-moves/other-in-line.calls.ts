import { billLineCalls } from '../stock/bill-lines/bill-lines.ts';
import { otherInStore } from './other-in-store.document.ts';

/** Lines of an other receipt one at a time, as `otherinstoredetail`. */
export const otherInLines = billLineCalls(otherInStore);
