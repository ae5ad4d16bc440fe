import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { PageOf, RecordOf, WholeRecord } from '../../kernel/core/shape.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { fetchRecord, listKey } from '../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { get } from '../../parts/client/api.ts';
import { businessDay } from '../../parts/client/business-day.ts';
import { shortDay } from '../../parts/days/day-text.rules.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { FactTable } from '../../parts/table/fact-table.tsx';
import { billColumns } from '../stock/on-hand/bill-of-row.view.tsx';
import { crateBalance } from './crate-balance.resource.ts';
import { crateMovement } from './crate-movement.resource.ts';
import { crateTexts } from './crates.texts.ts';
import { movementFilter, movementsOf } from './movements-of.rules.ts';
import './crate-balance.css';

type Balance = WholeRecord<typeof crateBalance>;
type Movement = RecordOf<typeof crateMovement>;
const SHOWN = 20;

/** What a partner holds of a type, and the last movements that made it so. */
export default function CrateBalancePage(): ReactNode {
  const { id } = useParams();
  const seesMovements = useAllowed('cratemovement_view');
  // As the record above reads it, with the same question.
  const { data: balance } = useQuery({
    queryKey: ['detail', crateBalance.name, id],
    queryFn:
      id === undefined || !seesMovements
        ? skipToken
        : ({ signal }) => fetchRecord(crateBalance, id, signal) as Promise<Balance>,
    staleTime: 5_000,
  });
  return (
    <div className="crate-balance">
      <RecordPage of={crateBalance} facts={{ visibleDeptIds: false, isHeld: false }} />
      {balance !== undefined && seesMovements && <LastMovements of={balance} />}
    </div>
  );
}

function LastMovements({ of }: { readonly of: Balance }): ReactNode {
  const word = useWords(crateTexts);
  const inWords = useLabel();
  const language = useLanguage();
  const filter = movementFilter(of);
  const { data, error } = useQuery({
    queryKey: [...listKey(crateMovement), 'last', filter],
    queryFn: ({ signal }) =>
      get<PageOf<Movement>>(callOf(crateMovement, 'page'), { ...filter, descs: 'movedTime', size: SHOWN }, signal),
  });
  const { fields } = crateMovement;
  const kinds = fields.movementKind.rules.choices!;
  return (
    <section aria-label={word('movements')}>
      <h2>{word('movements')}</h2>
      <FactTable<Movement>
        label={word('movements')}
        rows={data?.records}
        error={error}
        none={word('movements.none')}
        more={<GuardedLink to={movementsOf(of)}>{word('all.movements')}</GuardedLink>}
        columns={[
          {
            title: inWords(fields.movedTime.label),
            cell: ({ movedTime }) => (
              <span className="figures">
                {shortDay(movedTime.slice(0, 10), businessDay(), language)} {movedTime.slice(11, 16)}
              </span>
            ),
          },
          {
            title: inWords(fields.movementKind.label),
            cell: ({ movementKind }) => {
              const kind = kinds.find(({ value }) => value === movementKind)!;
              return <Status tone={kind.tone ?? 'plain'} word={inWords(kind.label)} />;
            },
          },
          {
            title: inWords(fields.qty.label),
            figure: true,
            cell: ({ qty }) => <strong className="figures">{qty > 0 ? `+${qty}` : qty}</strong>,
          },
          { title: inWords(fields.billCode.label), cell: (row) => (row.billCode ? billColumns.billCode(row) : '–') },
          { title: inWords(fields.reason.label), cell: ({ reason }) => reason || '–' },
        ]}
      />
    </section>
  );
}
