import { Button, Menu, type MenuProps, Popover, Skeleton } from 'antd';
import { Fragment, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from './i18n.ts';
import { MenuIcon } from '../../../parts/menu/menu-icon.tsx';
import { type Entry, entryOf, trailOf, useMenu } from '../../../kernel/web/navigation/menu.ts';
import { reload } from './reload.ts';
import { HOME, keyOf } from '../../../parts/state/tabs.ts';

type Item = NonNullable<MenuProps['items']>[number];

interface Props {
  readonly collapsed: boolean;
  /** On a phone the drawer closes when a page was chosen. */
  readonly onChosen?: () => void;
}

export const Sidebar = memo(function Sidebar({ collapsed, onChosen }: Props) {
  const text = useText();
  const { entries, leaves, error, loaded, reload: again } = useMenu();
  const front = entryOf(leaves, keyOf(useLocation().pathname));
  const trail = useMemo(() => trailOf(entries, front?.code).map((entry) => entry.code), [entries, front?.code]);
  const [open, setOpen] = useState<readonly string[]>(trail);

  // The group of the page in front opens; what the person opened besides stays open.
  useEffect(
    () => setOpen((now) => (trail.every((code) => now.includes(code)) ? now : [...new Set([...now, ...trail])])),
    [trail],
  );

  // Nothing in here changes with the page in front: a hundred entries are not drawn again for it.
  const items = useMemo((): Item[] => {
    const renderPath = (entry: Entry): ReactNode => <MenuPath to={entry} onChosen={onChosen} />;
    // What is open shows its pages already, and a collapsed menu pops up by itself.
    const named = (entry: Entry, depth: number): ReactNode =>
      depth > 0 || collapsed || onChosen !== undefined || open.includes(entry.code) ? (
        entry.title
      ) : (
        <Popover
          classNames={{ root: 'menu-flyout' }}
          placement="rightTop"
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

  return (
    <nav className="sidebar" aria-label={text('shell.menu')}>
      <Brand collapsed={collapsed} onChosen={onChosen} />
      <div className="sidebar-menu">
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
          selectedKeys={front === undefined ? [] : [front.code]}
          {...(collapsed ? {} : { openKeys: [...open], onOpenChange: setOpen })}
        />
      </div>
    </nav>
  );
});

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
