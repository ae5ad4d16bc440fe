import { type ReactNode, useState } from 'react';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { productionTexts } from '../production.texts.ts';
import { LabelSheet } from './label-sheet.view.tsx';
import { gearLabel } from './label.resource.ts';

/** 档口标签: those that are chosen are printed on label paper. */
export default function LabelListPage(): ReactNode {
  const word = useWords(productionTexts);
  const [printed, setPrinted] = useState<readonly string[]>();
  const acts = (ids: readonly string[]) => [
    { key: 'print-labels', label: word('labels.print'), run: () => setPrinted(ids) },
  ];
  return (
    <>
      <ListPage
        of={gearLabel}
        rowActions={(row) => acts([row.id])}
        rowsActions={(rows) => acts(rows.map(({ id }) => id))}
      />
      {printed !== undefined && <LabelSheet ids={printed} onClose={() => setPrinted(undefined)} />}
    </>
  );
}
