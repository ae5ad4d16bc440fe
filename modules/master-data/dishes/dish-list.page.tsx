import { Tooltip } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { amountText, centsText, perUnit, priceText, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import type { ColumnRenderers } from '../../../kernel/web/list/columns.tsx';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { dish, dishReads } from './dish.resource.ts';
import { dishTexts } from './dish.texts.ts';

/** Dishes, with what a portion costs today; a row opens the dish with its BOM. */
export default function DishListPage() {
  const navigate = useNavigate();
  const word = useWords(dishTexts);
  const columns = useMemo(
    (): ColumnRenderers<typeof dish, (typeof dishReads)[number]> => ({
      salePrice: ({ salePrice }, isAlone) =>
        salePrice ? (
          <>
            {isAlone === true ? unitPriceText(salePrice, '') : priceText(salePrice)}{' '}
            <span className="unit">{perUnit(word('portion'))}</span>
          </>
        ) : (
          '–'
        ),
      todayCost: (row, isAlone = false) => (
        <CostToday row={row} incomplete={word('cost.incomplete')} isAlone={isAlone} />
      ),
    }),
    [word],
  );
  return (
    <ListPage
      of={dish}
      reads={dishReads}
      columns={columns}
      onOpen={(row) => void navigate(`${dish.path ?? ''}/${row.id}`)}
    />
  );
}

/** What a list of dishes answers beside their fields: why the cost is not known. */
type DishCost = ListRow<typeof dish, 'todayCost' | 'costMissing'>;
/** The cost of a portion; where it is not known, why. */
function CostToday({
  row,
  incomplete,
  isAlone,
}: {
  readonly row: DishCost;
  readonly incomplete: string;
  readonly isAlone: boolean;
}) {
  if (typeof row.todayCost === 'string') return isAlone ? amountText(row.todayCost) : centsText(row.todayCost);
  const missing = Array.isArray(row.costMissing) ? (row.costMissing as readonly string[]) : [];
  return missing.length === 0 ? (
    '–'
  ) : (
    <Tooltip title={missing.join(' ')}>
      <span>
        <Status tone="look" word={incomplete} />
      </span>
    </Tooltip>
  );
}
