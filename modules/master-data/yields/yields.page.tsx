import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { YieldActs } from './yield-acts.view.tsx';
import { yieldBoard, type YieldRow } from './yield.calls.ts';
import { ALL_YEAR, ENOUGH_TESTS } from './yield.rules.ts';
import { yieldTexts } from './yields.texts.ts';
import './yields.css';

type Season = YieldRow['seasons'][number];

/** 出成率: what tests say of each material beside what is in use; proposals, to be decided on, stand on top. */
export default function YieldsPage(): ReactNode {
  const word = useWords(yieldTexts);
  const found = useQuery({
    queryKey: ['yield-board'],
    queryFn: ({ signal }) => request(yieldBoard, {}, { signal }),
    retry: false,
  });
  return (
    <div className="yields">
      <header>
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <GuardedLink to="/masterdata/yielddecision">{word('history')}</GuardedLink>
        <GuardedLink to="/masterdata/materialyieldtest">{word('tests')}</GuardedLink>
      </header>
      <p className="soft">{word('what')}</p>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : found.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />
      ) : (
        <ul>
          {found.data.map((row) => (
            <MaterialBox key={row.materialId} row={row} onDone={() => found.refetch()} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface BoxProps {
  readonly row: YieldRow;
  readonly onDone: () => Promise<unknown>;
}
function MaterialBox({ row, onDone }: BoxProps): ReactNode {
  const word = useWords(yieldTexts);
  return (
    <li aria-label={row.materialName}>
      <h2>
        {row.materialName} <small className="figures">{word('standard', { standard: shown(row.standard) })}</small>
      </h2>
      <ul>
        {row.seasons.filter(saysMore(row.seasons)).map((season) => (
          <li key={season.season}>
            <span className="yield-season">{word(season.season as 'all')}</span>
            <span className="yield-words figures">
              <EstimateText of={season} />
              <small>{word('used', { used: shown(season.used) })}</small>
            </span>
            <Scale of={season} />
            <span className="yield-state">
              <Standing of={season} />
              <YieldActs row={row} season={season} onDone={onDone} />
            </span>
          </li>
        ))}
        {row.suppliers
          .filter((each) => saysMore(ofSupplier(row, each.supplierId))(each))
          .map((each) => (
            <li key={`${each.supplierId} ${each.season}`} className="soft">
              <span className="yield-season">
                {word('supplier', { supplier: each.supplierName, season: word(each.season as 'all') })}
              </span>
              <span className="yield-words figures">
                <EstimateText of={each} />
              </span>
            </li>
          ))}
      </ul>
    </li>
  );
}

/** A season in which all the tests were made says what all of the year says already. */
const saysMore =
  (all: readonly Pick<Season, 'season' | 'count'>[]) =>
  ({
    season,
    count,
    isAccepted = false,
  }: Pick<Season, 'season' | 'count'> & { readonly isAccepted?: boolean }): boolean =>
    season === ALL_YEAR || isAccepted || count !== all.find((each) => each.season === ALL_YEAR)?.count;
const ofSupplier = ({ suppliers }: YieldRow, supplierId: string): YieldRow['suppliers'] =>
  suppliers.filter((each) => each.supplierId === supplierId);

/** Two places only where they say something. */
const shown = (figure: string): string => figure.replace(/\.?0+$/, '');

function EstimateText({ of }: { readonly of: Pick<Season, 'count' | 'learned' | 'low' | 'high'> }): ReactNode {
  const word = useWords(yieldTexts);
  const { count, learned, low, high } = of;
  return low === null || high === null
    ? word('says.once', { learned: shown(learned) })
    : word('says', { count, learned: shown(learned), low: shown(low), high: shown(high) });
}

function Standing({ of }: { readonly of: Season }): ReactNode {
  const word = useWords(yieldTexts);
  const { isProposed, isAccepted, count, learned, low, high, used } = of;
  if (isProposed) return <Status tone="look" word={word('proposed', { learned: shown(learned) })} />;
  if (isAccepted) return <Status tone="done" word={word('accepted', { used: shown(used) })} />;
  if (count < ENOUGH_TESTS || low === null) return <Status tone="plain" word={word('few')} />;
  const isInside = Number(used) >= Number(low) && Number(used) <= Number(high);
  return <Status tone="plain" word={word(isInside ? 'inside' : 'kept')} />;
}

/** The interval as a band, the estimate as a line in it, the yield in use as a mark beside. */
function Scale({ of: { low, high, learned, used } }: { readonly of: Season }): ReactNode {
  const word = useWords(yieldTexts);
  if (low === null || high === null) return <span className="yield-scale is-empty" />;
  const figures = [low, high, learned, used].map(Number);
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const margin = Math.max(1, (most - least) * 0.25);
  const at = (figure: string | number): number =>
    (100 * (Number(figure) - least + margin)) / (most - least + 2 * margin);
  return (
    <span className="yield-scale" role="img" aria-label={word('scale', { low, high, used })}>
      <i className="yield-band" style={{ insetInlineStart: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <i className="yield-line" style={{ insetInlineStart: `${at(learned)}%` }} />
      <i className="yield-mark" style={{ insetInlineStart: `${at(used)}%` }} />
    </span>
  );
}
