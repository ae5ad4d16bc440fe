import type { ReactNode } from 'react';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { billKind, billPath, textOf } from '../on-hand/place.view.ts';
import { OpeningList } from '../on-hand/stock-list.view.tsx';
import { gearStockBatchLog, stockBatchLog, stockBatchLogReads } from './stock-batch-log.resource.ts';

/** What a move says of the document it comes from. */
type Moved = Values & { readonly [K in 'billType' | 'billCode' | 'billId']?: unknown };

/** The kind of that document, in words. */
function BillKind({ row }: { readonly row: Moved }): ReactNode {
  const label = useLabel();
  const kind = textOf(row.billType);
  const word = billKind(kind);
  return word === undefined ? kind : label(word);
}

/** Its number, which leads to it. */
function Bill({ row }: { readonly row: Moved }): ReactNode {
  const [code, id] = [textOf(row.billCode), textOf(row.billId)];
  const path = billPath(textOf(row.billType), { id, code });
  return path === undefined ? (
    <span className="figures">{code}</span>
  ) : (
    <GuardedLink to={path} className="figures">
      {code}
    </GuardedLink>
  );
}

const COLUMNS = {
  billType: (row: Moved) => <BillKind row={row} />,
  billCode: (row: Moved) => <Bill row={row} />,
};
/** Kind and number are one fact; the id says nothing to anybody. */
const FACTS = {
  billType: (row: Moved) => (
    <span className="soft">
      <BillKind row={row} /> <Bill row={row} />
    </span>
  ),
  billId: false,
  // Warehouse or stall says it already.
  locationId: false,
} as const;

/** The moves of the warehouses. */
export const WarehouseMoves = () => <OpeningList of={stockBatchLog} reads={stockBatchLogReads} columns={COLUMNS} />;
/** One of them. */
export const WarehouseMove = () => <RecordPage of={stockBatchLog} facts={FACTS} />;
/** The moves of the stalls. */
export const StallMoves = () => <OpeningList of={gearStockBatchLog} reads={stockBatchLogReads} columns={COLUMNS} />;
/** One of them. */
export const StallMove = () => <RecordPage of={gearStockBatchLog} facts={FACTS} />;
