import { Drawer } from 'antd';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { cutSince } from '../../../parts/client/connection.ts';
import { useText } from './i18n.ts';
import { recall, remember } from '../../../parts/state/device-storage.ts';
import { askKept } from '../../../kernel/web/queries.ts';
import { requireToken } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { underWay } from '../../../parts/client/wire.ts';
import { CutStrip } from './cut-strip.tsx';
import { trailOf, useMenu } from '../../../kernel/web/navigation/menu.ts';
import { MenuSearch } from './menu-search.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { PrintedBy } from './printed-by.tsx';
import { PrintedTogether } from './printed-together.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabPages } from './tab-pages.tsx';
import { TabStrip, useTabTitle } from './tab-strip.tsx';
import { masked } from './reload.ts';
import { useIsTab, useUnlisted } from './routes.tsx';
import { HOME, isDoor, keyOf, reopen, tabs, visit } from '../../../kernel/web/navigation/tabs.ts';
import { TopBar } from './top-bar.tsx';

const KEPT_AFTER_MS = 1_500;

/** Frame around all pages: menu, top bar, tabs. */
export function Shell() {
  const text = useText();
  const location = useLocation();
  const phone = usePhone();
  const front = keyOf(location.pathname);
  const [collapsed, setCollapsed] = useState(() => recall('collapsed', false));
  const [drawer, setDrawer] = useState(false);
  /** Undefined until it is first asked for: a dialog that nobody opened costs nothing. */
  const [searching, setSearching] = useState<boolean>();
  const { entries, leaves } = useMenu();
  const unlisted = useUnlisted();
  const sought = useMemo(() => [...leaves, ...unlisted], [leaves, unlisted]);
  // Before the tabs are first drawn, so that the page is drawn with its frame.
  const isTab = useIsTab();
  const [first] = useState(() => {
    reopen();
    if (isTab(location.pathname)) visit(location);
    return location;
  });
  const open = useStore(tabs);
  const titleOf = useTabTitle(leaves);
  const main = useRef<HTMLElement>(null);

  // Before anything is painted: a page is drawn in its tab, never beside it first.
  useLayoutEffect(() => {
    requireToken();
    if (location !== first && isTab(location.pathname)) visit(location);
  }, [first, location, isTab]);

  // What clients keep from the start on is asked for when the first page stands; nobody waits for it.
  useEffect(() => {
    const timer = setTimeout(() => void askKept().catch(() => undefined), KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const frontTab = open.find((tab) => tab.key === front);
  const isCut = useStore(cutSince) !== undefined;
  const title = titleOf(frontTab ?? { key: front });
  useEffect(() => {
    document.title = title === '' ? text('product') : `${title} · ${text('product')}`;
  }, [title, text]);

  // After a change of page the keyboard and the screen reader continue in the page, not in the menu.
  useEffect(() => {
    const until = performance.now() + 5_000;
    const before = document.activeElement;
    // The page may still be loading; whoever put the focus somewhere meanwhile keeps it.
    const timer = setInterval(() => {
      const active = document.activeElement;
      const inPage =
        active instanceof HTMLElement && main.current?.contains(active) === true && active.offsetParent !== null;
      const moved = active !== before && active !== document.body;
      const elsewhere =
        active !== null &&
        (moved || active.closest('.tab-strip, .top-search, .ant-modal, .ant-drawer, .ant-dropdown, dialog') !== null);
      const heading = [...(main.current?.querySelectorAll<HTMLElement>('h1') ?? [])].find(
        (each) => each.offsetParent !== null,
      );
      if (!inPage && !elsewhere) heading?.focus({ preventScroll: true });
      if (inPage || elsewhere || heading !== undefined || performance.now() > until) clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [front]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setSearching(true);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const toggle = useCallback(() => {
    if (phone) return setDrawer(true);
    setCollapsed((now) => {
      remember('collapsed', !now);
      return !now;
    });
  }, [phone]);
  const search = useCallback(() => setSearching(true), []);
  const closeDrawer = useCallback(() => setDrawer(false), []);
  const pathOf = useCallback(
    (code: string) =>
      trailOf(entries, code)
        .slice(0, -1)
        .map((entry) => entry.title)
        .join(' / '),
    [entries],
  );

  if (isDoor(location.pathname)) return <Navigate to={HOME} replace />;
  return (
    <div
      className={`shell${collapsed && !phone ? ' is-collapsed' : ''}${phone ? ' is-phone' : ''}${isCut ? ' is-cut' : ''}`}
    >
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {text('shell.skip')}
      </a>
      <Progress />
      {phone ? (
        <Drawer
          open={drawer}
          onClose={closeDrawer}
          placement="left"
          size={280}
          closable={false}
          className="sidebar-drawer"
          styles={{ body: { padding: 0 } }}
        >
          <Sidebar collapsed={false} onChosen={closeDrawer} />
        </Drawer>
      ) : (
        <aside className="shell-side">
          <Sidebar collapsed={collapsed} />
        </aside>
      )}
      <div className="shell-main">
        <TopBar
          phone={phone}
          collapsed={collapsed}
          leaves={sought}
          trailOf={pathOf}
          onToggle={toggle}
          onSearch={search}
        />
        {!phone && <TabStrip front={front} leaves={leaves} onSearch={search} />}
        <CutStrip />
        <main id="content" ref={main} tabIndex={-1} className="content">
          <PrintedBy title={title} />
          <TabPages front={front} />
          <ReloadMask />
        </main>
      </div>
      <PrintedTogether />
      {searching !== undefined && (
        <MenuSearch open={searching} leaves={sought} trailOf={pathOf} onClose={() => setSearching(false)} />
      )}
    </div>
  );
}

/** Over a page that is loading anew. */
function ReloadMask() {
  const text = useText();
  const busy = useStore(underWay) > 0;
  return useStore(masked) ? (
    <div className="reload-mask" role="status">
      {busy && <span>{text('loading')}</span>}
    </div>
  ) : null;
}

/** A thin bar while calls are under way; it waits a moment, so that quick answers do not flicker. */
function Progress() {
  const busy = useStore(underWay) > 0;
  return <div className={`progress${busy ? ' is-busy' : ''}`} aria-hidden="true" />;
}
