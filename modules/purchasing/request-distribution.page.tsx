import { DownloadOutlined, FileAddOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton, Tooltip } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { quantity, ref, type Fields } from '../../kernel/core/field.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLanguage, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { grouped } from '../../kernel/web/kinds/number.tsx';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { LineGrid } from '../../kernel/web/document/line-grid.tsx';
import type { LineGridHandle } from '../../parts/line-grid/line-grid.tsx';
import type { ColumnOverrides, Problem } from '../../parts/line-grid/model.ts';
import { isSeen } from '../../kernel/web/list/columns.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { filterQuery, isFiltered, useListState } from '../../kernel/web/list/list-state.ts';
import { FilterChips, SearchRow } from '../../kernel/web/list/search-row.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { requestFile } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useCheck } from '../../kernel/web/use-debounced-check.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { distributionSum, lineFault, type DistributedLine } from './distribution.rules.ts';
import { type TakenLine, useGenerateOrders } from './generate-orders.view.tsx';
import { previewFromRequest } from './purchase-order.calls.ts';
import { exportDistribution } from './purchase-request.calls.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import { purchaseRequestLine } from './request-line.resource.ts';
import {
  deriveAmount,
  figureOf,
  LINES_MAX,
  type OfferedLine,
  supplierSource,
  textOf,
  useDistribution,
} from './use-distribution.view.ts';
import './purchasing.css';

const declared = purchaseRequestLine.fields;
/** What is left to order is all that is listed here. */
const of = {
  ...purchaseRequestLine,
  fields: {
    ...declared,
    lineStatus: { ...declared.lineStatus, rules: { ...declared.lineStatus.rules, search: false } },
  },
};
const FIELDS: Fields = {
  deliveryDate: declared.deliveryDate,
  warehouseId: declared.warehouseId,
  materialId: declared.materialId,
  openQty: declared.openQty,
  takeQty: quantity('本次订购', 'Order now', { optional: true, min: 0, unit: 'unitId' }),
  unitId: declared.unitId,
  supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true }),
  price: declared.price,
  amount: declared.amount,
  orderBefore: declared.orderBefore,
  sourceKind: declared.sourceKind,
  billCode: declared.billCode,
};

/**
 * 请购分配: the open lines of approved requests in one grid; so much of each goes to this supplier, and orders are made
 * of it.
 */
export default function RequestDistributionPage() {
  const word = useWords(purchasingTexts);
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const list = useListState(of);
  const grid = useRef<LineGridHandle>(null);
  const query = useMemo(() => filterQuery(list.state), [list.state]);
  const { found, rows, gone, onChange, decide, forget, lookAgain, isDecided } = useDistribution(query);
  const [against, setAgainst] = useState<readonly Problem[]>(NO_PROBLEMS);
  const { may, distribute, result } = useGenerateOrders();
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(FIELDS).filter(([, field]) => isSeen(field, codes))),
    [codes],
  );
  const columns = useMemo(
    (): ColumnOverrides<OfferedLine> => ({
      deliveryDate: { width: 100 },
      materialId: { width: 150, names: true },
      warehouseId: { width: 150, render: (_, row) => textOf(row.warehouseName) },
      takeQty: { width: 116 },
      unitId: { hidden: true },
      sourceKind: { width: 108 },
      supplierId: {
        width: 190,
        render: (_, row) => textOf(row.supplierName),
        source: supplierSource,
        brings: ['price', 'orderBefore', 'isLate'],
      },
      price: { width: 92, label: word('distribute.price') },
      amount: { width: 108, label: word('distribute.amount') },
      orderBefore: {
        width: 150,
        render: (value, row) => (
          <Until value={textOf(value)} isLate={row.isLate === 1} late={word('distribute.late')} />
        ),
      },
      billCode: {
        width: 146,
        render: (value, row) => (
          <GuardedLink to={`${purchaseRequest.path ?? ''}/${textOf(row.requestId)}`}>{textOf(value)}</GuardedLink>
        ),
      },
    }),
    [word],
  );
  const problems = useMemo(
    () => [
      ...against,
      ...rows.flatMap((row): Problem[] => {
        const fault = lineFault(asLine(row));
        return fault === undefined
          ? []
          : [
              {
                key: row.key,
                field: fault === 'over' ? 'takeQty' : 'supplierId',
                sentence: word(fault === 'over' ? 'distribute.over' : 'distribute.nobody', {
                  open: textOf(row.openQty),
                }),
              },
            ];
      }),
    ],
    [against, rows, word],
  );
  const sum = useMemo(() => distributionSum(rows.map(asLine)), [rows]);
  const asked = may && problems.length === 0 ? takenOf(rows) : [];
  // What is ordered is rounded to packs, over all lines of a day: only the orders themselves have a sum.
  const preview = useCheck(previewFromRequest, asked.length === 0 ? undefined : { details: asked }, PREVIEW_AFTER_MS);

  const send = async (): Promise<void> => {
    const ready: readonly OfferedLine[] = grid.current?.finish() ?? rows;
    const taken = ready.filter((row) => figureOf(row.takeQty).isPositive());
    if (taken.length === 0) return notify.warn(word('distribute.none'));
    if ((grid.current?.problems() ?? 0) > against.length) return notify.warn(word('distribute.wrong'));
    const { orders, suppliers, lines } = distributionSum(ready.map(asLine));
    const { made, said } = await distribute(takenOf(taken), word('distribute.ask', { lines, suppliers, orders }));
    if (!made) {
      const told = said.flatMap(({ line, message }): Problem[] => {
        const row = line === undefined ? undefined : taken[line - 1];
        return row === undefined ? [] : [{ key: row.key, field: 'takeQty', sentence: message }];
      });
      setAgainst(told);
      if (told.length > 0) await lookAgain(told.map(({ key }) => key));
      return;
    }
    setAgainst(NO_PROBLEMS);
    // What a filter leaves out is still to be sent.
    await forget(ready.map((row) => row.key));
    await invalidateLists(of);
  };
  // Who writes into a line again has read what was said of it.
  const change: typeof onChange = (next, made) => {
    const written = new Set(made.rows.map(({ key }) => key));
    setAgainst((now) => (now.some(({ key }) => written.has(key)) ? now.filter(({ key }) => !written.has(key)) : now));
    onChange(next, made);
  };
  const takeAll = (all: boolean): void =>
    decide(
      rows
        .filter((row) => !all || textOf(row.supplierId) !== '')
        .map((row) => ({ ...row, takeQty: all ? textOf(row.openQty) : '0', unread: undefined })),
    );
  const exported = (): void =>
    void requestFile(exportDistribution, { lineStatus_in: 'open,partial', ...query }).catch((error: unknown) =>
      notify.error(error),
    );

  const told = (
    <span className="figures" role="status">
      {word('distribute.sum', { lines: sum.lines, suppliers: sum.suppliers, orders: sum.orders })}
      {preview?.amount != null && ` · ${word('distribute.ordered', { amount: grouped(preview.amount) })}`}
    </span>
  );
  return (
    <section className="distribution" aria-label={word('distribute')}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('distribute')}
        </h1>
        <div className="list-tools">
          {isDecided && (
            <Button
              onClick={() => {
                setAgainst(NO_PROBLEMS);
                void forget();
              }}
            >
              {word('distribute.undo')}
            </Button>
          )}
          {codes.has('invpleasepurchase_export') && !phone && (
            <Button icon={<DownloadOutlined />} onClick={exported}>
              {text('excel.export')}
            </Button>
          )}
          <Tooltip title={text('list.refresh')}>
            <Button icon={<ReloadOutlined />} aria-label={text('list.refresh')} onClick={() => void found.refetch()} />
          </Tooltip>
          {may && (
            <Button type="primary" icon={<FileAddOutlined />} onClick={() => void send()}>
              {word('generate')}
            </Button>
          )}
        </div>
      </header>
      <div className="list-filters">
        <SearchRow declaration={of} list={list} phone={phone} />
      </div>
      <FilterChips declaration={of} list={list} />
      {found.error !== null && (
        <Alert
          type="error"
          showIcon
          title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void found.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      {found.data !== undefined && found.data.total > LINES_MAX && (
        <Alert type="warning" showIcon title={word('distribute.many', { total: found.data.total, max: LINES_MAX })} />
      )}
      {gone.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={word('distribute.gone', {
            which: gone.map((line) => `${textOf(line.materialName)} ${textOf(line.billCode)}`).join('、'),
          })}
          action={
            <Button size="small" onClick={() => void forget(gone.map(({ id }) => id))}>
              {word('distribute.gone.seen')}
            </Button>
          }
        />
      )}
      {phone && may && rows.length > 0 && told}
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : rows.length === 0 ? (
        <Empty
          className="nothing"
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            <>
              <strong>{word(isFiltered(list.state) ? 'distribute.empty.filtered' : 'distribute.empty')}</strong>
              <p>{word('distribute.empty.help')}</p>
            </>
          }
        >
          {isFiltered(list.state) ? (
            <Button onClick={list.clear}>{text('list.filters.clear')}</Button>
          ) : (
            <GuardedLink to={purchaseRequest.path ?? '/'}>{word('distribute.requests')}</GuardedLink>
          )}
        </Empty>
      ) : (
        <LineGrid
          ref={grid}
          fields={fields}
          rows={rows}
          columns={columns}
          problems={problems}
          readonly={!may}
          fixed
          language={language}
          label={word('distribute')}
          pinned={3}
          derive={deriveAmount}
          onChange={change}
          toolbar={
            may && (
              <>
                {!phone && told}
                <Button size="small" type="link" onClick={() => takeAll(true)}>
                  {word('distribute.all')}
                </Button>
                <Button size="small" type="link" onClick={() => takeAll(false)}>
                  {word('distribute.clear')}
                </Button>
              </>
            )
          }
        />
      )}
      {result}
    </section>
  );
}

const NO_PROBLEMS: readonly Problem[] = [];
const PREVIEW_AFTER_MS = 400;
const takenOf = (rows: readonly OfferedLine[]): readonly TakenLine[] =>
  rows
    .filter((row) => figureOf(row.takeQty).isPositive())
    .map((row) => ({
      id: row.key,
      supplierId: textOf(row.supplierId),
      qty: textOf(row.takeQty),
      openQty: textOf(row.seenQty),
    }));
const asLine = (row: OfferedLine): DistributedLine => ({
  supplierId: textOf(row.supplierId),
  warehouseId: textOf(row.warehouseId),
  deliveryDate: textOf(row.deliveryDate),
  openQty: figureOf(row.openQty),
  takeQty: figureOf(row.takeQty),
});

/** Until when to order; what is past is said in words beside its colour. */
function Until({ value, isLate, late }: { readonly value: string; readonly isLate: boolean; readonly late: string }) {
  const moment = value.slice(5, 16);
  return isLate ? (
    <Status tone="look" word={[moment, late].filter(Boolean).join(' ')} />
  ) : (
    <span className="figures">{moment}</span>
  );
}
