import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { returnOutStore } from './return-out-store.document.ts';
import { returnsTexts } from './returns.texts.ts';
import { SourceLink } from './source-link.view.tsx';

const FACTS: OwnFacts<typeof returnOutStore> = {
  sourceBillId: false,
  sourceBillCode: (row) => <SourceLink row={row} />,
};
const LINES: WishesByKey<typeof returnOutStore> = {
  details: {
    columns: {
      sourceDetailId: { hidden: true },
      factor: { hidden: true },
      baseUnitId: { hidden: true },
      baseQty: { hidden: true },
    },
    first: ['materialId', 'batchId', 'qty', 'unitId', 'auxQty', 'unitCost', 'amount'],
  },
};

/** One bill that ships a return: the lots, and, once they are gone, where their moves are. */
export default function ReturnOutStorePage() {
  const word = useWords(returnsTexts);
  return (
    <DocumentPage of={returnOutStore} facts={FACTS} lines={LINES}>
      {(row) =>
        row.status === 'shipped' && (
          <NextStep words={word('shipped')}>
            <GuardedLink to={`/store/stockbatchlogs?billCode_equal=${encodeURIComponent(row.billCode)}`}>
              {word('moves')}
            </GuardedLink>
          </NextStep>
        )
      }
    </DocumentPage>
  );
}
