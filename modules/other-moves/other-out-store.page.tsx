import { useMemo } from 'react';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useWords } from '../../parts/language/language.ts';
import { storedLots, storedMaterials } from '../stock/on-hand/stored-materials.view.ts';
import { otherMovesTexts } from './other-moves.texts.ts';
import { otherOutStore } from './other-out-store.document.ts';
import { PostedNote } from './posted-note.view.tsx';

type Lines = LinesOf<typeof otherOutStore>['details'];
/** What is typed stands first; what comes of it is shown where the bill is read. */
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200, brings: ['unitId', 'unitName'] },
  unitId: { width: 96, passed: true, uncoded: true },
  qty: { width: 96 },
  auxQty: { width: 76 },
  lotReason: { width: 150 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  unitCost: { onlyRead: true },
  amount: { onlyRead: true },
};
const FIRST: NonNullable<LinesWishes<Lines>['first']> = [
  'materialId',
  'unitId',
  'qty',
  'batchId',
  'amount',
  'lotReason',
  'pictures',
];
const NOTHING: readonly string[] = [];
const PLACES = { warehouse: 'warehouseId', store: 'factoryWarehouseId' } as const;
const SOURCES = {
  materialId: storedMaterials(PLACES, 'baseUnitId'),
  batchId: storedLots(PLACES),
};
/** Whether it may be reversed shows in its acts, and that it was above its lines. */
const FACTS: OwnFacts<typeof otherOutStore> = {
  reversible: false,
  reversal: false,
  visibleDeptIds: false,
};

/** One other issue: materials, the lots that were named, and the lots that left. */
export default function OtherOutStorePage() {
  const word = useWords(otherMovesTexts);
  const lines = useMemo(
    (): WishesByKey<typeof otherOutStore> => ({
      details: {
        columns: {
          ...COLUMNS,
          batchId: {
            width: 150,
            // A lot says of which material it is; the line knows that already.
            brings: NOTHING,
            render: (value, row) =>
              value === null || value === undefined || value === '' ? (
                <span className="soft">{word('first')}</span>
              ) : (
                String(row.batchName ?? '')
              ),
          },
        },
        first: FIRST,
        sources: SOURCES,
      },
    }),
    [word],
  );
  return (
    <DocumentPage of={otherOutStore} lines={lines} facts={FACTS}>
      {(row) => <PostedNote row={row} lines={row.details.length} />}
    </DocumentPage>
  );
}
