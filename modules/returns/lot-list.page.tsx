import { useNavigate } from 'react-router';
import { fetchRows, type ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { ApiError } from '../../parts/client/errors.ts';
import { useWords } from '../../parts/language/language.ts';
import type { RowAction } from '../../parts/table/row-actions.tsx';
import { useLotCount } from '../counting/use-lot-count.view.tsx';
import { stockBatch, stockBatchReads } from '../stock/lots/stock-batch.resource.ts';
import { returnsTexts } from './returns.texts.ts';
import { isReturnable, useLotReturn } from './use-lot-return.view.ts';

type Lot = ListRow<typeof stockBatch, (typeof stockBatchReads)[number]>;

/** The lots of the warehouses: those of one warehouse are counted together, those of one supplier go back together. */
export default function LotListPage() {
  const word = useWords(returnsTexts);
  const navigate = useNavigate();
  const counting = useLotCount();
  const back = useLotReturn();
  const notify = useNotify();
  // Whom lots came from is not read with every row.
  const returned = async (lots: readonly Lot[]): Promise<void> => {
    const whole = await fetchRows(stockBatch, 'page', { id_in: lots.map((lot) => lot.id).join(',') }, lots.length);
    if (whole === null) return;
    if (isReturnable(whole)) await back?.(whole);
    else notify.error(new ApiError('refused', word('back.not')));
  };
  const acts = (lots: readonly Lot[]): readonly RowAction[] => [
    ...counting.acts(lots),
    ...(back !== undefined && new Set(lots.map(({ warehouseId }) => warehouseId)).size === 1
      ? [{ key: 'return', label: word('back'), run: () => void returned(lots) }]
      : []),
  ];
  return (
    <ListPage
      of={stockBatch}
      reads={stockBatchReads}
      columns={counting.columns}
      notice={counting.banner}
      onOpen={(row) => void navigate(`${stockBatch.path}/${row.id}`)}
      rowActions={(row) => acts([row])}
      rowsActions={acts}
    />
  );
}
