import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../i18n.ts';

/** Something to do with one row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** What is to be done with this row before anything else. */
  readonly first?: boolean;
  readonly run: () => void;
}

/** One action visible, the rest in a menu rendered when it is opened: two hundred rows must paint fast. */
export function RowActions({ actions, title }: { readonly actions: readonly RowAction[]; readonly title: string }) {
  const text = useText();
  const dots = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  // What destroys is never the first thing under the finger.
  const first = actions.find((action) => action.first === true) ?? actions.find((action) => action.danger !== true);
  const rest = actions.filter((action) => action !== first);
  if (actions.length === 0) return null;
  const more = (
    <button
      ref={dots}
      type="button"
      className="row-more"
      aria-label={text('list.row.more', { title })}
      aria-haspopup="menu"
      autoFocus={menu !== 'never'}
      onClick={menu === 'never' ? () => setMenu('open') : undefined}
    >
      <EllipsisOutlined />
    </button>
  );
  return (
    <span className="row-actions" onClick={(event) => event.stopPropagation()}>
      {first !== undefined && (
        <button type="button" className="row-act" onClick={first.run}>
          {first.label}
        </button>
      )}
      {rest.length > 0 &&
        (menu === 'never' ? (
          more
        ) : (
          <Dropdown
            trigger={['click']}
            placement="bottomRight"
            open={menu === 'open'}
            autoFocus
            onOpenChange={(open) => {
              setMenu(open ? 'open' : 'closed');
              if (!open) requestAnimationFrame(() => dots.current?.focus());
            }}
            menu={{
              items: rest.map((action) => ({ key: action.key, label: action.label, danger: action.danger === true })),
              onClick: ({ key, domEvent }) => {
                domEvent.stopPropagation();
                setMenu('closed');
                rest.find((action) => action.key === key)?.run();
              },
            }}
          >
            {more}
          </Dropdown>
        ))}
    </span>
  );
}
