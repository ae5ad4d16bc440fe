import type { ReactNode } from 'react';
import type { Values } from '../../../kernel/web/form/values.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { billKind, billPath, textOf } from './place.view.ts';

/** What a posted row says of the document it comes from. */
type Posted = Values & { readonly [K in 'billType' | 'billCode' | 'billId']?: unknown };
interface Props {
  readonly row: Posted;
}

/** The kind of that document, in words. */
function BillKind({ row }: Props): ReactNode {
  const label = useLabel();
  const kind = textOf(row.billType);
  const word = billKind(kind);
  return word === undefined ? kind : label(word);
}

/** Its number, which leads to it. */
function Bill({ row }: Props): ReactNode {
  const [code, id] = [textOf(row.billCode), textOf(row.billId)];
  if (code === '') return <span className="empty-cell">–</span>;
  const path = billPath(textOf(row.billType), { id, code });
  return path === undefined ? (
    <span className="figures">{code}</span>
  ) : (
    <GuardedLink to={path} className="figures">
      {code}
    </GuardedLink>
  );
}

/** The columns of posted rows that name their document. */
export const billColumns = {
  billType: (row: Posted) => <BillKind row={row} />,
  billCode: (row: Posted) => <Bill row={row} />,
};
/** The facts of a posted row: kind and number are one; the id says nothing to anybody. */
export const billFacts = {
  billType: (row: Posted) => (
    <span className="soft">
      <BillKind row={row} /> <Bill row={row} />
    </span>
  ),
  billId: false,
} as const;
