import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Popconfirm, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invalidateLists, type ListRow } from '../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { businessDay } from '../../parts/client/business-day.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useWords } from '../../parts/language/language.ts';
import { adoptGrade, computeScores, scoreRows } from './supplier-score.calls.ts';
import { supplierScore, supplierScoreReads } from './supplier-score.resource.ts';
import type { Part } from './supplier-score.rules.ts';
import { scoreTexts } from './supplier-score.texts.ts';
import './supplier-score.css';

type Row = ListRow<typeof supplierScore, (typeof supplierScoreReads)[number]>;
interface Opened {
  readonly row: Row;
  readonly figure: Part;
}
const FIGURES = {
  onTimePercent: 'onTime',
  fillPercent: 'fill',
  refusePercent: 'refuse',
  lifePercent: 'life',
  pricePercent: 'price',
  answerPercent: 'answer',
  residuePercent: 'residue',
} as const satisfies Record<string, Part>;

const NO_COLUMNS = {};

/** Scores of suppliers: each figure opens what it is made of, and a person adopts the grade. */
export default function SupplierScoreList() {
  const word = useWords(scoreTexts);
  const phone = usePhone();
  const notify = useNotify();
  const mayAdopt = useAllowed('supplier_grade');
  const [opened, setOpened] = useState<Opened>();
  const columns = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(FIGURES).map(([name, figure]) => [
          name,
          (row: Row) => <Figure value={row[name as keyof typeof FIGURES]} onOpen={() => setOpened({ row, figure })} />,
        ]),
      ),
    [],
  );
  const adopt = async (row: Row): Promise<void> => {
    try {
      await request(adoptGrade, { id: row.supplierId, grade: row.suggestedGrade! });
      notify.done(word('adopted', { supplier: row.supplierName }));
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <>
      <ListPage
        of={supplierScore}
        reads={supplierScoreReads}
        // A card opens as a whole; what a figure is made of is seen at a desk.
        columns={phone ? NO_COLUMNS : columns}
        toolbar={<Compute />}
        rowActions={(row) =>
          mayAdopt && row.suggestedGrade ? [{ key: 'adopt', label: word('adopt'), run: () => void adopt(row) }] : []
        }
      />
      <Drawer
        open={opened !== undefined}
        size={phone ? '100%' : 620}
        title={opened && `${opened.row.supplierName} · ${opened.row.month} · ${word(`figure.${opened.figure}`)}`}
        onClose={() => setOpened(undefined)}
      >
        {opened && <Basis {...opened} />}
      </Drawer>
    </>
  );
}

interface FigureProps {
  readonly value: unknown;
  readonly onOpen: () => void;
}
const Figure = ({ value, onOpen }: FigureProps): ReactNode =>
  value === null || value === undefined || value === '' ? (
    <span className="empty-cell">–</span>
  ) : (
    <button
      type="button"
      className="score-figure figures"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {String(value)}
    </button>
  );

/** The rows a figure is the mean of, the worst first. */
function Basis({ row, figure }: Opened): ReactNode {
  const word = useWords(scoreTexts);
  const { data, error } = useQuery({
    queryKey: ['supplier-score', row.id, figure],
    queryFn: ({ signal }) => request(scoreRows, { id: row.id, figure }, { signal }),
  });
  if (error !== null) return <Alert type="error" showIcon title={error.message} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <table className="score-basis">
      <thead>
        <tr>
          <th>{word('document')}</th>
          <th>{word('material')}</th>
          <th className="figures">{word(`measured.${figure}`)}</th>
          <th className="figures">{word(`asked.${figure}`)}</th>
          <th className="figures">%</th>
        </tr>
      </thead>
      <tbody>
        {data.map((each, at) => (
          // Two lots of one bill are told apart by their place alone.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <td>
              <GuardedLink to={each.link}>{each.billCode}</GuardedLink>{' '}
              <span className="soft">{each.date.slice(5)}</span>
            </td>
            <td>{each.materialName}</td>
            <td className="figures">{each.measured}</td>
            <td className="figures">{each.asked}</td>
            <td className="figures">{each.percent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Reckons the running month anew, for those who will not wait for the clock. */
function Compute(): ReactNode {
  const word = useWords(scoreTexts);
  const notify = useNotify();
  const mayCompute = useAllowed('supplierscore_compute');
  const month = businessDay().slice(0, 7);
  if (!mayCompute) return null;
  const compute = async (): Promise<void> => {
    try {
      const { suppliers } = await request(computeScores, { month });
      notify.done(word('computed', { count: suppliers }));
      await invalidateLists(supplierScore);
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <Popconfirm title={word('compute.ask', { month })} okText={word('compute')} onConfirm={() => void compute()}>
      <Button>{word('compute')}</Button>
    </Popconfirm>
  );
}
