import { type ReactNode, useMemo, useState } from 'react';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { SuppressGrid } from './suppress-grid.view.tsx';
import { lineOf, SuppressMatrix } from './suppress-matrix.view.tsx';
import { factorySuppressOrder } from './suppress-order.document.ts';
import { TakeOutDialog } from './take-out-dialog.view.tsx';
import { suppressTexts } from './suppress.texts.ts';

type Lines = LinesOf<typeof factorySuppressOrder>['details'];
type Order = WholeRecord<typeof factorySuppressOrder>;
const SEES_COST = 'factorysuppressorder_view_cost';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  warehouseId: { width: 170 },
  materialId: { width: 190, brings: ['unitId', 'unitName'] },
  unitId: { width: 90, passed: true, uncoded: true },
  qty: { width: 96 },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  siteDeptId: { hidden: true },
  siteStockQty: { onlyRead: true },
  siteDailyUse: { onlyRead: true },
  settlementPrice: { onlyRead: true },
  settlementAmount: { onlyRead: true },
  receivedQty: { onlyRead: true },
  refusedQty: { onlyRead: true },
  settledQty: { onlyRead: true },
  takenOutReason: { onlyRead: true },
};
const FIRST: NonNullable<LinesWishes<Lines>['first']> = [
  'warehouseId',
  'materialId',
  'qty',
  'unitId',
  'batchId',
  'siteStockQty',
  'siteDailyUse',
  'settlementPrice',
  'settlementAmount',
  'receivedQty',
  'refusedQty',
  'settledQty',
];

/** 工厂强压单: lines entered like a sheet, and the grid of sites and materials they make. */
export default function SuppressOrderPage(): ReactNode {
  const word = useWords(suppressTexts);
  const [taking, setTaking] = useState<Order>();
  const acts = useMemo(() => ({ takeOut: setTaking }), []);
  const lines = useMemo(
    (): WishesByKey<typeof factorySuppressOrder> => ({
      details: {
        columns: {
          ...COLUMNS,
          batchId: {
            width: 150,
            render: (value, row) =>
              value === null || value === undefined || value === '' ? (
                <span className="soft">{word('first')}</span>
              ) : (
                textOf(row.batchName)
              ),
          },
        },
        first: FIRST,
        instead: (face) =>
          face.readonly ? (
            face.usual
          ) : (
            <>
              <SuppressMatrix face={face} />
              {face.usual}
            </>
          ),
      },
    }),
    [word],
  );
  return (
    <DocumentPage of={factorySuppressOrder} lines={lines} acts={acts}>
      {(row) => (
        <>
          <Next order={row} />
          <Stored order={row} />
          {taking !== undefined && <TakeOutDialog order={taking} onClose={() => setTaking(undefined)} />}
        </>
      )}
    </DocumentPage>
  );
}

function Stored({ order }: { readonly order: Order }): ReactNode {
  const codes = useAllowedCodes();
  return <SuppressGrid lines={order.details.map(lineOf)} withAmounts={codes.has(SEES_COST)} />;
}

interface Instore {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly warehouseName: string;
}
/** Who goes on with an approved order, and how many sites received it. */
function Next({ order }: { readonly order: Order }): ReactNode {
  const word = useWords(suppressTexts);
  if (order.status !== 'approved') return null;
  if (order.outState === 'held') return <NextStep words={word('held')}>{null}</NextStep>;
  const bills = (Array.isArray(order['instores']) ? order['instores'] : []) as readonly Instore[];
  const open = bills.filter(({ status }) => status !== 'done');
  return (
    <NextStep words={word('transit', { done: bills.length - open.length, all: bills.length })}>
      {open.slice(0, 3).map(({ id, billCode, warehouseName }) => (
        <GuardedLink key={id} to={`/store/factorysuppressinstore/${id}`}>
          {warehouseName} {billCode}
        </GuardedLink>
      ))}
    </NextStep>
  );
}
