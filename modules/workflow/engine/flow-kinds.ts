import type { Label } from '../../../kernel/core/label.ts';
import { platformDictionaries } from '../../admin/dictionaries/dictionaries.ts';

/** Kinds of process, one for each document type of the dictionary `flow`. */
interface FlowKind {
  /** `flow_9` */
  readonly category: string;
  readonly label: Label;
  /** Segment of the document's address: `purchaseorder`. */
  readonly billType: string;
}
export const flowKinds: readonly FlowKind[] = platformDictionaries['flow']!.entries.map(([key, zh, en, remark]) => ({
  category: `flow_${key}`,
  label: { zh, en },
  billType: remark ?? key,
}));

const byCategory = new Map(flowKinds.map((kind) => [kind.category, kind]));
const byBillType = new Map(flowKinds.map((kind) => [kind.billType, kind]));
/** A kind of process by its category. */
export const kindOf = (category: string): FlowKind | undefined => byCategory.get(category);
/** A kind of process by the type of its document. */
export const kindOfBill = (billType: string): FlowKind | undefined => byBillType.get(billType);
/** Documents are known by the last part of their address: `process/leave` is the leave of the dictionary. */
export const billTypeOf = (segment: string): string => segment.slice(segment.lastIndexOf('/') + 1);
