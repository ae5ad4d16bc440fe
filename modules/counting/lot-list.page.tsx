import { useNavigate } from 'react-router';
import { post } from '../../parts/client/api.ts';
import { useWords } from '../../parts/language/language.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../parts/table/row-actions.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { stockBatch } from '../stock/lots/stock-batch.resource.ts';
import { countingTexts } from './counting.texts.ts';
import { stockCheck } from './stock-check.document.ts';

type Lot = ListRow<typeof stockBatch>;

/** The lots of the warehouses; those of one warehouse are counted together, as what expired is before it goes. */
export default function LotListPage() {
  const word = useWords(countingTexts);
  const navigate = useNavigate();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const count = async (lots: readonly Lot[]): Promise<void> => {
    try {
      const { id } = await post<{ readonly id: string }>(callOf(stockCheck, 'generateDetail'), {
        json: {
          warehouseId: lots[0]!.warehouseId,
          checkType: 'spot',
          scopeType: 'batch',
          batchIds: lots.map(({ batchId }) => batchId),
        },
      });
      void navigate(`${stockCheck.path}/${id}`);
    } catch (error) {
      notify.error(error);
    }
  };
  const acts = (lots: readonly Lot[]): readonly RowAction[] =>
    codes.has('invcheck_generate_detail') && new Set(lots.map(({ warehouseId }) => warehouseId)).size === 1
      ? [{ key: 'count', label: word('lots.count'), run: () => void count(lots) }]
      : [];
  return (
    <ListPage
      of={stockBatch}
      onOpen={(row) => void navigate(`${stockBatch.path}/${row.id}`)}
      rowActions={(row) => acts([row])}
      rowsActions={acts}
    />
  );
}
