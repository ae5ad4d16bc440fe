import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { LineGrid } from '../../kernel/web/document/line-grid.tsx';
import type { ColumnOverrides } from '../../parts/line-grid/model.ts';
import { request } from '../../kernel/web/request.ts';
import { countingTexts } from './counting.texts.ts';
import { SendBack } from './send-back.view.tsx';
import { useCountAddress } from './faces/count-address.view.ts';
import { stockCheck } from './stock-check.document.ts';
import { differs, type Review, type ReviewBill, type ReviewRow, useApprove, useReview } from './use-review.view.ts';
import './counting.css';

const own = stockCheck.lines!.details.fields;
const open = <F extends Fields[string]>(field: F): F => ({ ...field, rules: { ...field.rules, readonly: false } });
const fieldsFor = (seesCost: boolean): Fields => ({
  materialId: own.materialId,
  batchId: own.batchId,
  snapshotQty: own.snapshotQty,
  moveQty: own.moveQty,
  expectedQty: own.expectedQty,
  countBaseQty: own.countBaseQty,
  varianceQty: own.varianceQty,
  ...(seesCost ? { varianceAmount: own.varianceAmount } : {}),
  cause: open(own.cause),
  causeRemark: open(own.causeRemark),
  countUserId: own.countUserId,
});
/** Before and after of every lot, a cause for each difference, and the one button that posts them. */
export function CountReview({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const word = useWords(countingTexts);
  const { preCheckApproval, of } = useCountAddress();
  const bill = useQuery({
    queryKey: ['detail', of.name, id, 'review'],
    queryFn: () => request(preCheckApproval, { checkId: id }),
    gcTime: 0,
  });
  if (bill.data !== undefined) return <BillReview bill={bill.data} reload={() => bill.refetch()} onClose={onClose} />;
  if (bill.error === null) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <Alert
      type="error"
      showIcon
      title={bill.error instanceof ApiError ? bill.error.message : text('error.unknown')}
      action={
        <Button size="small" onClick={onClose}>
          {word('back')}
        </Button>
      }
    />
  );
}

interface BillReviewProps {
  readonly bill: ReviewBill;
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}
function BillReview({ bill, reload, onClose }: BillReviewProps): ReactNode {
  const word = useWords(countingTexts);
  const { may } = useCountAddress();
  const review = useReview(bill);
  const { approve, busy, banner } = useApprove({ review, reload, onApproved: onClose });
  const [sendingBack, setSendingBack] = useState(false);
  return (
    <section className="count-page" aria-label={word('approve.title')}>
      <header className="count-head">
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {bill.checkName} · {word('approve.title')}
          </h1>
          <p className="soft">
            <span className="figures">{bill.billCode}</span> · {word('approve.lead')}
          </p>
        </div>
        <div className="count-tools">
          <Button onClick={onClose}>{word('back')}</Button>
          {may('refuse') && (
            <Button danger onClick={() => setSendingBack(true)}>
              {word('back.some')}
            </Button>
          )}
          <Button type="primary" loading={busy} onClick={() => void approve()}>
            {word('approve')}
          </Button>
        </div>
      </header>
      {banner}
      <MovedSince bill={bill} />
      <Sums review={review} />
      <Lots review={review} />
      {sendingBack && (
        <SendBack
          bill={bill}
          differing={review.different.map((line) => line.id)}
          onClose={() => setSendingBack(false)}
          onSent={onClose}
        />
      )}
    </section>
  );
}

/** Lots that were moved in the book after they were counted. */
function MovedSince({ bill }: { readonly bill: ReviewBill }): ReactNode {
  const word = useWords(countingTexts);
  const stale = bill.details.filter((line) => line.stale === 1);
  if (stale.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={word('approve.stale')}
      description={
        <ul>
          {stale.map((line) => (
            <li key={line.id}>{word('approve.stale.line', { material: line.materialName, bills: line.lateBills })}</li>
          ))}
        </ul>
      }
    />
  );
}

function Sums({ review }: { readonly review: Review }): ReactNode {
  const word = useWords(countingTexts);
  const { bill, different, seesCost, gain, loss, onlyDifferent, setOnlyDifferent } = review;
  return (
    <div className="count-sums figures">
      <span className="tone-done">{word('agree', { count: bill.details.length - different.length })}</span>
      <span className="tone-look">{word('differ', { count: different.length })}</span>
      {seesCost && (
        <>
          <span>{word('gain', { amount: gain })}</span>
          <span>{word('loss', { amount: loss })}</span>
        </>
      )}
      <Checkbox checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)}>
        {word('approve.only')}
      </Checkbox>
    </div>
  );
}

function Lots({ review }: { readonly review: Review }): ReactNode {
  const word = useWords(countingTexts);
  const label = useLabel();
  const language = useLanguage();
  const fields = useMemo(() => fieldsFor(review.seesCost), [review.seesCost]);
  const columns = useMemo(
    (): ColumnOverrides<ReviewRow> => ({
      materialId: { width: 150 },
      batchId: { width: 140, render: (_, row) => String(row.batchName || row.supplierBatchNo || '') },
      snapshotQty: { width: 96, unit: () => undefined },
      moveQty: { width: 88, unit: () => undefined },
      expectedQty: { label: word('before') },
      countBaseQty: { label: word('after') },
      varianceQty: { render: (value) => <Signed value={String(value ?? '0')} /> },
      varianceAmount: { render: (value) => <Signed value={String(value ?? '0')} /> },
      cause: { readonly: (row) => !differs(row) },
      causeRemark: { width: 160, readonly: (row) => !differs(row) },
      countUserId: { width: 84, render: (_, row) => String(row.secondUserName || row.countUserName || '') },
    }),
    [word],
  );
  return (
    <div className="lines count-desk">
      <LineGrid
        fields={fields}
        columns={columns}
        rows={review.shown}
        problems={review.problems}
        fixed
        language={language}
        pinned={1}
        label={label(stockCheck.lines!.details.label)}
        onChange={review.change}
      />
    </div>
  );
}

const Signed = ({ value }: { readonly value: string }): ReactNode => (
  <span className={value.startsWith('-') ? 'count-less' : value === '0' || value === '0.00' ? 'soft' : 'count-more'}>
    {value.startsWith('-') || value === '0' || value === '0.00' ? value.replace('-', '−') : `+${value}`}
  </span>
);
