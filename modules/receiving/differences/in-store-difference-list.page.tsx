import { type ReactNode, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { DifferenceDialog, type Decision } from './difference-dialog.view.tsx';
import { inStoreDifference } from '../in-store-difference.document.ts';

const { batchConfirm } = inStoreDifference.life!.actions;

/** Differences; those chosen that wait are confirmed together. */
export default function InStoreDifferenceListPage(): ReactNode {
  const label = useLabel();
  const may = useAllowed(permissionOf(inStoreDifference, batchConfirm!.button));
  const [decision, setDecision] = useState<Decision>();
  return (
    <>
      <ListPage
        of={inStoreDifference}
        rowsActions={(rows) =>
          may && rows.length > 1 && rows.every(({ status }) => batchConfirm!.from.includes(status))
            ? [
                {
                  key: 'batchConfirm',
                  label: label(batchConfirm!.label),
                  run: () => setDecision({ act: 'batchConfirm', rows }),
                },
              ]
            : []
        }
      />
      {decision !== undefined && <DifferenceDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}
