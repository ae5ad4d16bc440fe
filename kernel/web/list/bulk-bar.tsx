import { Button } from 'antd';
import type { Declaration } from '../../core/declaration.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { useText } from '../i18n.ts';
import type { ListRow } from './list-data.ts';
import { ChosenRows } from './touched.tsx';

interface Props {
  readonly of: Declaration;
  /** The chosen rows. */
  readonly rows: readonly ListRow[];
  /** Does the list show the row of this id at the moment? */
  readonly inSight: (id: string) => boolean;
  readonly actions: readonly RowAction[];
  /** Without ids: all of them. */
  readonly onUnselect: (ids?: readonly string[]) => void;
  /** How many rows the search found, and chooses them all; undefined where that cannot be. */
  readonly all: { readonly total: number; readonly choose: () => void } | undefined;
}

/** What may be done with the chosen rows, how many they are and what they come to. */
export function BulkBar({ of, rows, inSight, actions, onUnselect, all }: Props) {
  const text = useText();
  return (
    <div className="bulk" role="status">
      <ChosenRows of={of} rows={rows} hidden={rows.filter((row) => !inSight(row.id))} onDrop={onUnselect} />
      {all !== undefined && all.total > rows.length && (
        <Button size="small" type="link" onClick={all.choose}>
          {text('list.select.all', { total: all.total })}
        </Button>
      )}
      {actions.map((action) => (
        <Button key={action.key} size="small" danger={action.danger === true} onClick={action.run}>
          {action.label}
        </Button>
      ))}
      <Button size="small" type="link" onClick={() => onUnselect()}>
        {text('list.unselect')}
      </Button>
    </div>
  );
}
