import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { post } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useWords } from '../../parts/language/language.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { fetchRows, type ListRow } from '../../kernel/web/list/list-data.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import type { RowAction } from '../../parts/table/row-actions.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { stockBatch, type stockBatchReads } from '../stock/lots/stock-batch.resource.ts';
import { countingTexts } from './counting.texts.ts';
import { stockCheck } from './stock-check.document.ts';

type Lot = ListRow<typeof stockBatch, (typeof stockBatchReads)[number]>;

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Lots of one warehouse are counted together, as what expired is before it goes. What is refused, why, and of which
 * lots: those that cannot be counted are marked, and the others can be.
 */
export function useLotCount() {
  const word = useWords(countingTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const notify = useNotify();
  const refused = useRefused();
  const [sent, setSent] = useState<readonly Lot[]>([]);
  const [marked, setMarked] = useState(NONE);
  const count = async (lots: readonly Lot[]): Promise<void> => {
    refused.forget();
    setMarked(NONE);
    try {
      const whole = await fetchRows(stockBatch, 'page', { id_in: lots.map((lot) => lot.id).join(',') }, lots.length);
      const batchOf = new Map(whole?.map((lot) => [lot.id, lot['batchId']]));
      const { id } = await post<{ readonly id: string }>(callOf(stockCheck, 'generateDetail'), {
        json: {
          warehouseId: lots[0]!.warehouseId,
          checkType: 'spot',
          scopeType: 'batch',
          batchIds: lots.map((lot) => batchOf.get(lot.id)),
        },
      });
      void navigate(`${stockCheck.path}/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError) || !refused.show(word('lots.count'), error)) return notify.error(error);
      setSent(lots);
      setMarked(
        new Map(
          error.problems.flatMap(({ line, message }): [string, string][] => {
            const lot = line === undefined ? undefined : lots[line - 1];
            return lot === undefined ? [] : [[lot.id, message]];
          }),
        ),
      );
    }
  };
  const others = marked.size === 0 ? [] : sent.filter(({ id }) => !marked.has(id));
  const banner = refused.banner(
    others.length === 0
      ? []
      : [{ label: word('lots.others', { count: others.length }), run: () => void count(others) }],
  );
  const columns = useMemo(
    () => ({
      batchCode: (row: Lot) =>
        marked.has(row.id) ? (
          <span title={marked.get(row.id)}>
            <Status tone="stop" word={row.batchCode} />
          </span>
        ) : (
          row.batchCode
        ),
    }),
    [marked],
  );
  const acts = (lots: readonly Lot[]): readonly RowAction[] =>
    codes.has('invcheck_generate_detail') && new Set(lots.map(({ warehouseId }) => warehouseId)).size === 1
      ? [{ key: 'count', label: word('lots.count'), run: () => void count(lots) }]
      : [];
  return { acts, banner, columns };
}
