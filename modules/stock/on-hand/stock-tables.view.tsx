import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { request } from '../../../kernel/web/request.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { reasonLabel } from '../ledger/move-reason.rules.ts';
import {
  billPath,
  choiceWord,
  dayShown,
  type Face,
  type LotRow,
  type MoveRow,
  textOf,
  shown,
  type StockRow,
} from './place.view.ts';
import { reservationPage } from './stock.calls.ts';
import { stockBatch } from '../lots/stock-batch.resource.ts';
import { stockTexts } from '../stock.texts.ts';

/** When a lot expires, and in how many days; nothing of one that does not. */
export function LotExpiry({ row }: { readonly row: LotRow }) {
  const word = useWords(stockTexts);
  if (textOf(row.expiryDate) === '') return <span className="soft">–</span>;
  const days = Number(row.daysLeft);
  const tone =
    row.lifeState === 'expired' ? 'stop' : row.lifeState === 'near' || row.lifeState === 'unknown' ? 'look' : 'plain';
  return (
    <span className="figures">
      {dayShown(row.expiryDate)}{' '}
      <span className={`lot-life tone-${tone}`}>
        {days < 0 ? word('overdue', { days: -days }) : word('days', { days })}
      </span>
    </span>
  );
}

interface Props {
  readonly row: StockRow | LotRow;
  readonly face: Face;
}
const scope = ({ row, face }: Props): Readonly<Record<string, string>> => ({
  [`${face.place}_equal`]: textOf(row[face.place]),
  materialId_equal: textOf(row.materialId),
});
const unitOf = (row: { readonly baseUnitName: string }): ReactNode => (
  <span className="unit">{textOf(row.baseUnitName)}</span>
);

/** The lots of the material at this place. */
export function LotsHere(props: Props) {
  const language = useLanguage();
  const word = useWords(stockTexts);
  const { face } = props;
  const lots = useQuery({
    queryKey: ['stock-page', face.lots, scope(props)],
    queryFn: ({ signal }) =>
      get<PageOf<LotRow>>(
        `/${face.service}/${face.lots}/page`,
        { ...scope(props), tab: 'stock', size: 50, ascs: 'expiryDate,receivedDate' },
        signal,
      ),
  });
  return (
    <FactTable
      label={word('lots')}
      rows={lots.data?.records}
      error={lots.error}
      none={word('lots.none')}
      more={
        <GuardedLink to={`${face.lotPath}?${new URLSearchParams(scope(props)).toString()}`}>{word('all')}</GuardedLink>
      }
      columns={[
        {
          title: word('lot'),
          cell: (row) => (
            <GuardedLink to={`${face.lotPath}/${textOf(row.id)}`} className="figures">
              {textOf(row.batchCode)}
            </GuardedLink>
          ),
        },
        { title: word('expires'), cell: (row) => <LotExpiry row={row} /> },
        {
          title: word('on-hand'),
          figure: true,
          cell: (row) => (
            <>
              {shown(row.qty)} {unitOf(row)}
            </>
          ),
        },
        { title: word('reserved'), figure: true, cell: (row) => shown(row.reservedQty) },
        { title: word('available'), figure: true, cell: (row) => shown(row.availableQty) },
        { title: word('supplier'), cell: (row) => textOf(row.supplierName) || <span className="soft">–</span> },
        {
          title: word('state'),
          cell: (row) => (
            <Status
              tone={row.lotState === 'free' ? 'done' : 'stop'}
              word={choiceWord(stockBatch.fields.lotState, row.lotState, language)}
            />
          ),
        },
      ]}
    />
  );
}

/** The latest moves of the material at this place, or of one lot there. */
export function MovesHere(props: Props & { readonly batchId?: string }) {
  const word = useWords(stockTexts);
  const label = useLabel();
  const { face, batchId } = props;
  const filter = { ...scope(props), ...(batchId === undefined ? {} : { batchId }) };
  const moves = useQuery({
    queryKey: ['stock-page', face.moves, filter],
    queryFn: ({ signal }) =>
      get<PageOf<MoveRow>>(`/${face.service}/${face.moves}/page`, { ...filter, size: 30 }, signal),
  });
  return (
    <FactTable
      label={word('moves')}
      rows={moves.data?.records}
      error={moves.error}
      none={word('moves.none')}
      more={<GuardedLink to={`${face.movePath}?${new URLSearchParams(filter).toString()}`}>{word('all')}</GuardedLink>}
      columns={[
        {
          title: word('time'),
          cell: (row) => <span className="figures">{textOf(row.businessTime).slice(5, 16)}</span>,
        },
        { title: word('reason'), cell: (row) => label(reasonLabel(textOf(row.reason))) },
        {
          title: word('change'),
          figure: true,
          cell: (row) => (
            <span className={textOf(row.qty).startsWith('-') ? '' : 'move-in'}>
              {textOf(row.qty).startsWith('-') ? `−${shown(textOf(row.qty).slice(1))}` : `+${shown(row.qty)}`}{' '}
              {unitOf(row)}
            </span>
          ),
        },
        ...(batchId === undefined
          ? [{ title: word('lot'), cell: (row: MoveRow) => <span className="figures">{row.batchName}</span> }]
          : [{ title: word('after'), figure: true, cell: (row: MoveRow) => shown(row.afterQty) }]),
        { title: word('other'), cell: (row) => textOf(row.counterLocationName) || <span className="soft">–</span> },
        {
          title: word('bill'),
          cell: (row) => {
            const path = billPath(textOf(row.billType), { id: textOf(row.billId), code: textOf(row.billCode) });
            return path === undefined ? (
              textOf(row.billCode)
            ) : (
              <GuardedLink to={path} className="figures">
                {textOf(row.billCode)}
              </GuardedLink>
            );
          },
        },
      ]}
    />
  );
}

/** The documents the material is reserved for at this place. */
export function HoldersHere({ row }: Props) {
  const word = useWords(stockTexts);
  const holders = useQuery({
    queryKey: ['stock-page', 'holders', row.id],
    queryFn: ({ signal }) => request(reservationPage, { stockId: textOf(row.id) }, { signal }),
  });
  return (
    <FactTable
      label={word('holders')}
      rows={holders.data}
      error={holders.error}
      none={word('holders.none')}
      columns={[
        {
          title: word('bill'),
          cell: (each) => {
            const path = billPath(textOf(each.billType), { id: textOf(each.billId), code: textOf(each.billCode) });
            return path === undefined ? (
              textOf(each.billCode)
            ) : (
              <GuardedLink to={path} className="figures">
                {textOf(each.billCode)}
              </GuardedLink>
            );
          },
        },
        { title: word('need'), cell: (each) => <span className="figures">{textOf(each.needDate).slice(5)}</span> },
        { title: word('wanted'), figure: true, cell: (each) => shown(each.wantQty) },
        {
          title: word('held'),
          figure: true,
          cell: (each) => (
            <>
              {shown(each.qty)} {unitOf(row)}
            </>
          ),
        },
        { title: word('lot'), cell: (each) => textOf(each.batchCode) || <span className="soft">–</span> },
      ]}
    />
  );
}

const BILLS_MAX = 40;
/** What is read here of a bill that is still to be received; the dock's own area stands below. */
interface ComingBill {
  readonly id: string;
  readonly billCode: string;
  readonly expectTime: string;
  readonly supplierName: string;
  readonly details: readonly {
    readonly id: string;
    readonly materialId: string;
    readonly openQty: string;
    readonly unitName: string;
  }[];
}

/** Deliveries still to come with this material: bills to receive at this warehouse, the next first. */
export function ComingHere({ row }: Props) {
  const word = useWords(stockTexts);
  const coming = useQuery({
    queryKey: ['stock-page', 'coming', row.id],
    queryFn: async ({ signal }) => {
      const page = await get<PageOf<{ readonly id: string }>>(
        '/store-management/invinstore/page',
        {
          warehouseId_equal: textOf(row.warehouseId),
          status_in: 'to-receive,receiving',
          ascs: 'expectTime',
          size: BILLS_MAX,
        },
        signal,
      );
      const bills = await Promise.all(
        page.records.map(({ id }) => get<ComingBill>('/store-management/invinstore/detail', { id }, signal)),
      );
      return bills.flatMap((bill) =>
        bill.details
          .filter((line) => line.materialId === row.materialId && line.openQty !== '0')
          .map((line) => ({ ...line, bill })),
      );
    },
  });
  return (
    <FactTable
      label={word('coming')}
      rows={coming.data}
      error={coming.error}
      none={word('coming.none')}
      columns={[
        {
          title: word('due'),
          cell: (each) => <span className="figures">{each.bill.expectTime.slice(5, 16)}</span>,
        },
        {
          title: word('bill'),
          cell: (each) => (
            <GuardedLink to={`/store/invinstore/${each.bill.id}`} className="figures">
              {each.bill.billCode}
            </GuardedLink>
          ),
        },
        { title: word('supplier'), cell: (each) => each.bill.supplierName },
        {
          title: word('qty'),
          figure: true,
          cell: (each) => (
            <>
              {shown(each.openQty)} <span className="unit">{textOf(each.unitName)}</span>
            </>
          ),
        },
      ]}
    />
  );
}
