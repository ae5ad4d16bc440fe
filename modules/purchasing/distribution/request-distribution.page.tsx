import { DownloadOutlined, FileAddOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton, Tooltip } from 'antd';
import { type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../parts/client/errors.ts';
import { comma, useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { LineGrid } from '../../../kernel/web/document/line-grid.tsx';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import { filterQuery, isFiltered, useListState } from '../../../kernel/web/list/list-state.ts';
import { FilterChips, SearchRow } from '../../../kernel/web/list/search-row.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { requestFile } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useDistributionColumns, useDistributionFields } from './distribution-columns.view.tsx';
import { exportDistribution } from '../purchase-request.calls.ts';
import { purchaseRequest } from '../purchase-request.document.ts';
import { purchasingTexts } from '../purchasing.texts.ts';
import { purchaseRequestLine } from '../request-line.resource.ts';
import { LineSubstitutes } from './line-substitutes.view.tsx';
import { deriveAmount, LINES_MAX, textOf, useDistribution } from './use-distribution.view.ts';
import { type DistributionOrders, useDistributionOrders } from './use-distribution-orders.view.ts';
import '../purchasing.css';

const { lineStatus } = purchaseRequestLine.fields;
/** What is left to order is all that is listed here. */
const of = {
  ...purchaseRequestLine,
  fields: {
    ...purchaseRequestLine.fields,
    lineStatus: { ...lineStatus, rules: { ...lineStatus.rules, search: false } },
  },
};
type Distribution = ReturnType<typeof useDistribution>;

/**
 * 请购分配: the open lines of approved requests in one grid; so much of each goes to this supplier, and orders are made
 * of it.
 */
export default function RequestDistributionPage() {
  const word = useWords(purchasingTexts);
  const text = useText();
  const notify = useNotify();
  const phone = usePhone();
  const list = useListState(of);
  const grid = useRef<LineGridHandle>(null);
  const query = useMemo(() => filterQuery(list.state), [list.state]);
  const distribution = useDistribution(query);
  const orders = useDistributionOrders(distribution, grid);
  const { found, rows } = distribution;
  const [asked, setAsked] = useState<GridRow>();
  const exportLines = (): void =>
    void requestFile(exportDistribution, { lineStatus_in: 'open,partial', ...query }).catch((error: unknown) =>
      notify.error(error),
    );
  return (
    <section className="distribution" aria-label={word('distribute')}>
      <Head distribution={distribution} orders={orders} onExport={exportLines} />
      <div className="list-filters">
        <SearchRow declaration={of} list={list} phone={phone} />
      </div>
      <FilterChips declaration={of} list={list} />
      <Notices distribution={distribution} />
      {orders.banner}
      {phone && orders.may && rows.length > 0 && <Sum orders={orders} />}
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : rows.length > 0 ? (
        <OpenLines ref={grid} distribution={distribution} orders={orders} onExplain={setAsked} />
      ) : isFiltered(list.state) ? (
        <NothingOpen title={word('distribute.empty.filtered')}>
          <Button onClick={list.clear}>{text('list.filters.clear')}</Button>
        </NothingOpen>
      ) : (
        <NothingOpen title={word('distribute.empty')}>
          <GuardedLink to={purchaseRequest.path ?? '/'}>{word('distribute.requests')}</GuardedLink>
        </NothingOpen>
      )}
      {orders.result}
      <LineSubstitutes row={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}

interface Parts {
  readonly distribution: Distribution;
  readonly orders: DistributionOrders;
}

function Head({ distribution, orders, onExport }: Parts & { readonly onExport: () => void }): ReactNode {
  const word = useWords(purchasingTexts);
  const text = useText();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const { busy, run } = useAsyncAction();
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1}>
        {word('distribute')}
      </h1>
      <div className="list-tools">
        {distribution.isDecided && <Button onClick={orders.undo}>{word('distribute.undo')}</Button>}
        {codes.has('invpleasepurchase_export') && !phone && (
          <Button icon={<DownloadOutlined />} onClick={onExport}>
            {text('excel.export')}
          </Button>
        )}
        <Tooltip title={text('list.refresh')}>
          <Button
            icon={<ReloadOutlined />}
            aria-label={text('list.refresh')}
            onClick={() => void distribution.found.refetch()}
          />
        </Tooltip>
        {/* Busy until what others ordered meanwhile is read: who presses again sends what he sees. */}
        {orders.may && (
          <Button
            type="primary"
            icon={<FileAddOutlined />}
            loading={busy}
            onClick={() => void run(() => orders.send())}
          >
            {word('generate')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** What could not be read, what there is too much of, and what was decided about and is open no longer. */
function Notices({ distribution: { found, gone, forget } }: Pick<Parts, 'distribution'>): ReactNode {
  const word = useWords(purchasingTexts);
  const text = useText();
  return (
    <>
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
            which: gone.map((line) => `${textOf(line.materialName)} ${textOf(line.billCode)}`).join(comma()),
          })}
          action={
            <Button size="small" onClick={() => void forget(gone.map(({ id }) => id))}>
              {word('distribute.gone.seen')}
            </Button>
          }
        />
      )}
    </>
  );
}

/** How many lines, suppliers and orders what is taken comes to, and the amount once the server knows it. */
function Sum({ orders: { sum, amount } }: Pick<Parts, 'orders'>): ReactNode {
  const word = useWords(purchasingTexts);
  return (
    <span className="figures" role="status">
      {word('distribute.sum', { lines: sum.lines, suppliers: sum.suppliers, orders: sum.orders })}
      {amount != null && ` · ${word('distribute.ordered', { amount: amountText(amount) })}`}
    </span>
  );
}

interface LinesProps extends Parts {
  readonly ref: Ref<LineGridHandle>;
  readonly onExplain: (row: GridRow) => void;
}
function OpenLines({ distribution, orders, onExplain, ref }: LinesProps): ReactNode {
  const word = useWords(purchasingTexts);
  const language = useLanguage();
  const phone = usePhone();
  const fields = useDistributionFields();
  const columns = useDistributionColumns();
  return (
    <LineGrid
      ref={ref}
      fields={fields}
      rows={distribution.rows}
      columns={columns}
      problems={orders.problems}
      readonly={!orders.may}
      fixed
      language={language}
      label={word('distribute')}
      pinned={3}
      derive={deriveAmount}
      explain={({ row }) => onExplain(row)}
      onChange={orders.change}
      toolbar={
        orders.may && (
          <>
            {!phone && <Sum orders={orders} />}
            <Button size="small" type="link" onClick={orders.takeAll}>
              {word('distribute.all')}
            </Button>
            <Button size="small" type="link" onClick={orders.takeNothing}>
              {word('distribute.clear')}
            </Button>
          </>
        )
      }
    />
  );
}

function NothingOpen({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const word = useWords(purchasingTexts);
  return (
    <Empty
      className="nothing"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{title}</strong>
          <p>{word('distribute.empty.help')}</p>
        </>
      }
    >
      {children}
    </Empty>
  );
}
