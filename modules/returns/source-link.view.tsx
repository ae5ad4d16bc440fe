import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { factoryReturned } from './factory-returned.document.ts';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';

interface Props {
  readonly row: {
    readonly sourceBillType: string;
    readonly sourceBillId: string;
    readonly sourceBillCode: string;
  };
}

/** The return a bill ships. */
export const SourceLink = ({ row: { sourceBillType, sourceBillId, sourceBillCode } }: Props) => {
  if (sourceBillType === 'factory-returned')
    return <BillLink of={factoryReturned} id={sourceBillId} code={sourceBillCode} />;
  return (
    <BillLink
      of={sourceBillType === 'inv-return' ? invReturn : purchaseReturn}
      id={sourceBillId}
      code={sourceBillCode}
    />
  );
};
