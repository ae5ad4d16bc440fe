import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import { useParams } from 'react-router';
import { get } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { type Face, faces, textOf, type StockRow } from './place.view.ts';
import { StockFigures } from './stock-figures.view.tsx';
import { ComingHere, HoldersHere, LotsHere, MovesHere } from './stock-tables.view.tsx';
import { stockTexts } from '../stock.texts.ts';
import '../stock.css';

/**
 * A material at a place: what may be used and why not more, which lots, what moved, who holds it and what is to come.
 */
export function StockPlace({ face }: { readonly face: Face }) {
  const { id = '' } = useParams();
  const word = useWords(stockTexts);
  const text = useText();
  const found = useQuery({
    queryKey: ['stock-page', face.stock, id],
    queryFn: ({ signal }) => get<StockRow>(`/${face.service}/${face.stock}/detail`, { id }, signal),
  });
  const row = found.data;
  useTitle(row === undefined ? undefined : textOf(row.materialName));
  const seesReceipts = useAllowed('invinstore_view');
  const isWarehouse = face === faces.warehouse;
  if (found.error !== null && row === undefined)
    return (
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
    );
  if (row === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <article className="stock-page">
      <header>
        <span className="soft">
          {textOf(row[face.placeName])} · {textOf(row.materialTypeName)}
        </span>
        <h1 className="page-title" tabIndex={-1}>
          <GuardedLink to={`/masterdata/material/${textOf(row.materialId)}`}>{textOf(row.materialName)}</GuardedLink>{' '}
          <span className="soft figures stock-code">{textOf(row.materialCode)}</span>
        </h1>
      </header>
      <StockFigures row={row} face={face} />
      <Tabs
        className="stock-tabs"
        tabBarGutter={20}
        items={[
          { key: 'lots', label: word('lots'), children: <LotsHere row={row} face={face} /> },
          { key: 'moves', label: word('moves'), children: <MovesHere row={row} face={face} /> },
          ...(face !== faces.stall
            ? [{ key: 'holders', label: word('holders'), children: <HoldersHere row={row} face={face} /> }]
            : []),
          ...(isWarehouse && seesReceipts
            ? [{ key: 'coming', label: word('coming'), children: <ComingHere row={row} face={face} /> }]
            : []),
        ]}
      />
    </article>
  );
}
