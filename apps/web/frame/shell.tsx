import { Drawer } from 'antd';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { cutSince } from '../../../parts/client/connection.ts';
import { useText } from './i18n.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { prefetchStartupQueries } from '../../../kernel/web/queries.ts';
import { requireToken } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { inFlight } from '../../../parts/client/wire.ts';
import { CutStrip } from './cut-strip.tsx';
import { type Entry, trailOf, useMenu } from '../../../kernel/web/navigation/menu.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { PrintedBy } from './printed-by.tsx';
import { PrintedTogether } from './printed-together.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabPages } from './tab-pages.tsx';
import { TabStrip, useTabTitle } from './tab-strip.tsx';
import { masked } from './reload.ts';
import { useIsTab, useUnlisted } from './routes.tsx';
import { HOME, isRedirect, keyOf, restoreTabs, tabs, visit } from '../../../parts/state/tabs.ts';
import { TopBar } from './top-bar.tsx';

const MenuSearch = lazyPart(async () => ({ default: (await import('./menu-search.tsx')).MenuSearch }));
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'));

const STARTUP_QUERIES_AFTER_MS = 1_500;
/** From so many pixels on the menu is wide, until the person says otherwise. */
const WIDE = 1200;

/** Frame around all pages: menu, top bar, tabs. */
export function Shell() {
  const location = useLocation();
  const phone = usePhone();
  const front = keyOf(location.pathname);
  const [collapsed, setCollapsed] = useState(() => readStored('collapsed', window.innerWidth < WIDE));
  const [drawer, setDrawer] = useState(false);
  /** Undefined until it is first asked for: a dialog that nobody opened costs nothing. */
  const [searching, setSearching] = useState<boolean>();
  const [helping, setHelping] = useState<boolean>();
  const { entries, leaves } = useMenu();
  const unlisted = useUnlisted();
  const sought = useMemo(() => [...leaves, ...unlisted], [leaves, unlisted]);
  useVisits();
  const open = useStore(tabs);
  const titleOf = useTabTitle(leaves);
  const main = useRef<HTMLElement>(null);

  useStartupQueries();
  const frontTab = open.find((tab) => tab.key === front);
  const isCut = useStore(cutSince) !== undefined;
  const title = titleOf(frontTab ?? { key: front });
  useDocumentTitle(title);
  useFocusInPage(main, front);
  useFrameKeys(setSearching, setHelping);
  const toggle = useCallback(() => {
    if (phone) return setDrawer(true);
    setCollapsed((now) => {
      writeStored('collapsed', !now);
      return !now;
    });
  }, [phone]);
  const search = useCallback(() => setSearching(true), []);
  const closeDrawer = useCallback(() => setDrawer(false), []);
  const pathOf = usePathOf(entries);

  if (isRedirect(location.pathname)) return <Navigate to={HOME} replace />;
  return (
    <div
      className={`shell${collapsed && !phone ? ' is-collapsed' : ''}${phone ? ' is-phone' : ''}${isCut ? ' is-cut' : ''}`}
    >
      <SkipLink to={main} />
      <Progress />
      <Side {...{ phone, collapsed, drawer, closeDrawer }} />
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
      {helping !== undefined && <KeysDialog open={helping} onClose={() => setHelping(false)} />}
    </div>
  );
}

/** Names the groups above an entry of the menu, from the top. */
function usePathOf(entries: readonly Entry[]): (code: string) => string {
  return useCallback(
    (code: string) =>
      trailOf(entries, code)
        .slice(0, -1)
        .map((entry) => entry.title)
        .join(' / '),
    [entries],
  );
}

/** The window is called after its page. */
function useDocumentTitle(title: string): void {
  const text = useText();
  useEffect(() => {
    document.title = title === '' ? text('product') : `${title} · ${text('product')}`;
  }, [title, text]);
}

/** Leads the keyboard past menu and tabs. */
function SkipLink({ to }: { readonly to: RefObject<HTMLElement | null> }) {
  const text = useText();
  return (
    <a
      className="skip"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        to.current?.focus();
      }}
    >
      {text('shell.skip')}
    </a>
  );
}

interface SideProps {
  readonly phone: boolean;
  readonly collapsed: boolean;
  readonly drawer: boolean;
  readonly closeDrawer: () => void;
}

/** The menu at the side; on a phone in a drawer. */
function Side({ phone, collapsed, drawer, closeDrawer }: SideProps) {
  return phone ? (
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
  );
}

/** Opens the tabs of before once, and a tab for every address the person goes to. */
function useVisits(): void {
  const location = useLocation();
  // Before the tabs are first drawn, so that the page is drawn with its frame.
  const isTab = useIsTab();
  const [first] = useState(() => {
    restoreTabs();
    if (isTab(location.pathname)) visit(location);
    return location;
  });
  // Before anything is painted: a page is drawn in its tab, never beside it first.
  useLayoutEffect(() => {
    requireToken();
    if (location !== first && isTab(location.pathname)) visit(location);
  }, [first, location, isTab]);
}

/** Asks for what clients keep from the start on. */
function useStartupQueries(): void {
  // What clients keep from the start on is asked for when the first page stands; nobody waits for it.
  useEffect(() => {
    const timer = setTimeout(() => {
      // The search too: whoever presses Ctrl-K types on at once.
      void Promise.all([prefetchStartupQueries(), MenuSearch.fetch()]).catch(() => undefined);
    }, STARTUP_QUERIES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Focuses the heading of the page that came to the front, unless the person put the focus somewhere meanwhile. */
function useFocusInPage(main: RefObject<HTMLElement | null>, front: string): void {
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
  }, [main, front]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** No figure holds a question mark: in a box of one it asks for help. */
const isFigure = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && (target.inputMode === 'decimal' || target.inputMode === 'numeric');

/** Ctrl-K opens the search, `?` the keys of the page. */
function useFrameKeys(search: (isOpen: boolean) => void, help: (isOpen: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        search(true);
      } else if (
        event.key === '?' &&
        !isCommand &&
        !event.altKey &&
        !event.defaultPrevented &&
        (!isTyping(event.target) || isFigure(event.target))
      ) {
        event.preventDefault();
        help(true);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [search, help]);
}

/** Over a page that is loading anew. */
function ReloadMask() {
  const text = useText();
  const busy = useStore(inFlight) > 0;
  return useStore(masked) ? (
    <div className="reload-mask" role="status">
      {busy && <span>{text('loading')}</span>}
    </div>
  ) : null;
}

/** A thin bar while calls are under way; it waits a moment, so that quick answers do not flicker. */
function Progress() {
  const busy = useStore(inFlight) > 0;
  return <div className={`progress${busy ? ' is-busy' : ''}`} aria-hidden="true" />;
}
