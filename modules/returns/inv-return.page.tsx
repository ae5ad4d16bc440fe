import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { invReturn } from './inv-return.document.ts';
import { returnOutStore } from './return-out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { returnsTexts } from './returns.texts.ts';
import { lotsOfItsSender } from './stall-lots.view.ts';

type Lines = LinesOf<typeof invReturn>['details'];
const FACTS: OwnFacts<typeof invReturn> = {
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
  receivedQty: { onlyRead: true },
  settledQty: { onlyRead: true },
};
const LINES: WishesByKey<typeof invReturn> = {
  details: {
    columns: COLUMNS,
    first: ['batchId', 'materialId', 'qty', 'unitId', 'auxQty', 'receivedQty'],
    sources: { batchId: lotsOfItsSender },
  },
};

/** One return of a stall: its lots, and who goes on with it. */
export default function InvReturnPage() {
  return (
    <DocumentPage of={invReturn} facts={FACTS} lines={LINES}>
      {(row) => <Next row={row} />}
    </DocumentPage>
  );
}

/** Who goes on with an approved return, and where. */
function Next({ row }: { readonly row: RecordOf<typeof invReturn> }) {
  const word = useWords(returnsTexts);
  if (row.status !== 'approved') return null;
  const isToFactory = row.returnType === 'to-factory';
  const sender = isToFactory ? row.warehouseName : row.gearOperationDeptName || row.useRestaurantDeptName;
  const receiver = isToFactory ? row.factoryWarehouseName : row.warehouseName;
  return (
    <NextStep
      words={
        row.outState === 'to-ship' ? word('next.stallShips', { place: sender }) : word('next.sign', { place: receiver })
      }
    >
      <BillLink of={returnOutStore} id={row.returnOutstoreId} code={row.returnOutstoreName} />
    </NextStep>
  );
}
