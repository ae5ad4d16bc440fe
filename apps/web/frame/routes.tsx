import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { Navigate, Route, Routes, type Location } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { label } from '../../../kernel/core/label.ts';
import { prefetchFirstRows } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { fits, routesAt, segmentsOf } from './addresses.ts';
import { lazyPage, type Pages, pageWait } from '../../../kernel/web/navigation/lazy-page.ts';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';
import { Forbidden, NotFound, ServerFault } from './error-pages.tsx';
import { BLANK } from './reload.ts';

const RecordPage = lazyPart<{ readonly of: Declaration }>(
  async () => ({ default: (await import('../../../kernel/web/form/record-page.tsx')).RecordPage }),
  pageWait,
);
const DocumentPage = lazyPart<{ readonly of: Declaration }>(
  async () => ({ default: (await import('../../../kernel/web/document/document-page.tsx')).DocumentPage }),
  pageWait,
);
const OutboxPage = lazyPage(() => import('./outbox.page.tsx'));
const EmbeddedPage = lazyPage(() => import('./embedded.page.tsx'));

interface RouteEntry {
  readonly path: string;
  readonly element: ReactNode;
  readonly label?: Label;
  /** False for what gets no tab. */
  readonly isTab?: boolean;
  readonly unlistedFor?: readonly string[];
}

const Table = createContext<readonly RouteEntry[]>([]);

/** The table of routes: a module's own page wins over the derived one, the derived ones over nothing. */
function tableOf(pages: Pages): readonly RouteEntry[] {
  const own: RouteEntry[] = Object.entries(pages).map(([path, Page]) => {
    const title = Page.label ?? allDeclarations().find((declaration) => declaration.path === path)?.label;
    return {
      path,
      element: <Page />,
      ...(title === undefined ? {} : { label: title }),
      ...(Page.isTab === undefined ? {} : { isTab: Page.isTab }),
      ...(Page.unlistedFor === undefined ? {} : { unlistedFor: Page.unlistedFor }),
    };
  });
  const derived = allDeclarations().flatMap((of): RouteEntry[] =>
    of.path === undefined
      ? []
      : [
          { path: of.path, element: <ListPage of={of} />, label: of.label },
          {
            path: `${of.path}/:id`,
            element: of.life === undefined ? <RecordPage of={of} /> : <DocumentPage of={of} />,
            label: of.label,
          },
        ],
  );
  const fixedRoutes: RouteEntry[] = [
    { path: '/myiframe/:code', element: <EmbeddedPage />, label: label('外部页面', 'Embedded page') },
    { path: '/outbox', element: <OutboxPage />, label: label('离线与上传', 'Offline and upload') },
    { path: '/403', element: <Forbidden />, label: label('无权限', 'Not permitted'), isTab: false },
    {
      path: '/404',
      element: <NotFound />,
      label: label('没有这个页面', 'There is no such page'),
      isTab: false,
    },
    { path: '/500', element: <ServerFault />, label: label('服务器出错', 'Server error'), isTab: false },
    { path: BLANK, element: null, label: label('刷新', 'Refreshing'), isTab: false },
  ];
  const paths = new Set<string>();
  return [...own, ...derived, ...fixedRoutes].filter(({ path }) => !paths.has(path) && paths.add(path));
}

/** What the page of a list reads of a row beside its columns: with what areas declare, which is here already. */
const readsOf = async ({ name }: Declaration): Promise<readonly string[] | undefined> =>
  (await import('../../../modules/modules.ts')).rowReads[name];

/** Fetches the program of the page at an address and, for a list, its first rows; resolves when all of it is here. */
export async function fetchPage(
  pages: Pages,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const address = segmentsOf(pathname.replace(/\/index$/, ''));
  const [path, own] = Object.entries(pages).find(([pattern]) => fits(pattern.replace(/\/index$/, ''), address)) ?? [];
  const declared = allDeclarations().filter((declaration) => declaration.path !== undefined);
  const list = declared.find(
    (each) => fits(each.path!, address) && (own === undefined || (own.rows !== undefined && path === each.path)),
  );
  const record = own === undefined ? declared.find((each) => fits(`${each.path!}/:id`, address)) : undefined;
  const page = own ?? (record === undefined ? undefined : record.life === undefined ? RecordPage : DocumentPage);
  await Promise.all([
    page?.fetch(),
    list === undefined ? undefined : prefetchFirstRows(list, search, own?.rows, await readsOf(list)),
  ]);
}

/** Makes the table of routes and gives it to what is drawn within. */
export function RouteTable({ pages, children }: { readonly pages: Pages; readonly children: ReactNode }) {
  const table = useMemo(() => tableOf(pages), [pages]);
  return <Table value={table}>{children}</Table>;
}

/** The label of the route a path matches. */
export function useRouteTitle(): (path: string) => Label | undefined {
  const table = useContext(Table);
  return useCallback((path) => routesAt(table, path)[0]?.label, [table]);
}

/** Pages that stand in no menu, for the search of whoever may open them. */
export function useUnlisted(): readonly Entry[] {
  const table = useContext(Table);
  const codes = useAllowedCodes();
  const read = useLabel();
  return useMemo(
    () =>
      table.flatMap(({ path, label: title, unlistedFor: rights }): Entry[] =>
        title === undefined || rights === undefined || (rights.length > 0 && !rights.some((right) => codes.has(right)))
          ? []
          : [
              {
                code: path,
                title: read(title),
                zh: title.zh,
                icon: undefined,
                to: path,
                group: [],
                children: [],
                isUnlisted: true,
              },
            ],
      ),
    [table, codes, read],
  );
}

/** Does the page at a path get a tab? What there is no page for does not, nor do pages that are only passed through. */
export function useIsTab(): (path: string) => boolean {
  const table = useContext(Table);
  return useCallback(
    (path) => {
      const [route] = routesAt(table, path);
      return route !== undefined && route.isTab !== false;
    },
    [table],
  );
}

/** One page at its own address: pages in the background go on seeing theirs, not the one in front. */
export function PageAt({ location }: { readonly location: Location }) {
  const table = useContext(Table);
  const routes = useMemo(() => routesAt(table, location.pathname), [table, location.pathname]);
  return (
    <Routes location={location}>
      {routes.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
