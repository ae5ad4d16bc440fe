import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import { billColumns, billFacts } from '../stock/on-hand/bill-of-row.view.tsx';
import { OpeningList } from '../stock/on-hand/stock-list.view.tsx';
import { settlementEntry, settlementEntryReads } from './settlement-entry.resource.ts';

/** Ids say nothing to anybody, and who owes is said by its name. */
const FACTS = {
  ...billFacts,
  moveId: false,
  reversesEntryId: false,
  supplierId: false,
  partyDeptId: false,
} as const;

/** What each party owes. */
export const MoneyEntries = () => (
  <OpeningList of={settlementEntry} reads={settlementEntryReads} columns={billColumns} />
);
/** One of them. */
export const MoneyEntry = () => <RecordPage of={settlementEntry} facts={FACTS} />;
