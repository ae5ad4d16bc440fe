import { useMemo } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { FormRow, LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useWords } from '../../parts/language/language.ts';
import { grouped } from '../../parts/line-grid/cell-text.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { outStore } from '../issuing/out-store.document.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { storedLots, storedMaterials } from '../stock/on-hand/stored-materials.view.ts';
import { allocation } from './allocation.document.ts';
import { transfersTexts } from './transfers.texts.ts';
import '../issuing/issuing.css';

type Lines = LinesOf<typeof allocation>['details'];
type Line = FormRow<Lines>;
const FACTS: OwnFacts<typeof allocation> = {
  outstoreId: (row) => <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} />,
  visibleDeptIds: false,
};
const NOTHING: readonly string[] = [];
const SOURCES = {
  materialId: storedMaterials('outLocationId', 'issueUnitId'),
  batchId: storedLots('outLocationId'),
};
/** What was held, picked and received is nothing to whoever still asks. */
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200, brings: ['unitId', 'unitName'] },
  unitId: { width: 96, passed: true, uncoded: true },
  qty: { width: 96 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  outAvailableQty: { onlyRead: true },
  inStockQty: { onlyRead: true },
  reservedQty: { onlyRead: true },
  pickedQty: { onlyRead: true },
  receivedQty: { onlyRead: true },
  settledQty: { onlyRead: true },
  managementPrice: { onlyRead: true },
};
const FIRST: NonNullable<LinesWishes<Lines>['first']> = [
  'materialId',
  'unitId',
  'qty',
  'batchId',
  'outAvailableQty',
  'inStockQty',
  'reservedQty',
  'pickedQty',
  'receivedQty',
];

const decimal = (value: unknown): Decimal | null =>
  typeof value === 'string' && Decimal.isText(value) ? Decimal.of(value) : null;
/** Less lies there than is asked for. */
function isShort(row: Line): boolean {
  const [qty, available] = [decimal(row.qty), decimal(row.outAvailableQty)];
  return qty !== null && available !== null && available.isBelow(qty);
}

/** Until it is approved, what there is at both ends stands beside each line; afterwards, what became of it. */
export default function AllocationPage() {
  const word = useWords(transfersTexts);
  const lines = useMemo(
    (): WishesByKey<typeof allocation> => ({
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
          outAvailableQty: {
            onlyRead: true,
            render: (value, row) =>
              value === null || value === undefined || value === '' ? null : (
                <span className={isShort(row) ? 'pick-short' : undefined}>{grouped(String(value))}</span>
              ),
          },
        },
        first: FIRST,
        sources: SOURCES,
        views: [{ label: transfersTexts.short, holds: isShort }],
      },
    }),
    [word],
  );
  return (
    <DocumentPage of={allocation} facts={FACTS} lines={lines}>
      {(row) => <Next row={row} />}
    </DocumentPage>
  );
}

/** Who goes on with an approved transfer, and where. */
function Next({ row }: { readonly row: RecordOf<typeof allocation> }) {
  const word = useWords(transfersTexts);
  if (row.status !== 'approved' || row.outState === 'none') return null;
  return (
    <NextStep words={row.outState === 'to-pick' ? word('next.pick') : word('next.sign', { place: row.inLocationName })}>
      <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} />
    </NextStep>
  );
}
