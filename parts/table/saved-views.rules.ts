/** Views of a list that a person keeps under a name: what is searched, in which order, in which columns. */

/** How a person arranged the columns. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns shown that stand in the table for nobody who did not ask for them. */
  readonly added: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

/** What a list is asked for, as far as a view keeps it. */
export interface Asked {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly shown: Readonly<Record<string, string>>;
  readonly status: string;
  readonly sort?: { readonly field: string; readonly down: boolean };
  readonly size: number;
  readonly sized?: boolean;
}
/** The size only where the person chose one; otherwise it is what fills the window. */
type Kept = Omit<Asked, 'size'> & { readonly size?: number };

export interface SavedView {
  readonly name: string;
  /** The list opens as this one. */
  readonly opensList?: boolean;
  readonly asked: Kept;
  readonly columns: Arrangement;
}
type Views = readonly SavedView[];

export const LONGEST_NAME = 30;
/** So many are chosen from without searching. */
export const MOST_VIEWS = 20;

/** A list as it stands, under a name. */
export const viewOf = (name: string, asked: Asked, columns: Arrangement): SavedView => ({
  name,
  asked: {
    keyword: asked.keyword,
    filters: asked.filters,
    shown: asked.shown,
    status: asked.status,
    ...(asked.sort === undefined ? {} : { sort: asked.sort }),
    ...(asked.sized === true ? { sized: true, size: asked.size } : {}),
  },
  columns,
});

/** The same whatever order its keys came in. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
const whatIsKept = ({ asked, columns }: SavedView): string => {
  const { shown: _words, ...rest } = asked;
  return written([rest, columns]);
};

/** The view a list stands as just now, if it is one. */
export const standsAs = (views: Views, now: SavedView): SavedView | undefined =>
  views.find((view) => whatIsKept(view) === whatIsKept(now));

/** With this one as well, in place of one of the same name. */
export const withView = (views: Views, view: SavedView): Views => {
  const before = views.find(({ name }) => name === view.name);
  const changed = before?.opensList === true ? { ...view, opensList: true } : view;
  return before === undefined ? [...views, changed] : views.map((each) => (each === before ? changed : each));
};

/** All but the one of this name. */
export const withoutView = (views: Views, name: string): Views => views.filter((view) => view.name !== name);

/** One is the default at most; without a name none is. */
export const withDefault = (views: Views, name: string | undefined): Views =>
  views.map(({ opensList: _before, ...view }) => (view.name === name ? { ...view, opensList: true } : view));

/** Under another name; a name that is empty or another view's changes nothing. */
export const renamedView = (views: Views, from: string, to: string): Views => {
  const name = nameIn(to);
  if (name === '' || views.some((view) => view.name === name)) return views;
  return views.map((view) => (view.name === from ? { ...view, name } : view));
};

/** A name as it was typed, without blanks around it. */
export const nameIn = (typed: string): string => typed.trim().slice(0, LONGEST_NAME);
