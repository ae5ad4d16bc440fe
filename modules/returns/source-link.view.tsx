import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { purchaseReturn } from './purchase-return.document.ts';

interface Made {
  readonly sourceBillId: string;
  readonly sourceBillCode: string;
}

/** The return a bill ships. */
export function SourceLink({ row: { sourceBillId, sourceBillCode } }: { readonly row: Made }) {
  return (
    <GuardedLink to={`${purchaseReturn.path ?? ''}/${sourceBillId}`} className="figures">
      {sourceBillCode}
    </GuardedLink>
  );
}
