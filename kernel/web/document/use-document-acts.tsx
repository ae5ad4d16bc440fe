import { useCallback, useMemo, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { WholeRecord } from '../../core/shape.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { RefusedBanner } from '../../../parts/notifications/refused-banner.tsx';
import { faultsIn } from '../form/use-faults.ts';
import type { Offered } from './actions.ts';
import type { DocumentPageProps } from './document-page.tsx';
import { type RefusedAct, useAct } from './use-act.tsx';

/**
 * The acts of one document on its page: what their buttons do, their dialogs, and why the last one was refused, in a
 * banner and at its lines. Lesser acts that come to the same state stand in the banner.
 */
export function useDocumentActs(
  of: Declaration,
  row: WholeRecord<Declaration> | undefined,
  offered: readonly Offered[],
  { acts, beforeAct }: Pick<DocumentPageProps, 'acts' | 'beforeAct'> = {},
) {
  const label = useLabel();
  const [refused, setRefused] = useState<RefusedAct>();
  const { act, dialog } = useAct(of, undefined, beforeAct, undefined, setRefused);
  const forget = useCallback(() => setRefused(undefined), []);
  const onAct = (offer: Offered): void => {
    forget();
    if (row === undefined) return;
    if (offer.action.page === true) acts?.[offer.name]?.(row, offer.action);
    else void act(offer.name, offer.action, [row]);
  };
  const { lineFaults } = useMemo(() => faultsIn(of, refused?.error.problems ?? []), [of, refused]);
  const helps = ({ name, action: { to, next }, why }: Offered): boolean =>
    name !== refused?.name && next !== true && why === undefined && to !== undefined && to === refused?.action.to;
  const banner = refused !== undefined && (
    <RefusedBanner
      action={label(refused.action.label)}
      error={refused.error}
      acts={offered.filter(helps).map((offer) => ({ label: label(offer.action.label), run: () => onAct(offer) }))}
      onClose={forget}
    />
  );
  return { onAct, dialog, banner, lineFaults, forget };
}
