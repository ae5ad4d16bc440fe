import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';

interface Made {
  readonly sourceBillType: string;
  readonly sourceBillId: string;
  readonly sourceBillCode: string;
}

/** The return a bill ships. */
export function SourceLink({ row: { sourceBillType, sourceBillId, sourceBillCode } }: { readonly row: Made }) {
  return (
    <GuardedLink
      to={`${(sourceBillType === 'inv-return' ? invReturn : purchaseReturn).path ?? ''}/${sourceBillId}`}
      className="figures"
    >
      {sourceBillCode}
    </GuardedLink>
  );
}
