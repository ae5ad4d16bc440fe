import { useCallback, useState } from 'react';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { deliveryRoute } from './delivery-route.resource.ts';
import { routeTexts } from './delivery-route.texts.ts';
import { RouteStops } from './route-stops.view.tsx';

const READS = ['name'] as const;
type Row = ListRow<typeof deliveryRoute, (typeof READS)[number]>;

/** Routes, and the stops of one in their order. */
export default function DeliveryRouteListPage() {
  const word = useWords(routeTexts);
  const [open, setOpen] = useState<Row>();
  const rowActions = useCallback(
    (row: Row): readonly RowAction[] => [
      { key: 'arrange', label: word('arrange'), first: true, run: () => setOpen(row) },
    ],
    [word],
  );
  return (
    <>
      <ListPage of={deliveryRoute} reads={READS} rowActions={rowActions} />
      {open !== undefined && (
        <RouteStops key={open.id} id={open.id} name={open.name} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
