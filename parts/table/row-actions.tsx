import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type CSSProperties, useRef, useState } from 'react';
import { textWidth } from './text-width.rules.ts';

/** Something to do with one row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** What is to be done with this row before anything else. */
  readonly first?: boolean;
  /** Takes something away, though not for good: in the menu, behind what is harmless. */
  readonly last?: boolean;
  readonly run: () => void;
}

const weight = ({ danger, last }: RowAction): number => (danger === true ? 2 : last === true ? 1 : 0);
/** What is harmless first, what destroys last; else as given. */
export const harmlessFirst = (actions: readonly RowAction[]): readonly RowAction[] =>
  actions.toSorted((a, b) => weight(a) - weight(b));

/** The one of these acts that a row shows: what is to be done first; never what destroys or stops something. */
export const shownOf = (actions: readonly RowAction[]): RowAction | undefined =>
  actions.find((action) => action.first === true) ?? actions.find((action) => weight(action) === 0);

const [WORD, MENU, AROUND] = [28, 30, 24];
/** What a column needs for the acts of these rows: the longest word that one of them shows, if any, and the menu. */
export function actionsWidth(rows: readonly (readonly RowAction[])[]): number {
  const words = rows.flatMap((actions) => shownOf(actions)?.label ?? []);
  const menu = rows.some((actions) => actions.some((action) => action !== shownOf(actions))) ? MENU : 0;
  const shown = words.length === 0 ? 0 : Math.max(WORD, ...words.map(textWidth));
  return Math.round(shown + menu + AROUND);
}
/** Of a column so wide, what its words may take before the menu. */
export const actRoom = (width: number): CSSProperties =>
  ({ '--act': `${Math.max(0, width - MENU - AROUND)}px` }) as CSSProperties;

/**
 * One action visible, the rest in a menu rendered when it is opened: two hundred rows must paint fast. `more` is what
 * the menu is called.
 */
export function RowActions({
  actions,
  more: menuName,
}: {
  readonly actions: readonly RowAction[];
  readonly more: string;
}) {
  const dots = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const first = shownOf(actions);
  const rest = harmlessFirst(actions.filter((action) => action !== first));
  if (actions.length === 0) return null;
  const more = (
    <button
      ref={dots}
      type="button"
      className="row-more"
      aria-label={menuName}
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
