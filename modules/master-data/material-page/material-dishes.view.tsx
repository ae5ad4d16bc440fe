import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { dish } from '../dishes/dish.resource.ts';
import { dishesOfMaterial } from './about-material.calls.ts';
import { materialPageTexts } from './material-page.texts.ts';
import type { ShownMaterial } from './material-page.view.tsx';
import { SpanDays, SpanStatus } from './span.view.tsx';

/** Dishes the material goes into, and how much of it goes into one unit of each. */
export function MaterialDishes({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const language = useLanguage();
  const found = useQuery({
    queryKey: [...listKey(dishBom), 'of material', row.id],
    queryFn: ({ signal }) => request(dishesOfMaterial, { materialId: row.id }, { signal }),
  });
  const kindOf = (kind: string): string =>
    dish.fields.dishKind.rules.choices?.find(({ value }) => value === kind)?.label[language] ?? kind;
  return (
    <FactTable
      label={word('dishes')}
      rows={found.data}
      error={found.error}
      none={word('dishes.none')}
      columns={[
        {
          title: word('dish'),
          cell: (each) => (
            <GuardedLink to={`${dish.path ?? ''}/${each.dishId}?bom=${each.id}`}>
              {each.dishName} <span className="soft figures">{each.dishCode}</span>
            </GuardedLink>
          ),
        },
        { title: word('kind'), cell: (each) => kindOf(each.dishKind) },
        {
          title: word('net'),
          figure: true,
          cell: (each) => (
            <>
              {grouped(each.netQty)}{' '}
              <span className="unit">{word('net.per', { unit: each.unitName, output: each.outputUnitName })}</span>
            </>
          ),
        },
        { title: word('version'), figure: true, cell: (each) => each.bomVersion },
        { title: word('valid'), cell: (each) => <SpanDays row={each} /> },
        { title: word('state'), cell: (each) => <SpanStatus row={each} /> },
      ]}
    />
  );
}
