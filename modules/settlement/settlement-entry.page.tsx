import type { ReactNode } from 'react';
import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useLabel } from '../../parts/language/language.ts';
import { billKind, billPath, textOf } from '../stock/on-hand/place.view.ts';
import { OpeningList } from '../stock/on-hand/stock-list.view.tsx';
import { settlementEntry, settlementEntryReads } from './settlement-entry.resource.ts';

/** What an entry says of the document it comes from. */
type Posted = Values & { readonly [K in 'billType' | 'billCode' | 'billId']?: unknown };

/** The kind of that document, in words. */
function BillKind({ row }: { readonly row: Posted }): ReactNode {
  const label = useLabel();
  const kind = textOf(row.billType);
  const word = billKind(kind);
  return word === undefined ? kind : label(word);
}

/** Its number, which leads to it. */
function Bill({ row }: { readonly row: Posted }): ReactNode {
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
  billType: (row: Posted) => <BillKind row={row} />,
  billCode: (row: Posted) => <Bill row={row} />,
};
/** Kind and number are one fact; ids say nothing to anybody, and who owes is said by its name. */
const FACTS = {
  billType: (row: Posted) => (
    <span className="soft">
      <BillKind row={row} /> <Bill row={row} />
    </span>
  ),
  billId: false,
  moveId: false,
  reversesEntryId: false,
  supplierId: false,
  partyDeptId: false,
} as const;

/** What each party owes. */
export const MoneyEntries = () => <OpeningList of={settlementEntry} reads={settlementEntryReads} columns={COLUMNS} />;
/** One of them. */
export const MoneyEntry = () => <RecordPage of={settlementEntry} facts={FACTS} />;
