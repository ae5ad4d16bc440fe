import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { productionTexts } from '../production.texts.ts';
import { wasteTotals } from './food-waste.calls.ts';

type Total = TypeOf<typeof wasteTotals.answer>['kinds'][number];
const GROUPS = [
  ['kinds', 'waste.kind'],
  ['causes', 'waste.cause'],
  ['dishes', 'waste.of'],
] as const;

/** What was thrown away on the day so far, in weight, and in money for those who see it. */
export function WasteToday({ stallId, date }: { readonly stallId: string; readonly date: string }): ReactNode {
  const word = useWords(productionTexts);
  const found = useQuery({
    queryKey: ['waste-today', stallId, date],
    queryFn: ({ signal }) =>
      request(wasteTotals, { gearOperationDeptId: stallId, startDate: date, endDate: date }, { signal }),
    retry: false,
  });
  if (found.data === undefined)
    return found.error === null ? (
      <Skeleton active />
    ) : (
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
    );
  const { data } = found;
  if (data.kinds.length === 0) return <p className="soft">{word('waste.none')}</p>;
  return (
    <div className="kitchen">
      {GROUPS.map(([group, title]) =>
        data[group].length === 0 ? null : <Totals key={group} title={word(title)} rows={data[group]} />,
      )}
    </div>
  );
}

function Totals({ title, rows }: { readonly title: string; readonly rows: readonly Total[] }): ReactNode {
  return (
    <section className="kitchen-box" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul>
        {rows.map(({ key, name, weightKg, amount }) => (
          <li key={key}>
            <span className="kitchen-name">{name}</span>
            <span className="figures">{weightKg} kg</span>
            {amount !== undefined && <span className="figures soft">¥ {amount}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
