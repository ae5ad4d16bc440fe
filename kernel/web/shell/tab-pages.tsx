import { Activity, createContext, memo, Suspense, useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { Skeleton } from 'antd';
import { useNavigate } from 'react-router';
import { useStore } from '../store.ts';
import { PageGuard } from './error-pages.tsx';
import { PageAt } from './routes.tsx';
import { ALIVE, close, entitle, type Tab, tabs } from './tabs.ts';

const OwnTab = createContext('');

/** Key of the tab the component stands in. */
export const useTabKey = (): string => useContext(OwnTab);

/** Closes the own tab and goes on elsewhere: what was to be done here is done. */
export function useLeaveFor(): (path: string) => void {
  const tab = useTabKey();
  const navigate = useNavigate();
  return useCallback((path) => {
    close(new Set([tab]), '');
    void navigate(path, { replace: true });
  }, [tab, navigate]);
}

/** Lets a page name its tab: a document's number instead of "Purchase order". */
export function useTitle(title: string | undefined): void {
  const key = useContext(OwnTab);
  useEffect(() => {
    if (title !== undefined && title !== '') entitle(key, title);
  }, [key, title]);
}

/** All open pages: the one in front is shown, the others keep their state, scroll and half-typed words. */
export function TabPages({ front }: { readonly front: string }) {
  const open = useStore(tabs);
  const awake = new Set([...open].filter((tab) => tab.seen > 0).sort((a, b) => b.seen - a.seen).slice(0, ALIVE).map((tab) => tab.key));
  return open.filter((tab) => awake.has(tab.key) || tab.key === front).map((tab) => (
    <Activity key={`${tab.key}#${tab.turn}`} mode={tab.key === front ? 'visible' : 'hidden'}>
      <OneTab tab={tab} />
    </Activity>
  ));
}

const OneTab = memo(
  function OneTab({ tab }: { readonly tab: Tab }) {
    const page = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      const own = page.current;
      // A field that has the keyboard hears that it lost it while it still stands; calendars fail on it afterwards.
      return () => { if (document.activeElement instanceof HTMLElement && own?.contains(document.activeElement) === true) document.activeElement.blur(); };
    }, []);
    return (
      <OwnTab value={tab.key}>
        <div className="page" ref={page}>
          <PageGuard tabKey={tab.key}>
            <Suspense fallback={<div className="page-wait"><Skeleton active paragraph={{ rows: 6 }} /></div>}>
              <PageAt location={tab.location} />
            </Suspense>
          </PageGuard>
        </div>
      </OwnTab>
    );
  },
  (before, after) => before.tab.location === after.tab.location && before.tab.turn === after.tab.turn,
);
