import { Button } from 'antd';
import type { Declaration } from '../../core/declaration.ts';
import { useText } from '../i18n.ts';
import type { ListRow } from './list-data.ts';
import type { RowAction } from './row-actions.tsx';
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
}

/** What may be done with the chosen rows, and how many they are. */
export function BulkBar({ of, rows, inSight, actions, onUnselect }: Props) {
  const text = useText();
  return (
    <div className="bulk" role="status">
      <ChosenRows of={of} rows={rows} hidden={rows.filter((row) => !inSight(row.id))} onDrop={onUnselect} />
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
