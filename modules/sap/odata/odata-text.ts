/** How values and addresses are written in OData 2 and 4, and read back. */

export type ODataVersion = 2 | 4;
/** One record as it came; navigation that was expanded stands in it as rows. */
export type ODataRow = Readonly<Record<string, unknown>>;

/** What is asked of an entity set. */
export interface ODataQuery {
  readonly set: string;
  readonly select?: readonly string[];
  readonly expand?: readonly string[];
  readonly filter?: string;
  readonly orderBy?: string;
  /** Rows asked for at a time; the service may give fewer and say where it goes on. */
  readonly top: number;
  /** Asks the service to remember what was read, so that later only changes come. */
  readonly track?: boolean;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A moment (ISO, UTC) as a literal of a filter. */
export function momentLiteral(
  version: ODataVersion,
  kind: 'datetimeoffset' | 'datetime' | 'date',
  iso: string,
): string {
  const whole = new Date(iso).toISOString().replace(/\.\d+Z$/, 'Z');
  if (version === 4) return kind === 'date' ? whole.slice(0, 10) : whole;
  if (kind === 'datetimeoffset') return `datetimeoffset${quoted(whole)}`;
  return `datetime${quoted(kind === 'date' ? `${whole.slice(0, 10)}T00:00:00` : whole.slice(0, -1))}`;
}

/** Parts of a key by name: text, or a day. */
export type ODataKey = Readonly<Record<string, string | { readonly day: string }>>;
/** `Products('A')`, or `Products(Plant='1000',Product='A')` where the key has several parts. */
export function keyAddress(version: ODataVersion, set: string, key: ODataKey): string {
  const literal = (value: string | { readonly day: string }): string =>
    typeof value === 'string'
      ? quoted(value)
      : version === 4
        ? value.day
        : `datetime${quoted(`${value.day}T00:00:00`)}`;
  const parts = Object.entries(key);
  const inside =
    parts.length === 1 ? literal(parts[0]![1]) : parts.map(([name, value]) => `${name}=${literal(value)}`).join(',');
  return `${set}(${encodeURIComponent(inside).replaceAll('%2C', ',').replaceAll('%3D', '=')})`;
}

/** Options of an address; a space is `%20`, which every service reads. */
const options = (pairs: readonly (readonly [string, string | undefined])[]): string =>
  pairs
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');

/** Version 2 answers JSON when told so in the address, too. */
export const recordOptions = (
  version: ODataVersion,
  { select, expand }: Pick<ODataQuery, 'select' | 'expand'>,
): string =>
  // What is expanded in version 2 has to be selected as well.
  options([
    ['$select', version === 2 && select !== undefined ? [...select, ...(expand ?? [])].join(',') : select?.join(',')],
    ['$expand', expand?.join(',')],
    ['$format', version === 2 ? 'json' : undefined],
  ]);

/** Address of the rows after the first `skip`. */
export const pageAddress = (version: ODataVersion, query: ODataQuery, skip: number): string => {
  const shared = recordOptions(version, query);
  const own = options([
    ['$filter', query.filter],
    ['$orderby', query.orderBy],
    ['$top', query.track === true ? undefined : String(query.top)],
    ['$skip', skip === 0 ? undefined : String(skip)],
  ]);
  return `${query.set}?${[own, shared].filter((part) => part !== '').join('&')}`;
};

/** `/Date(1492098664000+0000)/` and ISO alike, as ISO in UTC; what is no moment: null. */
export function momentIn(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const old = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(value);
  const time = old === null ? Date.parse(value) : Number(old[1]);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
/** A day as yyyy-MM-dd; what is none: null. */
export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : (momentIn(value)?.slice(0, 10) ?? null);

/** Rows behind a navigation, however the version wraps them. */
export function rowsIn(value: unknown): readonly ODataRow[] {
  if (Array.isArray(value)) return value as ODataRow[];
  const { results } = (value ?? {}) as { readonly results?: unknown };
  if (Array.isArray(results)) return results as ODataRow[];
  return typeof value === 'object' && value !== null && !('__deferred' in value) ? [value as ODataRow] : [];
}

interface Answered {
  readonly d?: {
    readonly results?: readonly ODataRow[];
    readonly __next?: string;
    readonly __delta?: string;
  } & ODataRow;
  readonly value?: readonly ODataRow[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}
/** A list as it came: what is there, what is there no more, and where to go on. */
export interface Listed {
  readonly rows: readonly ODataRow[];
  readonly removed: readonly string[];
  readonly next: string | null;
  readonly delta: string | null;
}
/** Reads a list, however the version wraps it. Throws a TypeError where there is none. */
export function listIn(body: unknown): Listed {
  const { d, ...four } = (body ?? {}) as Answered;
  const all = d === undefined ? four.value : d.results;
  if (!Array.isArray(all)) throw new TypeError('The answer holds no list');
  const isGone = (row: ODataRow): boolean =>
    row['@removed'] !== undefined ||
    row['@odata.removed'] !== undefined ||
    String(row['@odata.context'] ?? '').endsWith('$deletedEntity');
  return {
    rows: (all as ODataRow[]).filter((row) => !isGone(row)),
    removed: (all as ODataRow[])
      .filter(isGone)
      .map(({ '@id': address, '@odata.id': older, id }) => String(address ?? older ?? id ?? '')),
    next: (d === undefined ? four['@odata.nextLink'] : d.__next) ?? null,
    delta: (d === undefined ? four['@odata.deltaLink'] : d.__delta) ?? null,
  };
}
/** Reads one record, however the version wraps it. */
export const recordIn = (body: unknown): ODataRow => {
  const { d } = (body ?? {}) as Answered;
  return (d ?? body ?? {}) as ODataRow;
};

/** What a service says went wrong, in either version. */
export function errorMessageIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string | { value?: string } } };
    const message = error?.message;
    return (typeof message === 'string' ? message : (message?.value ?? '')).slice(0, 300);
  } catch {
    return '';
  }
}
