import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { useHeadingFocus } from '../../parts/hooks/use-heading-focus.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { Button } from 'antd';
import { CountEntry } from './count-entry.view.tsx';
import { ENTRY } from './use-count.view.ts';
import { CountReview } from './count-review.view.tsx';
import { Folded } from '../../parts/folded/folded.tsx';
import { countingTexts } from './counting.texts.ts';
import './counting.css';
import { useCountAddress } from './faces/count-address.view.ts';
import type * as calls from './stock-check.calls.ts';
import type { stockCheck } from './stock-check.document.ts';

/** What was counted, by whom, and what it differs by; how it came to that stands in entry and review. */
const HIDDEN = [
  'storagePlace',
  'expiryDate',
  'snapshotQty',
  'moveQty',
  'snapshotAmount',
  'countQty',
  'unitId',
  'factor',
  'countAuxQty',
  'varianceCost',
  'firstQty',
  'needSecond',
  'secondQty',
  'secondTime',
  'supplierId',
  'supplierBatchNo',
  'productionDate',
  'countSeq',
  'countWay',
  'countTime',
  'secondUserId',
  'skipReason',
];
const LINES = {
  details: {
    columns: {
      ...Object.fromEntries(HIDDEN.map((name) => [name, { hidden: true }])),
      materialId: { width: 190 },
      batchId: { width: 150 },
      countUserId: { width: 100 },
    },
    pinned: 1,
  },
};
const SEEN = new Set(['counted', 'done']);

/** 盘点单: the plan as a document, the sheet people count on, and the review of what differs. */
export default function StockCheckPage(): ReactNode {
  const { id = 'new' } = useParams();
  return <OneCheck key={id} id={id} />;
}

/** The places of the other address are asked nowhere. */
const PLACES = { site: ['factoryWarehouseId'], factory: ['warehouseId', 'gearOperationDeptId'] } as const;
const shownBy = new Map<typeof stockCheck, typeof stockCheck>();
function shownOf(of: typeof stockCheck): typeof stockCheck {
  const known = shownBy.get(of);
  if (known !== undefined) return known;
  const hidden: readonly string[] = PLACES[of.where?.['placeKind'] === 'factory' ? 'factory' : 'site'];
  const fields = Object.fromEntries(Object.entries(of.fields).filter(([name]) => !hidden.includes(name)));
  const shown = { ...of, fields } as typeof stockCheck;
  shownBy.set(of, shown);
  return shown;
}

function OneCheck({ id }: { readonly id: string }): ReactNode {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const { generateDetail, of, may } = useCountAddress();
  const [isReviewed, setReviewed] = useState(false);
  // Entering stands in the address: there it goes on after a reload, also without a network.
  const [search, setSearch] = useSearchParams();
  const room = search.has('count') ? 'entry' : isReviewed ? 'review' : 'document';
  useHeadingFocus(room);
  const close = useCallback(() => {
    setReviewed(false);
    setSearch({}, { replace: true });
  }, [setSearch]);
  const enter = useCallback(() => setSearch(ENTRY, { replace: true }), [setSearch]);
  const acts = useMemo(
    () => ({
      generateDetail: async (row: WholeRecord<typeof stockCheck>) => {
        const { details } = await request(generateDetail, { id: row.id });
        await invalidateLists(of);
        notify.done(word('started', { count: details.length }));
        enter();
      },
      doCheckApproval: () => setReviewed(true),
      recount: () => setReviewed(true),
    }),
    [enter, notify, word, generateDetail, of],
  );
  const toolbar = useCallback(
    (row: WholeRecord<typeof stockCheck>) =>
      row.status === 'counting' &&
      may('save_detail') && (
        <Button type="primary" onClick={enter}>
          {word('enter.title')}
        </Button>
      ),
    [may, enter, word],
  );
  if (room === 'entry') return <CountEntry id={id} onClose={close} />;
  if (room === 'review') return <CountReview id={id} onClose={close} />;
  return (
    <DocumentPage of={shownOf(of)} acts={acts} lines={LINES} toolbar={toolbar}>
      {(row) => (SEEN.has(row.status) ? <Result id={row.id} version={String(row.version)} /> : null)}
    </DocumentPage>
  );
}

type Total = TypeOf<typeof calls.viewCheckResult.answer>['totals']['byCause'][number];

/** The differences summed up, by cause and by type of material. */
function Result({ id, version }: { readonly id: string; readonly version: string }): ReactNode {
  const word = useWords(countingTexts);
  const { viewCheckResult, of } = useCountAddress();
  const result = useQuery({
    queryKey: ['detail', of.name, id, 'result', version],
    queryFn: () => request(viewCheckResult, { checkId: id }),
  });
  if (result.data === undefined || result.data.totals.byType.length === 0) return null;
  const table = (head: string, title: string, totals: readonly Total[]): ReactNode => (
    <table className="count-totals">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{word('lines')}</th>
          {totals[0]?.gain !== undefined && (
            <>
              <th scope="col">{word('column.gain')}</th>
              <th scope="col">{word('column.loss')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {totals.map((each) => (
          <tr key={each.name}>
            <th scope="row">{each.name || '–'}</th>
            <td>{each.count}</td>
            {each.gain !== undefined && (
              <>
                <td>{each.gain}</td>
                <td>{each.loss}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <Folded summary={`${word('byCause')} · ${word('byType')}`}>
      <div className="count-result figures">
        {table(word('cause'), word('byCause'), result.data.totals.byCause)}
        {table(word('type'), word('byType'), result.data.totals.byType)}
      </div>
    </Folded>
  );
}
