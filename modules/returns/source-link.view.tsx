import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';

interface Props {
  readonly row: {
    readonly sourceBillType: string;
    readonly sourceBillId: string;
    readonly sourceBillCode: string;
  };
  readonly isAlone?: boolean | undefined;
}

/** The return a bill ships. */
export const SourceLink = ({ row: { sourceBillType, sourceBillId, sourceBillCode }, isAlone }: Props) => (
  <BillLink
    of={sourceBillType === 'inv-return' ? invReturn : purchaseReturn}
    id={sourceBillId}
    code={sourceBillCode}
    isAlone={isAlone}
  />
);
