/** The calls on a count at the address of the factories, with rights of their own. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import * as counts from '../stock-check.calls.ts';
import { stockCheck } from '../stock-check.document.ts';

/** The face of the count that shows those of stores of factories. */
export const FACTORY_COUNTS = 'factoryinvcheck';
const at = (name: string, button: string) =>
  callOf({ service: stockCheck.service, segment: FACTORY_COUNTS, permission: FACTORY_COUNTS }, name, button);

export const generateDetail = contract({ ...counts.generateDetail, ...at('generateDetail', 'generate_detail') });
export const saveDetail = contract({ ...counts.saveDetail, ...at('saveDetail', 'save_detail') });
export const doCheckApproval = contract({ ...counts.doCheckApproval, ...at('doCheckApproval', 'do_check_approval') });
export const recount = contract({ ...counts.recount, ...at('recount', 'refuse') });
export const preCheck = contract({ ...counts.preCheck, ...at('preCheck', 'do_check') });
export const preCheckApproval = contract({
  ...counts.preCheckApproval,
  ...at('preCheckApproval', 'do_check_approval'),
});
export const viewCheckResult = contract({ ...counts.viewCheckResult, ...at('viewCheckResult', 'view') });
export const checkDetailList = contract({ ...counts.checkDetailList, ...at('checkDetailList', 'view') });
export const saveVoucher = contract({ ...counts.saveVoucher, ...at('saveOrUpdateInvCheckVoucher', 'voucher') });
export const downloadSheet = contract({ ...counts.downloadSheet, ...at('downloadExcelTemplate', 'export') });
export const importSheet = contract({ ...counts.importSheet, ...at('importExcelTemplate', 'import') });
