import { useCallback, useMemo, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import type { WholeRecord } from '../../core/shape.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { RefusedBanner } from '../../../parts/notifications/refused-banner.tsx';
import { faultsIn } from '../form/use-faults.ts';
import type { Offered } from './actions.ts';
import type { DocumentPageProps } from './document-page.tsx';
import { invalidateLists } from '../list/list-data.ts';
import { useNotify } from '../use-notify.tsx';
import { type RefusedAct, useAct } from './use-act.tsx';

/** Work a page does itself, under the word of its button: what refuses it stands in the page. */
export type RunWork = (word: string, work: () => unknown) => Promise<void>;

/**
 * The acts of one document on its page: what their buttons do, their dialogs, and why the last one was refused, in a
 * banner and at its lines. Lesser acts that come to the same state stand in the banner.
 */
export function useDocumentActs(
  declaration: Declaration,
  row: WholeRecord<Declaration> | undefined,
  offered: readonly Offered[],
  { acts, beforeAct }: Pick<DocumentPageProps, 'acts' | 'beforeAct'> = {},
) {
  const label = useLabel();
  const [refused, setRefused] = useState<RefusedAct>();
  const { act, dialog } = useAct(declaration, undefined, beforeAct, undefined, setRefused);
  const notify = useNotify();
  const forget = useCallback(() => setRefused(undefined), []);
  const run = useCallback(
    async (word: string, work: () => unknown, of?: Pick<Offered, 'name' | 'action'>): Promise<void> => {
      forget();
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError && error.errorKind === 'refused')) return notify.error(error);
        setRefused({ word, error, ...of });
        await invalidateLists(declaration);
      }
    },
    [declaration, forget, notify],
  );
  const onAct = (offer: Offered): void => {
    if (row === undefined) return forget();
    const { name, action } = offer;
    if (action.page === true) return void run(label(action.label), () => acts?.[name]?.(row, action), offer);
    forget();
    void act(name, action, [row]);
  };
  const { lineFaults } = useMemo(() => faultsIn(declaration, refused?.error.problems ?? []), [declaration, refused]);
  const helps = ({ name, action: { to, next }, why }: Offered): boolean =>
    name !== refused?.name && next !== true && why === undefined && to !== undefined && to === refused?.action?.to;
  const banner = refused !== undefined && (
    <RefusedBanner
      action={refused.word}
      error={refused.error}
      acts={offered.filter(helps).map((offer) => ({ label: label(offer.action.label), run: () => onAct(offer) }))}
      onClose={forget}
    />
  );
  return { onAct, run, dialog, banner, lineFaults, forget };
}
