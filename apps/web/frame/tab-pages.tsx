import { Activity, memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation } from 'react-router';
import { OwnTab } from '../../../parts/hooks/own-tab.ts';
import { MOUNTED_MAX, type Tab, tabs } from '../../../parts/state/tabs.ts';
import { useStore } from '../../../parts/state/store.ts';
import { PageGuard } from './error-pages.tsx';
import { PageAt, useIsTab } from './routes.tsx';

/** All open pages: the one in front is shown, the others keep their state, scroll and half-typed words. */
export function TabPages({ front }: { readonly front: string }) {
  const open = useStore(tabs);
  const location = useLocation();
  const isTab = useIsTab();
  const awake = new Set(
    [...open]
      .filter((tab) => tab.seenAt > 0)
      .sort((a, b) => b.seenAt - a.seenAt)
      .slice(0, MOUNTED_MAX)
      .map((tab) => tab.key),
  );
  return (
    <>
      {open
        .filter((tab) => awake.has(tab.key) || tab.key === front)
        .map((tab) => (
          <Activity key={`${tab.key}#${tab.generation}`} mode={tab.key === front ? 'visible' : 'hidden'}>
            <OneTab tab={tab} />
          </Activity>
        ))}
      {!isTab(location.pathname) && <WithoutTab key={front} location={location} />}
    </>
  );
}

/** What is passed through: errors, and the blank page of a reload. */
function WithoutTab({ location }: { readonly location: Location }) {
  return (
    <div className="page">
      <PageGuard tabKey="">
        <PageAt location={location} />
      </PageGuard>
    </div>
  );
}

/** Keeps how far everything within a page was scrolled, and puts it back when the page is shown again. */
function useScrollRestored(page: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const own = page.current;
    if (own === null) return undefined;
    const offsets = scrolled.get(own) ?? new Map<Element, { readonly left: number; readonly top: number }>();
    scrolled.set(own, offsets);
    for (const [element, { left, top }] of offsets)
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' });
    const note = ({ target }: Event): void => {
      if (target instanceof Element && target.clientHeight > 0)
        offsets.set(target, { left: target.scrollLeft, top: target.scrollTop });
    };
    own.addEventListener('scroll', note, { capture: true, passive: true });
    return () => own.removeEventListener('scroll', note, { capture: true });
  }, [page]);
}
const scrolled = new WeakMap<Element, Map<Element, { readonly left: number; readonly top: number }>>();

const OneTab = memo(
  function OneTab({ tab }: { readonly tab: Tab }) {
    const page = useRef<HTMLDivElement>(null);
    useScrollRestored(page);
    useLayoutEffect(() => {
      const own = page.current;
      // A field that has the keyboard hears that it lost it while it still stands; calendars fail on it afterwards.
      return () => {
        if (document.activeElement instanceof HTMLElement && own?.contains(document.activeElement) === true)
          document.activeElement.blur();
      };
    }, []);
    return (
      <OwnTab value={tab.key}>
        <div className="page" ref={page}>
          <PageGuard tabKey={tab.key}>
            <PageAt location={tab.location} />
          </PageGuard>
        </div>
      </OwnTab>
    );
  },
  (before, after) => before.tab.location === after.tab.location && before.tab.generation === after.tab.generation,
);
