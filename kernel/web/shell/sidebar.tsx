import { Button, Menu, type MenuProps, Skeleton } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../errors.ts';
import { useText } from '../i18n.ts';
import { MenuIcon } from './menu-icon.tsx';
import { type Entry, entryOf, trailOf, useMenu } from './menu.ts';
import { HOME, keyOf, restart } from './tabs.ts';

type Item = NonNullable<MenuProps['items']>[number];

interface Props {
  readonly collapsed: boolean;
  /** On a phone the drawer closes when a page was chosen. */
  readonly onChosen?: () => void;
}

export function Sidebar({ collapsed, onChosen }: Props) {
  const text = useText();
  const { entries, leaves, error, loaded, reload } = useMenu();
  const { pathname } = useLocation();
  const key = keyOf(pathname);
  const front = entryOf(leaves, key);
  const trail = useMemo(() => trailOf(entries, front?.code).map((entry) => entry.code), [entries, front?.code]);
  const [open, setOpen] = useState<readonly string[]>(trail);

  // The group of the page in front opens; what the person opened besides stays open.
  useEffect(() => setOpen((now) => (trail.every((code) => now.includes(code)) ? now : [...new Set([...now, ...trail])])), [trail]);

  const items = useMemo((): Item[] => {
    const item = (entry: Entry, depth: number): Item => ({
      key: entry.code,
      ...(depth === 0 ? { icon: <MenuIcon icon={entry.icon} /> } : {}),
      label: entry.to === undefined ? entry.title : <Link to={entry.to} onClick={() => { if (keyOf(entry.to ?? '') === key) restart(key); onChosen?.(); }}>{entry.title}</Link>,
      title: entry.title,
      ...(entry.children.length > 0 ? { children: entry.children.map((child) => item(child, depth + 1)) } : {}),
    });
    return entries.map((entry) => item(entry, 0));
  }, [entries, key, onChosen]);

  return (
    <nav className="sidebar" aria-label={text('shell.menu')}>
      <Link className="sidebar-brand" to={HOME} onClick={onChosen}>
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="var(--primary-strong)" />
          <path d="M7 19h18a9 9 0 0 1-18 0zM16 8v6M11 10v4M21 10v4" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        {!collapsed && <span>{text('product')}</span>}
      </Link>
      <div className="sidebar-menu">
        {error !== null && (
          <p className="sidebar-note" role="alert">
            {text('shell.menu.failed', { why: error instanceof ApiError ? error.message : text('error.unknown') })}
            <Button size="small" ghost onClick={() => void reload()}>{text('error.retry')}</Button>
          </p>
        )}
        {!loaded && error === null && <Skeleton className="sidebar-skeleton" active title={false} paragraph={{ rows: 8 }} />}
        {loaded && entries.length === 0 && <p className="sidebar-note">{text('shell.menu.empty')}</p>}
        <Menu
          mode="inline" inlineCollapsed={collapsed} inlineIndent={16} items={items}
          selectedKeys={front === undefined ? [] : [front.code]}
          {...(collapsed ? {} : { openKeys: [...open], onOpenChange: setOpen })}
        />
      </div>
    </nav>
  );
}
