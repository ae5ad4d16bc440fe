import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Modal, Radio, Skeleton } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { get, intent } from '../../parts/client/api.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { FormRow } from '../../kernel/web/document/lines-editor.tsx';
import { LineGrid } from '../../kernel/web/document/line-grid.tsx';
import type { ColumnOverrides, GridRow, Problem } from '../../parts/line-grid/model.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { countingTexts } from './counting.texts.ts';
import * as calls from './stock-check.calls.ts';
import { stockCheck } from './stock-check.document.ts';
import './counting.css';

type ReviewBill = TypeOf<typeof calls.preCheckApproval.answer>;
type ReviewLine = ReviewBill['details'][number];
type ReviewRow = FormRow<LinesOf<typeof stockCheck>['details']>;

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
const differs = (row: GridRow | ReviewLine): boolean => row.varianceQty !== '0' && row.varianceQty !== null;

/** Before and after of every lot, a cause for each difference, and the one button that posts them. */
export function CountReview({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }): ReactNode {
  const text = useText();
  const word = useWords(countingTexts);
  const bill = useQuery({
    queryKey: ['detail', stockCheck.name, id, 'review'],
    queryFn: () => request(calls.preCheckApproval, { checkId: id }),
    gcTime: 0,
  });
  if (bill.data !== undefined) return <Review bill={bill.data} again={() => bill.refetch()} onLeave={onLeave} />;
  if (bill.error === null) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <Alert
      type="error"
      showIcon
      title={bill.error instanceof ApiError ? bill.error.message : text('error.unknown')}
      action={
        <Button size="small" onClick={onLeave}>
          {word('back')}
        </Button>
      }
    />
  );
}

function Review({
  bill,
  again,
  onLeave,
}: {
  readonly bill: ReviewBill;
  readonly again: () => Promise<unknown>;
  readonly onLeave: () => void;
}): ReactNode {
  const word = useWords(countingTexts);
  const label = useLabel();
  const language = useLanguage();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const seesCost = codes.has('invcheck_view_cost');
  const [rows, setRows] = useState<readonly ReviewRow[]>([]);
  // Figures as they stand now, causes as they were typed.
  useEffect(
    () =>
      setRows((before) => {
        const typed = new Map(before.map((row) => [row.key, row]));
        return bill.details.map((line): GridRow => ({
          ...line,
          key: line.id,
          cause: typed.get(line.id)?.cause ?? (line.cause || line.proposedCause || null),
          causeRemark: typed.get(line.id)?.causeRemark ?? line.causeRemark,
        }));
      }),
    [bill],
  );
  const [only, setOnly] = useState(() => bill.details.some(differs));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const once = useMemo(() => intent(), []);
  const fields = useMemo(() => fieldsFor(seesCost), [seesCost]);
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
  const different = bill.details.filter(differs);
  const sum = (sign: 1 | -1): string =>
    Decimal.sum(
      different
        .map((line) => Decimal.of(line.varianceAmount ?? '0'))
        .filter((amount) => (sign > 0 ? amount.isPositive() : amount.isNegative())),
    )
      .abs()
      .toFixed(2);
  const stale = bill.details.filter((line) => line.stale === 1);
  const shown = useMemo(() => (only ? rows.filter(differs) : rows), [rows, only]);
  const change = (next: readonly GridRow[]): void => {
    const changed = new Map(next.map((row) => [row.key, row]));
    setRows(rows.map((row) => changed.get(row.key) ?? row));
    setProblems([]);
  };
  const approve = async (): Promise<void> => {
    const question =
      different.length === 0
        ? undefined
        : seesCost
          ? word('approve.ask', { count: different.length, gain: sum(1), loss: sum(-1) })
          : word('approve.ask.plain', { count: different.length });
    if (
      !(await notify.ask(word('approve'), {
        ...(question === undefined ? {} : { content: question }),
        okText: word('approve'),
      }))
    )
      return;
    const body = {
      id: bill.id,
      details: rows.map((row) => ({
        id: row.key,
        expectedQty: row.expectedQty,
        cause: differs(row) ? (row.cause ?? '') : '',
        causeRemark: row.causeRemark ?? '',
      })),
    };
    setBusy(true);
    try {
      await request(calls.doCheckApproval, body, { key: once.keyFor(body) });
      const { status } = await get<{ status: string }>(callOf(stockCheck, 'detail'), { id: bill.id });
      notify.done(word(status === 'counted' ? 'agreed' : 'approved', { bill: bill.billCode }));
      onLeave();
      await invalidateLists(stockCheck);
    } catch (error) {
      notify.error(error);
      if (error instanceof ApiError && error.said.some((each) => each.line !== undefined)) {
        setProblems(
          error.said.flatMap((each): Problem[] => {
            const line = bill.details.find((one) => one.lineNo === each.line);
            return line === undefined ? [] : [{ key: line.id, field: 'cause', sentence: each.message }];
          }),
        );
        // The book may have moved: what is expected now is worked out anew.
        await again();
      }
    } finally {
      setBusy(false);
    }
  };
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
          <Button onClick={onLeave}>{word('back')}</Button>
          {codes.has('invcheck_refuse') && (
            <Button danger onClick={() => setSending(true)}>
              {word('back.some')}
            </Button>
          )}
          <Button type="primary" loading={busy} onClick={() => void approve()}>
            {word('approve')}
          </Button>
        </div>
      </header>
      {stale.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={word('approve.stale')}
          description={
            <ul>
              {stale.map((line) => (
                <li key={line.id}>
                  {word('approve.stale.line', { material: line.materialName, bills: line.lateBills })}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <div className="count-sums figures">
        <span className="tone-done">{word('agree', { count: bill.details.length - different.length })}</span>
        <span className="tone-look">{word('differ', { count: different.length })}</span>
        {seesCost && (
          <>
            <span>{word('gain', { amount: sum(1) })}</span>
            <span>{word('loss', { amount: sum(-1) })}</span>
          </>
        )}
        <Checkbox checked={only} onChange={(event) => setOnly(event.target.checked)}>
          {word('approve.only')}
        </Checkbox>
      </div>
      <div className="lines count-desk">
        <LineGrid
          fields={fields}
          columns={columns}
          rows={shown}
          problems={problems}
          fixed
          language={language}
          pinned={1}
          label={label(stockCheck.lines!.details.label)}
          onChange={change}
        />
      </div>
      {sending && (
        <SendBack
          bill={bill}
          differing={different.map((line) => line.id)}
          onClose={() => setSending(false)}
          onSent={onLeave}
        />
      )}
    </section>
  );
}

const Signed = ({ value }: { readonly value: string }): ReactNode => (
  <span className={value.startsWith('-') ? 'count-less' : value === '0' || value === '0.00' ? 'soft' : 'count-more'}>
    {value.startsWith('-') || value === '0' || value === '0.00' ? value.replace('-', '−') : `+${value}`}
  </span>
);

function SendBack({
  bill,
  differing,
  onClose,
  onSent,
}: {
  readonly bill: ReviewBill;
  readonly differing: readonly string[];
  readonly onClose: () => void;
  readonly onSent: () => void;
}): ReactNode {
  const word = useWords(countingTexts);
  const text = useText();
  const notify = useNotify();
  const [all, setAll] = useState(differing.length === 0);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await request(calls.recount, { id: bill.id, reason, ...(all ? {} : { detailIds: differing.join(',') }) });
      notify.done(word('back.done', { bill: bill.billCode }));
      onSent();
      await invalidateLists(stockCheck);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('back.title', { bill: bill.billCode })}
      okText={word('back.some')}
      cancelText={text('cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="count-back">
        <Radio.Group
          aria-label={word('back.which')}
          value={all}
          onChange={(event) => setAll(event.target.value === true)}
          options={[
            {
              value: false,
              label: word('back.differing', { count: differing.length }),
              disabled: differing.length === 0,
            },
            { value: true, label: word('back.all') },
          ]}
        />
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={200}
          aria-label={word('back.reason')}
          placeholder={word('back.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
