import { useCallback } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { type Record_ } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../kernel/web/list/row-actions.tsx';
import { useWords } from '../../kernel/web/words.ts';
import { sapSyncRun } from './sap-sync-run.resource.ts';
import { sapTexts } from './sap.texts.ts';
import { SyncButton, useSync } from './sync-button.view.tsx';

const of = sapSyncRun as unknown as Declaration;

/** Runs of the syncs: what came, what failed and why; and where they are started. */
export default function SapRunListPage() {
  const word = useWords(sapTexts);
  const { may, start } = useSync();
  const rowActions = useCallback((row: Record_): readonly RowAction[] => {
    const sync = may.find((each) => each.object === row['object']);
    const said = row['state'] === 'partial' ? 'again' : row['state'] === 'failed' ? 'resume' : undefined;
    return sync === undefined || said === undefined ? [] : [{ key: said, label: word(said), run: () => void start(sync) }];
  }, [may, start, word]);
  return <ListPage of={of} rowActions={rowActions} toolbar={<SyncButton />} />;
}
