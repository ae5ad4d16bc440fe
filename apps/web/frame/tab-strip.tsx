import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { get } from '../../../parts/client/api.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from './i18n.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { useStore } from '../../../parts/state/store.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';
import { entryOf } from '../../../kernel/web/navigation/menu.ts';
import { useIsTab, useRouteTitle } from './routes.tsx';
import { reload } from './reload.ts';
import { close, HOME, type Tab, tabs } from '../../../parts/state/tabs.ts';

interface Props {
  readonly front: string;
  readonly leaves: readonly Entry[];
  readonly onSearch: () => void;
}

/** Of the list of open pages: before the key of a tab. */
const GO = 'go ';

/**
 * A tab's name: what the page said, else the menu, else the declaration behind the path. A page that is there, but
 * stands in no menu of the person, is one he may not open.
 */
export function useTabTitle(
  leaves: readonly Entry[],
): (tab: Pick<Tab, 'key' | 'title'> & Partial<Pick<Tab, 'location'>>) => string {
  const text = useText();
  const label = useLabel();
  const ofRoute = useRouteTitle();
  const isPage = useIsTab();
  return (tab) => {
    if (tab.title !== undefined) return tab.title;
    if (tab.key === HOME) return text('home');
    const entry = entryOf(leaves, tab.key);
    const path = tab.location?.pathname ?? tab.key;
    const declared = ofRoute(path);
    if (entry !== undefined && (entry.to?.split('?')[0] === tab.key || declared === undefined)) return entry.title;
    return label(declared ?? ofRoute(isPage(path) ? '/403' : '/404')!);
  };
}

/** The open pages as tabs, and what can be done with them. */
export function TabStrip({ front, leaves, onSearch }: Props) {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const open = useStore(tabs);
  const titleOf = useTabTitle(leaves);
  const strip = useRef<HTMLDivElement>(null);

  // In braces: newer browsers answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    strip.current?.querySelector('.tab.is-front')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [front, open]);

  const closeTabs = (keys: readonly string[]): void => {
    const next = close(new Set(keys), front);
    if (next !== undefined) void navigate(next);
  };
  const goTo = (tab: Tab): void => void navigate(tab.location.pathname + tab.location.search);
  const closable = (tab: Tab): boolean => open.length > 1 && open.includes(tab);

  const move = (event: KeyboardEvent, at: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to = open[at + step];
    if (step !== 0 && to !== undefined) {
      event.preventDefault();
      strip.current?.querySelectorAll<HTMLElement>('.tab-name')[at + step]?.focus();
    } else if (event.key === 'Delete' && open[at] !== undefined && closable(open[at])) {
      closeTabs([open[at].key]);
      // Whoever closes one after another stays among the tabs.
      requestAnimationFrame(() =>
        [...(strip.current?.querySelectorAll<HTMLElement>('.tab-name') ?? [])]
          .at(Math.min(at, open.length - 2))
          ?.focus(),
      );
    }
  };

  const clearCache = async (): Promise<void> => {
    if (!(await notify.ask(text('tabs.cache.ask')))) return;
    try {
      await get('/blade-auth/oauth/clear-cache');
      await queries.invalidateQueries();
      notify.done(text('tabs.cache.done'));
    } catch (error) {
      notify.error(error);
    }
  };
  const menuOf = (tab: Tab) => ({
    items: [
      { key: 'refresh', label: text('tabs.refresh') },
      { key: 'close', label: text('tabs.close'), disabled: !closable(tab) },
      { key: 'others', label: text('tabs.others'), disabled: open.length < 2 },
      { key: 'all', label: text('tabs.all') },
      { type: 'divider' as const },
      { key: 'search', label: text('search') },
      { key: 'cache', label: text('tabs.cache') },
    ],
    onClick: ({ key }: { key: string }) => {
      const chosen = open.find((each) => `${GO}${each.key}` === key);
      if (chosen !== undefined) goTo(chosen);
      else if (key === 'refresh') reload(tab.key, navigate);
      else if (key === 'close') closeTabs([tab.key]);
      else if (key === 'others') {
        closeTabs(open.filter((each) => each.key !== tab.key && each.key !== HOME).map((each) => each.key));
        goTo(tab);
      } else if (key === 'all') {
        close(new Set(open.map((each) => each.key)), front);
        void navigate(HOME);
      } else if (key === 'search') onSearch();
      else void clearCache();
    },
  });
  const frontTab = open.find((tab) => tab.key === front);
  // With many pages open the first have scrolled away.
  const menuWithList = (tab: Tab) => {
    const children = open.map((each) => ({ key: `${GO}${each.key}`, label: titleOf(each) }));
    const menu = menuOf(tab);
    return { ...menu, items: [...menu.items, { type: 'group' as const, key: 'open', label: text('tabs'), children }] };
  };

  return (
    <nav className="tab-strip" aria-label={text('tabs')}>
      <div className="tab-list" ref={strip}>
        {open.map((tab, at) => (
          <Dropdown key={tab.key} trigger={['contextMenu']} menu={menuOf(tab)}>
            <div
              className={`tab${tab.key === front ? ' is-front' : ''}`}
              onAuxClick={(event) => {
                if (event.button === 1 && closable(tab)) closeTabs([tab.key]);
              }}
            >
              <button
                type="button"
                className="tab-name"
                aria-current={tab.key === front ? 'page' : undefined}
                onClick={() => goTo(tab)}
                onKeyDown={(event) => move(event, at)}
              >
                {titleOf(tab)}
              </button>
              {closable(tab) && (
                <button
                  type="button"
                  className="tab-close"
                  tabIndex={-1}
                  aria-label={text('tabs.close.of', { title: titleOf(tab) })}
                  onClick={() => closeTabs([tab.key])}
                >
                  <CloseOutlined />
                </button>
              )}
            </div>
          </Dropdown>
        ))}
      </div>
      {frontTab !== undefined && (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={menuWithList(frontTab)}
          placement="bottomRight"
          classNames={{ root: 'tab-menu' }}
        >
          <Button type="text" size="small" className="tab-more" icon={<DownOutlined />} aria-label={text('more')} />
        </Dropdown>
      )}
    </nav>
  );
}
