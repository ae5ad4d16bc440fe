/** The calls of the in-store at the addresses of goods that were sent: pushed by a factory, or given back to one. */
import { addressOf, callOf, contract, pageInput } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import * as dock from '../in-store.calls.ts';
import { inStore } from '../in-store.document.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import * as differences from '../in-store-difference.calls.ts';

/** The same dock, with rights of its own. */
function dockAt<const S extends string>(segment: S) {
  const face = { service: inStore.service, segment, permission: segment };
  const at = (name: string, button: string) => callOf(face, name, button);
  return {
    bills: segment,
    submit: contract({ ...dock.submit, ...addressOf(face, 'submit'), permission: [`${segment}_edit`] }),
    preReceiving: contract({ ...dock.preReceiving, ...at('preReceiving', 'do_receiving') }),
    doReceiving: contract({ ...dock.doReceiving, ...at('doReceiving', 'do_receiving') }),
    reverseReceiving: contract({ ...dock.reverseReceiving, ...at('reverseReceiving', 'reverse_receiving') }),
    preDifference: contract({ ...dock.preDifference, ...at('preDifference', 'do_difference') }),
    doDifference: contract({ ...dock.doDifference, ...at('doDifference', 'do_difference') }),
    completeReceiving: contract({ ...dock.completeReceiving, ...at('completeReceiving', 'complete_receiving') }),
    /** What was sent by the bill, each line with what is open of it; nothing of what others were sent. */
    getSourceBill: contract({
      method: 'GET',
      ...at('getSourceBill', 'view'),
      summary: label('查看来源单据', 'Look at the source'),
      input: dock.getSourceBill.input,
      answer: shape.object({
        id: shape.id,
        billCode: shape.text,
        sourceBillType: shape.text,
        fromLocationName: shape.text,
        locationName: shape.text,
        details: shape.list(
          shape.object({
            id: shape.id,
            materialId: shape.id,
            materialName: shape.text,
            batchCode: shape.text,
            unitName: shape.text,
            qty: shape.quantity,
            receivedQty: shape.quantity,
            openQty: shape.quantity,
          }),
        ),
      }),
    }),
  };
}

export const PUSHED = dockAt('factorysuppressinstore');
export const GIVEN_BACK = dockAt('factoryreturnedinstore');

const face = { service: inStore.service, segment: PUSHED.bills, permission: PUSHED.bills };
const at = (name: string, button: string) => callOf(face, name, button);
const named = text('入库单', 'In-store', { optional: true });

const listOfSide = (page: string, file: string, zh: string, en: string) => ({
  page: contract({
    method: 'GET',
    ...at(page, 'view'),
    summary: label(zh, en),
    input: pageInput,
    answer: shape.page(shape.row(inStoreDifference, { actionable: shape.flag })),
  }),
  export: contract({
    method: 'GET+POST',
    ...at(file, 'export'),
    summary: label('导出强压差异', 'Export differences of pushed goods'),
    input: {},
    answer: shape.file,
  }),
});
/** `Porject` is how existing clients spell it. */
export const ofFactory = listOfSide(
  'getDifferencePage',
  'exportDifference',
  '强压差异：工厂',
  'Differences of pushed goods, the factory’s side',
);
export const ofProject = listOfSide(
  'getDifferencePageFromPorject',
  'exportDifferenceFromPorject',
  '强压差异：项目部',
  'Differences of pushed goods, the site’s side',
);

/** The cases of one bill. */
export const differenceDetail = contract({
  method: 'GET',
  ...at('differenceDetail', 'view'),
  summary: label('强压差异详情', 'Differences of one bill'),
  input: { instoreId: named, id: named },
  answer: shape.object({
    header: shape.open({ id: shape.id, billCode: shape.text, status: shape.text }),
    cases: shape.list(shape.open({ id: shape.id, billCode: shape.text, status: shape.text })),
  }),
});

export const differenceConfirm = contract({
  ...differences.confirm,
  ...at('differenceConfirm', 'difference_confirm'),
  permission: ['invinstoredifference_confirm'],
});
export const batchConfirm = contract({
  ...differences.batchConfirm,
  ...at('batchConfirm', 'batch_confirm'),
  permission: ['invinstoredifference_batch_confirm'],
});
