import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import zh from 'antd/locale/zh_CN';
import { useEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import type { Module } from '../../../kernel/core/module.ts';
import { pause } from '../../../parts/client/api.ts';
import { declareModules } from '../../../kernel/web/catalogue.ts';
import type { Pages } from '../../../kernel/web/navigation/lazy-page.ts';
import { watchConnection } from '../../../parts/client/connection.ts';
import { dropOldDrafts } from '../../../parts/state/drafts.ts';
import { watchFocus } from './focus-return.ts';
import { declareMenuTexts } from '../../../kernel/web/navigation/menu.ts';
import { frameTexts } from './texts.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { prefetchMenu, queries } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { PageGuard } from './error-pages.tsx';
import { fetchPage, RouteTable } from './routes.tsx';
import { Shell } from './shell.tsx';
import { useStore } from '../../../parts/state/store.ts';
import { look } from '../../../parts/theme/look.ts';
import { antdThemeOf } from './theme-antd.ts';
import 'virtual:component-styles.css';
import './shell.css';
import '../../../kernel/web/list/list.css';
import '../../../kernel/web/form/form.css';
import '../../../kernel/web/document/document.css';
import '../../../kernel/web/paper/paper.css';

interface Props {
  readonly modules: readonly Module[];
  readonly pages: Pages;
}

/** So long the first page may wait for what it shows; drawn before, it would be drawn again for each answer. */
const FIRST_PAGE_WAIT_MS = 300;

// What one person was shown is not kept for the next.
session.subscribe(() => {
  if (session.get() === undefined) queries.clear();
});

/** Before the program is drawn: what is declared is known, and what the first page needs is here or on its way. */
export async function start({ modules, pages }: Props): Promise<void> {
  declareModules(modules);
  declareMenuTexts(frameTexts);
  watchFocus();
  watchConnection();
  await Promise.race([Promise.allSettled([prefetchMenu(), fetchPage(pages, location)]), pause(FIRST_PAGE_WAIT_MS)]);
}

/** The application of whoever is signed in: all pages of all modules inside the shell. */
export function KernelApplication({ pages }: Pick<Props, 'pages'>) {
  const language = useLanguage();
  const now = useStore(look);
  const theme = useMemo(() => antdThemeOf(now), [now]);
  useEffect(() => {
    const tidying = setTimeout(() => void dropOldDrafts().catch(() => undefined), 20_000);
    return () => {
      clearTimeout(tidying);
    };
  }, []);

  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh' ? zh : en}
      button={{ autoInsertSpace: false }}
      componentSize="middle"
    >
      <AntdApp component={false} message={{ maxCount: 3, duration: 2.5 }}>
        <QueryClientProvider client={queries}>
          <BrowserRouter useTransitions={false}>
            <RouteTable pages={pages}>
              <PageGuard tabKey="">
                <Shell />
              </PageGuard>
            </RouteTable>
          </BrowserRouter>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  );
}
