import { useEffect, useMemo, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { get, intent } from '../../parts/client/api.ts';
import { ApiError, type FieldProblem } from '../../parts/client/errors.ts';
import { useWords } from '../../parts/language/language.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { callOf } from '../../kernel/web/catalogue.ts';
import type { FormRow } from '../../kernel/web/document/lines-editor.tsx';
import type { GridRow, Problem } from '../../parts/line-grid/model.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { countingTexts } from './counting.texts.ts';
import { useCountAddress } from './faces/count-address.view.ts';
import type * as calls from './stock-check.calls.ts';
import type { stockCheck } from './stock-check.document.ts';

export type ReviewBill = TypeOf<typeof calls.preCheckApproval.answer>;
type ReviewLine = ReviewBill['details'][number];
export type ReviewRow = FormRow<LinesOf<typeof stockCheck>['details']>;

/** Was another quantity counted than the book expects? */
export const differs = (row: GridRow | ReviewLine): boolean => row.varianceQty !== '0' && row.varianceQty !== null;

/** The lots of a count with their causes, and what their differences come to. */
export function useReview(bill: ReviewBill) {
  const seesCost = useCountAddress().may('view_cost');
  const [rows, setRows] = useState<readonly ReviewRow[]>([]);
  useEffect(() => setRows((before) => withTypedCauses(bill.details, before)), [bill]);
  const [onlyDifferent, setOnlyDifferent] = useState(() => bill.details.some(differs));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const shown = useMemo(() => (onlyDifferent ? rows.filter(differs) : rows), [rows, onlyDifferent]);
  const change = (next: readonly GridRow[]): void => {
    const changed = new Map(next.map((row) => [row.key, row]));
    setRows(rows.map((row) => changed.get(row.key) ?? row));
    setProblems([]);
  };
  const different = bill.details.filter(differs);
  return {
    bill,
    seesCost,
    rows,
    shown,
    change,
    onlyDifferent,
    setOnlyDifferent,
    problems,
    setProblems,
    different,
    gain: amountOf(different, (amount) => amount.isPositive()),
    loss: amountOf(different, (amount) => amount.isNegative()),
  };
}
export type Review = ReturnType<typeof useReview>;

/** The lines with their present figures, and causes as they were typed or else as they are proposed. */
function withTypedCauses(lines: readonly ReviewLine[], before: readonly ReviewRow[]): readonly ReviewRow[] {
  const typed = new Map(before.map((row) => [row.key, row]));
  return lines.map((line): GridRow => ({
    ...line,
    key: line.id,
    cause: typed.get(line.id)?.cause ?? (line.cause || line.proposedCause || null),
    causeRemark: typed.get(line.id)?.causeRemark ?? line.causeRemark,
  }));
}

/** The sum of those amounts, without a sign, to the cent. */
const amountOf = (lines: readonly ReviewLine[], counts: (amount: Decimal) => boolean): string =>
  Decimal.sum(lines.map((line) => Decimal.of(line.varianceAmount ?? '0')).filter(counts))
    .abs()
    .toFixed(2);

interface ApproveOptions {
  readonly review: Review;
  /** Reads the bill anew. */
  readonly reload: () => Promise<unknown>;
  readonly onApproved: () => void;
}

/** Posts the differences with their causes after one question; refusals go to their lots. */
export function useApprove({ review, reload, onApproved }: ApproveOptions) {
  const { bill, rows, setProblems } = review;
  const word = useWords(countingTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const { doCheckApproval, of } = useCountAddress();
  const confirm = (): Promise<boolean> => {
    const { different, seesCost, gain, loss } = review;
    const count = different.length;
    const content = seesCost ? word('approve.ask', { count, gain, loss }) : word('approve.ask.plain', { count });
    return notify.ask(word('approve'), { ...(count === 0 ? {} : { content }), okText: word('approve') });
  };
  const approve = async (): Promise<void> => {
    if (!(await confirm())) return;
    const body = bodyOf(bill.id, rows);
    setBusy(true);
    refused.forget();
    try {
      await request(doCheckApproval, body, { key: once.keyFor(body) });
      const { status } = await get<{ status: string }>(callOf(of, 'detail'), { id: bill.id });
      notify.done(word(status === 'counted' ? 'agreed' : 'approved', { bill: bill.billCode }));
      onApproved();
      await invalidateLists(of);
    } catch (error) {
      if (!refused.show(word('approve'), error)) notify.error(error);
      if (error instanceof ApiError && error.problems.some((each) => each.line !== undefined)) {
        setProblems(problemsOf(bill, error.problems));
        // The book may have moved: what is expected now is worked out anew.
        await reload();
      }
    } finally {
      setBusy(false);
    }
  };
  return { approve, busy, banner: refused.banner() };
}

const bodyOf = (id: string, rows: readonly ReviewRow[]) => ({
  id,
  details: rows.map((row) => ({
    id: row.key,
    expectedQty: row.expectedQty,
    cause: differs(row) ? (row.cause ?? '') : '',
    causeRemark: row.causeRemark ?? '',
  })),
});

const problemsOf = (bill: ReviewBill, refusals: readonly FieldProblem[]): readonly Problem[] =>
  refusals.flatMap((refusal): Problem[] => {
    const line = bill.details.find((each) => each.lineNo === refusal.line);
    return line === undefined ? [] : [{ key: line.id, field: 'cause', sentence: refusal.message }];
  });
