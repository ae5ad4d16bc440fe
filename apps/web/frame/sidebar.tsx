import { Button, Menu, type MenuProps, Popover, Skeleton } from 'antd';
import { Fragment, memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from './i18n.ts';
import { MenuIcon } from '../../../parts/menu/menu-icon.tsx';
import { type Entry, entryOf, trailOf, useMenu } from '../../../kernel/web/navigation/menu.ts';
import { openWith } from '../../../parts/menu/menu.rules.ts';
import { reload } from './reload.ts';
import { HOME, keyOf } from '../../../parts/state/tabs.ts';

/** When a group that opens has its height: the entry in it can be brought into view. */
const GROUP_OPENED_MS = [0, 350] as const;
/** Beside the entry, and moved up as far as the window asks. */
const IN_WINDOW = { points: ['tl', 'tr'], overflow: { adjustX: 1, shiftY: 1 }, offset: [4, 0] };
const POP_UP = { rightTop: IN_WINDOW, rightBottom: IN_WINDOW };

type Item = NonNullable<MenuProps['items']>[number];

interface Props {
  readonly collapsed: boolean;
  /** On a phone the drawer closes when a page was chosen. */
  readonly onChosen?: (() => void) | undefined;
}

/** The menu at the side: the groups a person is granted, with their pages. */
export const Sidebar = memo(function Sidebar({ collapsed, onChosen }: Props) {
  const text = useText();
  const { entries, leaves, error, loaded, reload: again } = useMenu();
  const front = entryOf(leaves, keyOf(useLocation().pathname))?.code;
  const [open, setOpen] = useOpenGroups(entries, front);
  const menu = useRef<HTMLDivElement>(null);
  useInView(menu, front, loaded);
  const items = useItems({ entries, onChosen, collapsed, open });

  return (
    <nav className="sidebar" aria-label={text('shell.menu')}>
      <Brand collapsed={collapsed} onChosen={onChosen} />
      <div className="sidebar-menu" ref={menu}>
        {error !== null && (
          <p className="sidebar-note" role="alert">
            {text('shell.menu.failed', { why: error instanceof ApiError ? error.message : text('error.unknown') })}
            <Button size="small" ghost onClick={() => void again()}>
              {text('error.retry')}
            </Button>
          </p>
        )}
        {!loaded && error === null && (
          <Skeleton className="sidebar-skeleton" active title={false} paragraph={{ rows: 8 }} />
        )}
        {loaded && entries.length === 0 && <p className="sidebar-note">{text('shell.menu.empty')}</p>}
        <Menu
          mode="inline"
          inlineCollapsed={collapsed}
          inlineIndent={16}
          items={items}
          selectedKeys={front === undefined ? [] : [front]}
          builtinPlacements={POP_UP}
          {...(collapsed ? {} : { openKeys: [...open], onOpenChange: setOpen })}
        />
      </div>
    </nav>
  );
});

/** The groups that stand open: those of the page in front, or those the person opened instead; one top group. */
function useOpenGroups(entries: readonly Entry[], front: string | undefined) {
  const trail = useMemo(() => trailOf(entries, front).map((entry) => entry.code), [entries, front]);
  const [open, setOpen] = useState<readonly string[]>(trail);
  useEffect(() => setOpen((now) => openWith(entries, now, trail)), [entries, trail]);
  const change = (keys: readonly string[]): void => {
    const opened = keys.find((key) => !open.includes(key));
    setOpen(opened === undefined ? keys : openWith(entries, keys, [opened]));
  };
  return [open, change] as const;
}

/** Brings the entry of the page in front into view, wherever that page was opened from. */
function useInView(menu: RefObject<HTMLElement | null>, front: string | undefined, loaded: boolean): void {
  useEffect(() => {
    const timers = GROUP_OPENED_MS.map((wait) =>
      setTimeout(() => {
        menu.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
      }, wait),
    );
    return () => timers.forEach(clearTimeout);
  }, [menu, front, loaded]);
}

interface Drawn extends Props {
  readonly entries: readonly Entry[];
  readonly open: readonly string[];
}

/** Entries as the menu draws them; a closed group shows its pages beside it. */
function useItems({ entries, onChosen, collapsed, open }: Drawn): Item[] {
  // Nothing in here changes with the page in front: a hundred entries are not drawn again for it.
  return useMemo((): Item[] => {
    const renderPath = (entry: Entry): ReactNode => <MenuPath to={entry} onChosen={onChosen} />;
    // What is open shows its pages already, and a collapsed menu pops up by itself.
    const named = (entry: Entry, depth: number): ReactNode =>
      depth > 0 || collapsed || onChosen !== undefined || open.includes(entry.code) ? (
        entry.title
      ) : (
        <Popover
          classNames={{ root: 'menu-flyout' }}
          placement="rightTop"
          builtinPlacements={POP_UP}
          arrow={false}
          mouseEnterDelay={0.25}
          content={<Flyout of={entry} renderPath={renderPath} />}
        >
          <span className="menu-group">{entry.title}</span>
        </Popover>
      );
    const item = (entry: Entry, depth: number): Item => ({
      key: entry.code,
      ...(depth === 0 ? { icon: <MenuIcon icon={entry.icon} /> } : {}),
      label: entry.to === undefined ? named(entry, depth) : renderPath(entry),
      title: entry.title,
      ...(entry.children.length > 0 ? { children: entry.children.map((child) => item(child, depth + 1)) } : {}),
    });
    return entries.map((entry) => item(entry, 0));
  }, [entries, onChosen, collapsed, open]);
}

/** Name and sign of the program; leads home. */
function Brand({ collapsed, onChosen }: { readonly collapsed: boolean; readonly onChosen: Props['onChosen'] }) {
  const text = useText();
  return (
    <Link className="sidebar-brand" to={HOME} onClick={onChosen}>
      {!collapsed && (
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="var(--primary-strong)" />
          <path
            d="M7 19h18a9 9 0 0 1-18 0zM16 8v6M11 10v4M21 10v4"
            fill="none"
            stroke="#fff"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <span>{text(collapsed ? 'product.short' : 'product')}</span>
    </Link>
  );
}

/** Leads to a page; to the one in front already, it begins that anew. */
function MenuPath({
  to: { to = '/', title },
  onChosen,
}: {
  readonly to: Entry;
  readonly onChosen: (() => void) | undefined;
}) {
  const key = keyOf(useLocation().pathname);
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (keyOf(to.split('?')[0] ?? '') === key) {
          event.preventDefault();
          reload(key, navigate);
        }
        onChosen?.();
      }}
    >
      {title}
    </Link>
  );
}

/** The child groups of a top entry with their pages, and the pages that stand in no group. */
function Flyout({ of, renderPath }: { readonly of: Entry; readonly renderPath: (entry: Entry) => ReactNode }) {
  return (
    <div className="menu-flyout-pages">
      {of.children.map((child) =>
        child.to === undefined ? (
          <Fragment key={child.code}>
            <h3>{child.title}</h3>
            <Flyout of={child} renderPath={renderPath} />
          </Fragment>
        ) : (
          <Fragment key={child.code}>{renderPath(child)}</Fragment>
        ),
      )}
    </div>
  );
}
