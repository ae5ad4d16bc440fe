import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { TypeOf, WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { FormRow, LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { request } from '../../kernel/web/request.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useWords } from '../../parts/language/language.ts';
import type { GridRow, Problem } from '../../parts/line-grid/model.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { BoughtLines } from './bought-lines.view.tsx';
import { pricedMaterials } from './priced-materials.view.ts';
import { entered, isDear, isUnexplained, totalOf, usedOf, type EnteredLine } from './self-purchase-entry.rules.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';
import { limits } from './self-purchase.calls.ts';
import { selfPurchaseTexts } from './self-purchase.texts.ts';
import './self-purchase.css';

type Lines = LinesOf<typeof selfPurchaseOrder>['details'];
type Line = FormRow<Lines>;
type Found = TypeOf<typeof limits.answer>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const FIRST: NonNullable<LinesWishes<Lines>['first']> = [
  'materialId',
  'unitId',
  'orderQty',
  'price',
  'referencePrice',
  'deviation',
  'deviationReason',
  'amount',
  'picture',
  'receivedQty',
];
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200, brings: ['unitId', 'unitName', 'baseUnitId', 'referenceBase'] },
  unitId: { width: 96, passed: true, uncoded: true },
  orderQty: { width: 96 },
  price: { width: 96 },
  referencePrice: { width: 104 },
  deviation: { width: 112 },
  deviationReason: { width: 180 },
  amount: { width: 104 },
  referenceKind: { onlyRead: true },
  taxRate: { width: 72 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  receivedQty: { onlyRead: true },
  refusedQty: { onlyRead: true },
  settledQty: { onlyRead: true },
  openQty: { onlyRead: true },
};
const SOURCES = { materialId: pricedMaterials };
const FACTS: OwnFacts<typeof selfPurchaseOrder> = { visibleDeptIds: false };
const derive = (row: Line, changed: readonly string[]): GridRow => entered(row, changed);

/** What a site may spend at a place in the month of a day, without the order on the screen. */
const useLimits = (warehouseId: string, date: string, id: string) =>
  useQuery({
    queryKey: ['detail', selfPurchaseOrder.name, 'limits', warehouseId, date, id],
    queryFn: ({ signal }) =>
      request(
        limits,
        {
          ...(warehouseId === '' ? {} : { warehouseId }),
          ...(/^\d{4}-\d{2}-\d{2}$/.test(date) ? { date } : {}),
          ...(id === '' ? {} : { id }),
        },
        { signal },
      ),
  });

/** 自采单: what was bought, beside what it is known to cost and what is left to spend. */
export default function SelfPurchaseOrderPage() {
  const { id = 'new' } = useParams();
  const found = useLimits('', '', '');
  // Where there is one warehouse to receive at, a new order begins with it.
  if (id === 'new' && found.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <OneOrder key={id} id={id === 'new' ? '' : id} start={found.data} />;
}

const TEN = Decimal.of('10');
function OneOrder({ id, start }: { readonly id: string; readonly start: Found | undefined }): ReactNode {
  const word = useWords(selfPurchaseTexts);
  const phone = usePhone();
  const percent = useMemo(() => (start === undefined ? TEN : Decimal.of(start.deviation)), [start]);
  const lines = useMemo(
    (): WishesByKey<typeof selfPurchaseOrder> => ({
      details: {
        columns: {
          ...COLUMNS,
          deviation: {
            ...COLUMNS.deviation,
            render: (value, row) =>
              typeof value !== 'string' || value === '' ? null : (
                <span className={isDear(row, percent) ? 'figures is-dear' : 'figures'}>
                  {value.startsWith('-') ? '−' : '+'}
                  {value.replace('-', '')} %
                </span>
              ),
          },
        },
        first: FIRST,
        sources: SOURCES,
        derive,
        few: true,
        problems: (rows): readonly Problem[] =>
          rows
            .filter((row) => isUnexplained(row, percent))
            .map((row) => ({
              key: row.key,
              field: 'deviationReason',
              sentence: word('say', { percent: percent.toString() }),
            })),
        ...(phone
          ? {
              instead: (face) => (face.readonly ? face.usual : <BoughtLines face={face} percent={percent} />),
            }
          : {}),
      },
    }),
    [percent, phone, word],
  );
  const initial = useMemo(
    () =>
      start === undefined || start.warehouseId === ''
        ? {}
        : { warehouseId: start.warehouseId, warehouseName: start.warehouseName },
    [start],
  );
  return (
    <DocumentPage
      of={selfPurchaseOrder}
      lines={lines}
      facts={FACTS}
      initial={initial}
      whileEditing={(values, { details }) => (
        <Left
          id={id}
          warehouseId={textOf(values.warehouseId)}
          date={textOf(values.purchaseDate)}
          lines={details ?? NO_LINES}
        />
      )}
    >
      {(row) => <Next row={row} />}
    </DocumentPage>
  );
}
const NO_LINES: readonly EnteredLine[] = [];

interface LeftProps {
  readonly id: string;
  readonly warehouseId: string;
  readonly date: string;
  readonly lines: readonly EnteredLine[];
}
/** What is left of the limits with what is typed. */
function Left({ id, warehouseId, date, lines }: LeftProps): ReactNode {
  const word = useWords(selfPurchaseTexts);
  const { data } = useLimits(warehouseId, date, id);
  if (data === undefined) return null;
  const amount = totalOf(lines);
  const limit = Decimal.of(data.orderLimit);
  const { percent, left } = usedOf(amount, limit);
  const month = Decimal.of(data.monthAmount).plus(amount);
  const over = !left.isZero() && !left.isPositive();
  return (
    <div className={over ? 'bought-left is-over figures' : 'bought-left figures'} role="status">
      <p>
        {word('order', { amount: amountText(amount.toFixed(2)), limit: amountText(data.orderLimit) })}{' '}
        <strong>
          {over
            ? word('over', { over: amountText(left.abs().toFixed(2)) })
            : word('left', { left: amountText(left.toFixed(2)) })}
        </strong>
      </p>
      <div className="bought-bar" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      {(warehouseId !== '' || data.warehouseId !== '') && (
        <p className="soft">
          {word('month', { used: amountText(month.toFixed(2)), limit: amountText(data.monthLimit) })}
        </p>
      )}
    </div>
  );
}

/** Who goes on with an approved order and where, and what it still lacks. */
function Next({ row }: { readonly row: WholeRecord<typeof selfPurchaseOrder> }): ReactNode {
  const word = useWords(selfPurchaseTexts);
  if (row.status !== 'approved') return null;
  const bill = (Array.isArray(row['links']) ? (row['links'] as readonly Linked[]) : []).find(
    ({ resource }) => resource === 'selfpurchaseinstore',
  );
  return (
    <>
      <NextStep words={word(row.receiveStatus === 'none' ? 'next.receive' : 'next.complete')}>
        {bill !== undefined && <GuardedLink to={`/store/selfpurchaseinstore/${bill.id}`}>{bill.billCode}</GuardedLink>}
      </NextStep>
      {(row.proofPictures ?? []).length === 0 && <p className="bought-proof">{word('no-proof')}</p>}
    </>
  );
}
interface Linked {
  readonly resource: string;
  readonly id: string;
  readonly billCode: string;
}
