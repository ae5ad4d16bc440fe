import { useMemo } from 'react';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useWords } from '../../parts/language/language.ts';
import { priceText } from '../../parts/quantities/amount.rules.ts';
import { storedMaterials } from '../stock/on-hand/stored-materials.view.ts';
import { otherInStore } from './other-in-store.document.ts';
import { otherMovesTexts } from './other-moves.texts.ts';
import { PostedNote } from './posted-note.view.tsx';

type Lines = LinesOf<typeof otherInStore>['details'];
/** What is typed stands first; what comes of it is shown where the bill is read. */
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200, brings: ['unitId', 'unitName'] },
  unitId: { width: 96, passed: true, uncoded: true },
  qty: { width: 96 },
  auxQty: { width: 76 },
  price: { width: 128 },
  expiryDate: { width: 116 },
  productionDate: { width: 116 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  batchId: { width: 140, onlyRead: true },
  unitCost: { onlyRead: true },
  amount: { onlyRead: true },
};
const FIRST: NonNullable<LinesWishes<Lines>['first']> = [
  'materialId',
  'unitId',
  'qty',
  'price',
  'amount',
  'expiryDate',
];
const PLACES = { warehouse: 'warehouseId', store: 'factoryWarehouseId' } as const;
const SOURCES = { materialId: storedMaterials(PLACES, 'baseUnitId') };
/** Whether it may be reversed shows in its acts, and that it was above its lines. */
const FACTS: OwnFacts<typeof otherInStore> = {
  reversible: false,
  reversal: false,
  visibleDeptIds: false,
};

/** One other receipt: materials with their lots, and what becomes of them. */
export default function OtherInStorePage() {
  const word = useWords(otherMovesTexts);
  const lines = useMemo(
    (): WishesByKey<typeof otherInStore> => ({
      details: {
        columns: {
          ...COLUMNS,
          price: {
            ...COLUMNS.price,
            render: (value) =>
              value === null || value === undefined || value === '' ? (
                <span className="soft">{word('guess')}</span>
              ) : (
                priceText(String(value))
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
    <DocumentPage of={otherInStore} lines={lines} facts={FACTS}>
      {(row) => <PostedNote row={row} lines={row.details.length} />}
    </DocumentPage>
  );
}
