import { type ComponentType, createContext, type LazyExoticComponent, lazy, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { Route, Routes, matchPath, type Location } from 'react-router';
import type { Declaration } from '../../core/declaration.ts';
import type { Label } from '../../core/label.ts';
import { allDeclarations } from '../catalogue.ts';
import { label } from '../../core/label.ts';
import { ListPage } from '../list/list-page.tsx';
import { HOME } from './tabs.ts';

/** A page of a module, loaded when it is first opened. */
export type LazyPage = LazyExoticComponent<ComponentType>;
export interface PageEntry {
  readonly page: LazyPage;
  /** Tab title where neither menu nor declaration has one. */
  readonly label?: Label;
}
export type Pages = Readonly<Record<string, LazyPage | PageEntry>>;

const RecordPage = lazy(() => import('../form/record-page.tsx').then(({ RecordPage: page }) => ({ default: page })));
const DocumentPage = lazy(() => import('../document/document-page.tsx').then(({ DocumentPage: page }) => ({ default: page })));
const HomePage = lazy(() => import('./home.page.tsx'));
const EmbeddedPage = lazy(() => import('./embedded.page.tsx'));
const NotFound = lazy(() => import('./error-pages.tsx').then(({ NotFound: page }) => ({ default: page })));
const Forbidden = lazy(() => import('./error-pages.tsx').then(({ Forbidden: page }) => ({ default: page })));
const ServerFault = lazy(() => import('./error-pages.tsx').then(({ ServerFault: page }) => ({ default: page })));

interface RouteEntry {
  readonly path: string;
  readonly element: ReactNode;
  readonly label?: Label;
}

const Table = createContext<readonly RouteEntry[]>([]);

const isEntry = (page: LazyPage | PageEntry): page is PageEntry => 'page' in page;

/** The table of routes: a module's own page wins over the derived one, the derived ones over nothing. */
function tableOf(pages: Pages): readonly RouteEntry[] {
  const own: RouteEntry[] = Object.entries(pages).map(([path, page]) => {
    const Page = isEntry(page) ? page.page : page;
    const declared = allDeclarations().find((declaration) => declaration.path === path);
    const title = isEntry(page) ? page.label : declared?.label;
    return { path, element: <Page />, ...(title === undefined ? {} : { label: title }) };
  });
  const derived = allDeclarations().flatMap((of): RouteEntry[] =>
    of.path === undefined ? [] : [
      { path: of.path, element: <ListPage of={of} />, label: of.label },
      { path: `${of.path}/:id`, element: of.life === undefined ? <RecordPage of={of} /> : <DocumentPage of={of} />, label: of.label },
    ],
  );
  const standing: RouteEntry[] = [
    { path: HOME, element: <HomePage /> },
    { path: '/myiframe/:code', element: <EmbeddedPage />, label: label('外部页面', 'Embedded page') },
    { path: '/403', element: <Forbidden />, label: label('无权限', 'Not permitted') },
    { path: '/500', element: <ServerFault />, label: label('服务器出错', 'Server error') },
  ];
  const taken = new Set<string>();
  return [...own, ...derived, ...standing].filter(({ path }) => !taken.has(path) && taken.add(path));
}

export function RouteTable({ pages, children }: { readonly pages: Pages; readonly children: ReactNode }) {
  const table = useMemo(() => tableOf(pages), [pages]);
  return <Table value={table}>{children}</Table>;
}

/** The label of the route a path matches. */
export function useRouteTitle(): (path: string) => Label | undefined {
  const table = useContext(Table);
  return useCallback((path) => (table.find((route) => matchPath(route.path, path) !== null) ?? table.find((route) => matchPath(`${route.path}/index`, path) !== null))?.label, [table]);
}

/** One page at its own address: pages in the background go on seeing theirs, not the one in front. */
export function PageAt({ location }: { readonly location: Location }) {
  const table = useContext(Table);
  return (
    <Routes location={location}>
      {table.map(({ path, element }) => <Route key={path} path={path} element={element} />)}
      {table.filter(({ path }) => !path.endsWith('/index') && !path.includes(':')).map(({ path, element }) => <Route key={`${path}/index`} path={`${path}/index`} element={element} />)}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

export type OfDeclaration = { readonly of: Declaration };
