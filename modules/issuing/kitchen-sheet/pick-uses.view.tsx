import { useQuery } from '@tanstack/react-query';
import { Button, Collapse } from 'antd';
import type { ReactNode } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { KitchenSheet } from './kitchen-sheet.view.tsx';
import { kitchenSheetTexts } from './kitchen-sheet.texts.ts';
import { pickUses } from '../pick.calls.ts';

/** The kitchen sheet of a bill that was filled from the plan; nothing of another. */
export default function PickUses({ id }: { readonly id: string }): ReactNode {
  const word = useWords(kitchenSheetTexts);
  const found = useQuery({
    queryKey: ['pick-uses', id],
    queryFn: ({ signal }) => request(pickUses, { id }, { signal }),
  });
  if (found.data === undefined || found.data.length === 0) return null;
  return (
    <Collapse
      className="pick-uses"
      items={[
        {
          key: 'sheet',
          label: word('title'),
          children: (
            <>
              <Button onClick={() => window.print()}>{word('print')}</Button>
              <KitchenSheet uses={found.data} />
            </>
          ),
        },
      ]}
    />
  );
}
