import { useCallback } from 'react';

import { type ListRow, invalidateLists } from '../../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../../../parts/table/row-actions.tsx';
import { useAllowed } from '../../../../kernel/web/queries.ts';
import { request } from '../../../../kernel/web/request.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../../parts/language/language.ts';
import { undoReplacement } from './bom-replacement.calls.ts';
import { bomReplacement, bomReplacementReads } from './bom-replacement.resource.ts';
import { bomReplacementTexts } from './bom-replacement.texts.ts';
import { dishBom } from '../dish-bom.resource.ts';

type Row = ListRow<typeof bomReplacement, (typeof bomReplacementReads)[number]>;
/** What was replaced in recipes, and how it is taken back. */
export default function BomReplacementPage() {
  const word = useWords(bomReplacementTexts);
  const notify = useNotify();
  const may = useAllowed('bomreplacement_replace');
  const undo = useCallback(
    async (row: Row) => {
      if (
        !(await notify.ask(word('undo.ask', { from: String(row.materialName), to: String(row.toMaterialName) }), {
          content: word('undo.how'),
          okText: word('undo'),
        }))
      )
        return;
      try {
        const { back, left } = await request(undoReplacement, { id: row.id });
        if (left > 0) notify.warn(word('undo.left', { back, left }));
        else notify.done(word('undo.done', { back }));
      } catch (error) {
        notify.error(error);
      } finally {
        await Promise.all([bomReplacement, dishBom].map((each) => invalidateLists(each)));
      }
    },
    [notify, word],
  );
  const rowActions = useCallback(
    (row: Row): readonly RowAction[] =>
      may && row.replacementState === 'done' ? [{ key: 'undo', label: word('undo'), run: () => void undo(row) }] : [],
    [may, undo, word],
  );
  return <ListPage of={bomReplacement} reads={bomReplacementReads} rowActions={rowActions} />;
}
