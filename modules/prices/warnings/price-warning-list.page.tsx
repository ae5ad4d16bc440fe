import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { perUnit } from '../../../parts/quantities/amount.rules.ts';
import { Deviation } from './price-deviation.view.tsx';
import { meanPrice } from './price-moved.rules.ts';
import { priceWarning, priceWarningReads } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';

type Row = ListRow<typeof priceWarning, (typeof priceWarningReads)[number]>;
const COLUMNS = {
  // A mean has more places than anybody compares by.
  referencePrice: ({ referencePrice, baseUnitName }: Row) =>
    referencePrice && (
      <span className="figures" title={referencePrice}>
        {meanPrice(referencePrice)} <span className="unit">{perUnit(baseUnitName)}</span>
      </span>
    ),
  deviationPercent: (row: { readonly deviationPercent: unknown }) => <Deviation row={row} />,
};

/** What waits to be handled, most money at stake first; it is judged on its page, where history and samples are. */
export default function PriceWarningListPage() {
  const word = useWords(warningTexts);
  const navigate = useNavigate();
  const rowActions = useCallback(
    ({ id, status }: Row): readonly RowAction[] =>
      status === 'open'
        ? [
            {
              key: 'handle',
              label: word('handle'),
              first: true,
              run: () => void navigate(`${priceWarning.path!}/${id}`),
            },
          ]
        : [],
    [navigate, word],
  );
  return <ListPage of={priceWarning} reads={priceWarningReads} columns={COLUMNS} rowActions={rowActions} />;
}
