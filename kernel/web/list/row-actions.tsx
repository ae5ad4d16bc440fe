import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../i18n.ts';

/** Something to do with one row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** One act visible, the rest in a menu. */
export function RowActions({ actions, title }: { readonly actions: readonly RowAction[]; readonly title: string }) {
  const text = useText();
  // What destroys is never the first thing under the finger.
  const first = actions.find((action) => action.danger !== true);
  const rest = actions.filter((action) => action !== first);
  if (actions.length === 0) return null;
  return (
    <span className="row-actions" onClick={(event) => event.stopPropagation()}>
      {first !== undefined && <Button type="link" size="small" onClick={first.run}>{first.label}</Button>}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']} placement="bottomRight"
          menu={{
            items: rest.map((action) => ({ key: action.key, label: action.label, danger: action.danger === true })),
            onClick: ({ key, domEvent }) => { domEvent.stopPropagation(); rest.find((action) => action.key === key)?.run(); },
          }}
        >
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={text('list.row.more', { title })} />
        </Dropdown>
      )}
    </span>
  );
}
