import { type ReactNode, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { fetchRows } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { DifferenceDialog, type Decision } from './difference-dialog.view.tsx';
import { inStoreDifference, inStoreDifferenceReads } from '../in-store-difference.document.ts';

const { batchConfirm } = inStoreDifference.life!.actions;

/** Differences; those chosen that wait are confirmed together. */
export default function InStoreDifferenceListPage(): ReactNode {
  const label = useLabel();
  const may = useAllowed(permissionOf(inStoreDifference, batchConfirm!.button));
  const notify = useNotify();
  const [decision, setDecision] = useState<Decision>();
  const confirm = (rows: readonly { readonly id: string }[]): Promise<void> =>
    fetchRows(inStoreDifference, 'page', { id_in: rows.map(({ id }) => id).join(',') }, rows.length).then(
      (whole) => setDecision({ act: 'batchConfirm', rows: (whole ?? []) as Decision['rows'] }),
      notify.error,
    );
  return (
    <>
      <ListPage
        of={inStoreDifference}
        reads={inStoreDifferenceReads}
        rowsActions={(rows) =>
          may && rows.length > 1 && rows.every(({ status }) => batchConfirm!.from.includes(status))
            ? [
                {
                  key: 'batchConfirm',
                  label: label(batchConfirm!.label),
                  run: () => void confirm(rows),
                },
              ]
            : []
        }
      />
      {decision !== undefined && <DifferenceDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}
