/**
 * In-stores of goods that were sent, at their two addresses, and the differences of pushed goods as each side sees
 * them.
 */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { readRecord, recordById } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { idOf } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { differencesOf } from '../bill-history.server.ts';
import { readBillId } from '../bill.server.ts';
import { confirm, sideCalls } from '../difference-calls.server.ts';
import { completeBill, explainDifferences } from '../do-difference.server.ts';
import { receiveGoods } from '../do-receiving.server.ts';
import { faceOf, type InstoreType } from '../in-store-faces.server.ts';
import { submitBill } from '../in-store.server.ts';
import { proposeClaims, proposeDelivery } from '../proposals.server.ts';
import { reverseGoods } from '../reverse-receiving.server.ts';
import * as calls from './face.calls.ts';

type Face = typeof calls.PUSHED | typeof calls.GIVEN_BACK;
const KIND: Readonly<Record<Face['bills'], InstoreType>> = {
  factorysuppressinstore: 'suppress',
  factoryreturnedinstore: 'returned',
};

type SourceBill = TypeOf<Face['getSourceBill']['answer']>;
/** A bill with its lines as they were sent. */
async function sentBill(
  context: Context,
  kind: InstoreType,
  { id, instoreId, billCode }: { readonly [K in 'id' | 'instoreId' | 'billCode']: string | null },
): Promise<SourceBill> {
  const given = id ?? instoreId;
  if (given === null && billCode === null) throw new Refused(refuse('receiving.code-missing'));
  if (given !== null && !/^\d{1,19}$/.test(given))
    throw new Refused(refuse('param.invalid', { name: 'id', value: given }));
  const of = faceOf(context, kind);
  const bill = await readRecord(of, context, given === null ? { billCode: billCode! } : { id: given });
  if (bill === undefined) throw unknownRecord(of.label);
  return {
    id: bill.sourceBillId,
    billCode: bill.sourceBillCode ?? '',
    sourceBillType: bill.sourceBillType,
    fromLocationName: bill.fromLocationName,
    locationName: bill.locationName,
    details: bill.details.map((line) => ({
      id: line.sourceDetailId ?? '',
      materialId: line.materialId,
      materialName: line.materialName,
      batchCode: line.batchName,
      unitName: line.unitName,
      qty: line.qty,
      receivedQty: line.receivedQty,
      openQty: line.openQty,
    })),
  };
}

/** Nobody makes such a bill by hand: what was sent is known. */
function requireMade(body: Readonly<Record<string, unknown>>): void {
  if (idOf(body) === null) throw new Refused(refuse('receiving.sent-made', {}, { field: 'sourceBillId' }));
}

function dockCalls(face: Face): readonly Call[] {
  const kind = KIND[face.bills];
  const bills = (context: Context) => faceOf(context, kind);
  return [
    serve(face.submit, (context, input, { body }) => {
      requireMade(body);
      return submitBill(context, input, body, bills(context));
    }),
    serve(face.getSourceBill, (context, input) => sentBill(context, kind, input)),
    serve(face.preReceiving, (context, input) => proposeDelivery(context, input, bills(context)), { reads: true }),
    serve(face.doReceiving, (context, input) => receiveGoods(context, input, bills(context))),
    serve(face.reverseReceiving, (context, input) => reverseGoods(context, input, bills(context))),
    serve(face.preDifference, (context, input) => proposeClaims(context, input, bills(context)), { reads: true }),
    serve(face.doDifference, (context, input) => explainDifferences(context, input, bills(context))),
    serve(face.completeReceiving, (context, input) => completeBill(context, input, bills(context))),
  ];
}

const differenceDetail = serve(calls.differenceDetail, async (context, input) => {
  const id = readBillId({ ...input, billId: null });
  return {
    header: await recordById(context, faceOf(context, 'suppress'), id),
    cases: await differencesOf(context, id),
  };
});

const PUSHED_ALONE = { pushed: '1' };

export const sentGoodsCalls: readonly Call[] = [
  ...dockCalls(calls.PUSHED),
  ...dockCalls(calls.GIVEN_BACK),
  differenceDetail,
  ...sideCalls('factory', calls.ofFactory, PUSHED_ALONE),
  ...sideCalls('project', calls.ofProject, PUSHED_ALONE),
  serve(calls.differenceConfirm, (context, { id, ...decided }) =>
    confirm(context, readIds({ id }).slice(0, 1), decided),
  ),
  serve(calls.batchConfirm, (context, { id, ids, ...decided }) =>
    confirm(context, readIds({ id, ids }), { ...decided, agreedQty: null }),
  ),
];
