import { CloseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { Query } from '../../../parts/client/wire.ts';
import { harmlessFirst, type RowAction } from '../../../parts/table/row-actions.tsx';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { isPrinted } from '../paper/is-printed.ts';
import { PRINTED_MAX, printing } from '../paper/printing.ts';
import { useNotify } from '../use-notify.tsx';
import { fetchRows, type ListRow, rowsVerb } from './list-data.ts';
import { Sums } from './touched.tsx';
import type { useListActs } from './use-list-acts.tsx';

/** Acts name what they touch in their address, which holds no more. */
const CHOSEN_MAX = 500;

interface Props {
  readonly of: Declaration;
  readonly verb?: string | undefined;
  readonly rowsActions?: ((rows: readonly ListRow[]) => readonly RowAction[]) | undefined;
  readonly acts: ReturnType<typeof useListActs>;
  /** What the list asks for. */
  readonly asked: Query;
  /** How many rows that found. */
  readonly total: number;
  readonly selection: {
    readonly chosenRows: readonly ListRow[];
    /** Does the list show the row of this id at the moment? */
    readonly inSight: (id: string) => boolean;
    readonly choose: (rows: readonly ListRow[]) => void;
    /** Without ids: all of them. */
    readonly unselect: (ids?: readonly string[]) => void;
  };
}

/** What may be done with the chosen rows, how many they are, what they come to, and all others that were found. */
export function BulkBar({ of, verb = rowsVerb(of), acts, selection, asked, total, rowsActions }: Props) {
  const text = useText();
  const notify = useNotify();
  const { chosenRows: rows, inSight, choose, unselect } = selection;
  const onPaper = usePrinting(of, rows);
  const actions = harmlessFirst([
    ...acts.ofRows(rows),
    ...onPaper,
    ...(rowsActions?.(rows) ?? []),
    ...(acts.mayDelete
      ? [{ key: 'remove', label: text('delete'), danger: true, run: () => void acts.remove(rows) }]
      : []),
  ]);
  const chooseAll = (): void =>
    void fetchRows(of, verb, asked, CHOSEN_MAX)
      .then((found) => choose(found ?? []))
      .catch((error: unknown) => notify.error(error));
  return (
    <div className="bulk" role="status">
      <ChosenRows of={of} rows={rows} hidden={rows.filter((row) => !inSight(row.id))} onDrop={unselect} />
      {total > rows.length && total <= CHOSEN_MAX && (
        <Button size="small" type="link" onClick={chooseAll}>
          {text('list.select.all', { total })}
        </Button>
      )}
      {actions.map((action) => (
        <Button key={action.key} size="small" danger={action.danger === true} onClick={action.run}>
          {action.label}
        </Button>
      ))}
      <Button size="small" type="link" onClick={() => unselect()}>
        {text('list.unselect')}
      </Button>
    </div>
  );
}

/** The act that prints the chosen records together; none for what has no page. */
function usePrinting(of: Declaration, rows: readonly ListRow[]): readonly RowAction[] {
  const text = useText();
  const notify = useNotify();
  if (!isPrinted(of)) return [];
  const run = (): void => {
    if (rows.length > PRINTED_MAX) notify.warn(text('print.many', { most: PRINTED_MAX, count: rows.length }));
    else printing.set({ of, ids: rows.map(({ id }) => id) });
  };
  return [{ key: 'print', label: text('print'), run }];
}

interface ChosenRowsProps {
  readonly of: Declaration;
  readonly rows: readonly ListRow[];
  readonly hidden: readonly ListRow[];
  readonly onDrop: (ids: readonly string[]) => void;
}

/** How many rows are chosen; those the list does not show are named on asking, and can be let go. */
function ChosenRows({ of, rows, hidden, onDrop }: ChosenRowsProps): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const sums = <Sums of={of} rows={rows} />;
  if (hidden.length === 0)
    return (
      <>
        <span>{text('list.selected', { count: rows.length })}</span>
        {sums}
      </>
    );
  const list = (
    <ul className="chosen-hidden">
      {hidden.map((row) => (
        <li key={row.id}>
          <span>{titleOf(of, row)}</span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={text('list.unselect.row', { title: titleOf(of, row) })}
            onClick={() => onDrop([row.id])}
          />
        </li>
      ))}
      <li>
        <Button
          type="link"
          size="small"
          onClick={() => {
            setOpen(false);
            onDrop(hidden.map((row) => row.id));
          }}
        >
          {text('list.unselect.hidden')}
        </Button>
      </li>
    </ul>
  );
  return (
    <>
      <span>{text('list.selected.hidden', { count: rows.length, hidden: hidden.length })}</span>
      <Popover trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen} content={list}>
        <Button type="link" size="small">
          {text('list.selected.look')}
        </Button>
      </Popover>
      {sums}
    </>
  );
}
