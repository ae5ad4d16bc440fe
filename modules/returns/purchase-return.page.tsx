import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { storedMaterials } from '../stock/on-hand/stored-materials.view.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { returnOutStore } from './return-out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { returnsTexts } from './returns.texts.ts';
import { lotsOfItsSupplier } from './supplier-lots.view.ts';

type Lines = LinesOf<typeof purchaseReturn>['details'];
const FACTS: OwnFacts<typeof purchaseReturn> = {
  returnOutstoreId: (row) => <BillLink of={returnOutStore} id={row.returnOutstoreId} code={row.returnOutstoreName} />,
};
/** A lot says what it is of: it stands first and brings its material. */
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  batchId: { width: 160, brings: ['materialId', 'materialName', 'materialCode', 'unitId', 'unitName'] },
  materialId: { width: 200, brings: ['unitId', 'unitName'] },
  unitId: { width: 96, passed: true, uncoded: true },
  qty: { width: 96 },
  auxQty: { width: 76 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  sourceInstoreCode: { onlyRead: true },
  receivedQty: { onlyRead: true },
  returnedQty: { onlyRead: true },
  returnableQty: { onlyRead: true },
  price: { onlyRead: true },
  taxRate: { onlyRead: true },
  amount: { onlyRead: true },
};
const LINES: WishesByKey<typeof purchaseReturn> = {
  details: {
    columns: COLUMNS,
    first: ['batchId', 'materialId', 'qty', 'unitId', 'returnableQty', 'price', 'amount', 'receivedQty', 'returnedQty'],
    sources: { materialId: storedMaterials('warehouseId', 'baseUnitId'), batchId: lotsOfItsSupplier },
  },
};

/** One return to a supplier: lots, how much of each may go back, and what is credited. */
export default function PurchaseReturnPage() {
  return (
    <DocumentPage of={purchaseReturn} facts={FACTS} lines={LINES}>
      {(row) => <Next row={row} />}
    </DocumentPage>
  );
}

/** Who goes on with an approved return, and where. */
function Next({ row }: { readonly row: RecordOf<typeof purchaseReturn> }) {
  const word = useWords(returnsTexts);
  if (row.status !== 'approved' && row.status !== 'done') return null;
  return (
    <NextStep words={word(row.status === 'approved' ? 'next.ship' : 'shipped')}>
      <BillLink of={returnOutStore} id={row.returnOutstoreId} code={row.returnOutstoreName} />
    </NextStep>
  );
}
