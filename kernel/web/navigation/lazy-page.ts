import { Skeleton } from 'antd';
import { createElement, type ReactNode } from 'react';
import type { Label } from '../../core/label.ts';
import { type LazyPart, lazyPart, type Load } from '../../../parts/lazy/lazy-part.ts';
import type { Query } from '../../../parts/client/wire.ts';

/** A page that comes when it is first opened. */
interface LazyPage extends LazyPart {
  /** What the standard list of the declaration at this path asks its rows with; they may be prefetched. */
  readonly rows?: Query;
  /** Tab title where neither menu nor declaration has one. */
  readonly label?: Label;
  /** Not in the menu, but found by the search of whoever has one of these rights (or by all, where none are named). */
  readonly unlistedFor?: readonly string[];
  /** False for a page that is passed through and gets no tab. */
  readonly isTab?: boolean;
}

/** Pages of modules, by path. */
export type Pages = Readonly<Record<string, LazyPage>>;

/** Stands where a page will be while its program is fetched. */
export const pageWait = (): ReactNode =>
  createElement('div', { className: 'page-wait' }, createElement(Skeleton, { active: true, paragraph: { rows: 6 } }));

/** A page whose program is fetched when it is first opened. */
export const lazyPage = (load: Load<object>, label?: Label): LazyPage =>
  Object.assign(lazyPart(load, pageWait), label === undefined ? {} : { label });

/** The standard list of a declaration with additions; its first rows are prefetched with the query `rows`. */
export const lazyList = (load: Load<object>, rows: Query = {}): LazyPage => Object.assign(lazyPage(load), { rows });

/** A page that stands in no menu. */
export const unlisted = (load: Load<object>, label: Label, ...rights: readonly string[]): LazyPage =>
  Object.assign(lazyPage(load, label), { unlistedFor: rights });
