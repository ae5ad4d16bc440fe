import { comma } from '../../../parts/language/language.ts';
import { titleField } from '../../core/declaration.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { takenOnEnter } from '../../../parts/search/fit.rules.ts';
import { whileLookingUp } from '../../../parts/state/looking-up.ts';
import type { Rules } from '../../core/field.ts';
import { get } from '../../../parts/client/api.ts';
import { answeredName } from '../../core/kinds.ts';
import { callOf, declarationOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';

/** One record a reference may point to. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly code?: string;
  /** How well it fits what was typed. */
  readonly fit?: number;
  readonly [field: string]: unknown;
}

const WAIT_MS = 200;

/** Asks the target's own `select`; one that has none is asked for a page of its list. */
export async function searchRecords(
  target: string,
  keyword: string,
  more: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  const declaration = declarationOf(target);
  if (declaration === undefined) return [];
  if (declaration.calls.includes('select'))
    return get<readonly Option[]>(callOf(declaration, 'select'), { keyword, size: 20, ...more }, signal);
  const title = titleField(declaration);
  const page = await get<{ readonly records: readonly Record<string, unknown>[] }>(
    callOf(declaration, 'page'),
    { size: 20, [`${title}_like`]: keyword, ...more },
    signal,
  );
  return page.records.map((row) => ({ ...row, id: asText(row['id']), title: asText(row[title]) }));
}

/** What the pickers of a field ask with beside what is typed. */
export const offeredBy = ({ offer, mayBeFrozen }: Rules): Readonly<Record<string, string>> => ({
  ...offer,
  ...(mayBeFrozen === true ? { withFrozen: '1' } : {}),
});

/** Options for what is typed, fetched while the list stands open. */
function useRecords(rules: Rules, typed: string, open: boolean) {
  const keyword = useDebounced(typed.trim(), WAIT_MS);
  const found = useQuery({
    queryKey: ['select', rules.target, keyword, offeredBy(rules)],
    queryFn: ({ signal }) => searchRecords(rules.target ?? '', keyword, offeredBy(rules), signal),
    enabled: open && rules.target !== undefined,
    placeholderData: keepPreviousData,
  });
  // Until then the options are those of what was typed before.
  return {
    ...found,
    isAnswered: found.data !== undefined && !found.isPlaceholderData && !found.isFetching && keyword === typed.trim(),
  };
}

const indexOnEnter = (typed: string, records: readonly Option[]): number =>
  takenOnEnter(
    typed,
    records.map((record) => ({ ...record, name: record.title })),
  );

/**
 * A box that finds records while somebody types. Enter takes the best fit as soon as it is known, even when the focus
 * has moved on, and nothing where several fit; the arrow keys choose among all.
 */
function useRecordBox(rules: Rules, take: (record: Option) => void) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { data, isFetching, isAnswered } = useRecords(rules, typed, open);
  const chooses = useRef(false);
  const enters = useRef(0);
  const latest = useRef(take);
  latest.current = take;
  const enter = (): Promise<void> =>
    whileLookingUp(async () => {
      const own = (enters.current += 1);
      const sought = typed.trim();
      // A search of its own: the one of the list is cancelled when the box is left.
      const found = isAnswered
        ? data
        : await searchRecords(rules.target ?? '', sought, offeredBy(rules)).catch(() => undefined);
      const record = found?.[indexOnEnter(sought, found)];
      if (record === undefined || own !== enters.current) return;
      latest.current(record);
      setTyped('');
      setOpen(false);
    });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') chooses.current = true;
    if (event.key !== 'Enter' || !open || chooses.current || typed.trim() === '' || event.nativeEvent.isComposing)
      return;
    // Not the box's own Enter: it would take whatever stands first.
    event.preventDefault();
    event.stopPropagation();
    void enter();
  };
  const search = (next: string): void => {
    chooses.current = false;
    // The box empties itself when it is left; whoever types on takes the Enter back.
    if (next !== '') enters.current += 1;
    setTyped(next);
  };
  const marked = isAnswered && open ? indexOnEnter(typed, data ?? []) : -1;
  return {
    data,
    box: {
      open,
      onOpenChange: setOpen,
      loading: isFetching,
      defaultActiveFirstOption: false,
      onInputKeyDown: press,
      optionRender: optionRender as never,
      showSearch: { filterOption: false, searchValue: typed, onSearch: search },
      options: (data ?? []).map((record, at) => ({
        ...optionOf(record),
        ...(at === marked ? { className: 'is-taken' } : {}),
      })),
      placeholder: text('ref.hint'),
      notFoundContent: isFetching ? text('loading') : text('ref.none'),
    },
  };
}

/** Names of chosen records that came without one. */
function useNamed(target: string | undefined, ids: readonly string[]) {
  return useQuery({
    queryKey: ['select', target, 'ids', ids.join(',')],
    queryFn: ({ signal }) =>
      searchRecords(target ?? '', '', { ids: ids.join(','), size: String(Math.max(1, ids.length)) }, signal),
    enabled: target !== undefined && ids.length > 0,
    staleTime: 60_000,
  });
}

const optionOf = (record: Option) => ({ value: record.id, label: record.title, code: record.code ?? '', record });
const optionRender = ({ data }: { data: { label: string; code: string } }): ReactNode => (
  <span className="ref-option">
    <span>{data.label}</span>
    {data.code !== '' && data.code !== data.label && <span className="unit">{data.code}</span>}
  </span>
);

function RefInput({ id, name, field, value, row, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) {
  const take = (record: Option | undefined): void =>
    onChange(record?.id ?? null, {
      [answeredName(name, 'Name')]: record?.title ?? '',
      [answeredName(name, 'Code')]: record?.code ?? '',
    });
  const { data, box } = useRecordBox(field.rules, take);
  const chosen = asText(value) === '0' ? '' : asText(value);
  const known = asText(row[answeredName(name, 'Name')]);
  const named = useNamed(field.rules.target, chosen !== '' && known === '' ? [chosen] : []);
  const title =
    known || (named.data?.find((record) => record.id === chosen)?.title ?? (named.isFetching ? '…' : chosen));
  return (
    <Select
      {...box}
      id={id}
      value={chosen === '' ? undefined : { value: chosen, label: title }}
      labelInValue
      allowClear={field.optional}
      {...common({ disabled, wrong, autoFocus, placeholder: placeholder ?? (disabled === true ? '' : undefined) })}
      onChange={(next: { value: string; label: ReactNode } | undefined) =>
        take(
          next === undefined
            ? undefined
            : (data?.find((each) => each.id === next.value) ?? { id: next.value, title: '' }),
        )
      }
    />
  );
}

/** Names of several references stand beside the ids as `<field>Names`, or as one text under `<field>Name`. */
const titlesOf = (row: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const stem = name.replace(/Ids$/, '');
  const found = row[`${stem}Names`] ?? row[answeredName(name, 'Name')] ?? row[`${stem}Name`];
  return Array.isArray(found)
    ? found.map(asText)
    : asText(found)
        .split(/[,、]/)
        .filter((title) => title !== '');
};
const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(asText) : asText(value).split(',')).filter((id) => id !== '');

function RefsInput({ id, name, field, value, row, onChange, disabled, wrong }: InputProps) {
  const chosen = listOf(value);
  const titles = titlesOf(row, name);
  const named = useNamed(field.rules.target, titles.length === chosen.length ? [] : chosen);
  const titleAt = (each: string, at: number): string =>
    (titles.length === chosen.length ? titles[at] : undefined) ??
    named.data?.find((record) => record.id === each)?.title ??
    each;
  const picked = chosen.map((each, at) => ({ value: each, label: titleAt(each, at) }));
  const set = (next: readonly { readonly value: string; readonly label: ReactNode }[]): void =>
    onChange(
      next.map((each) => each.value),
      { [`${name.replace(/Ids$/, '')}Names`]: next.map((each) => String(each.label)) },
    );
  const { box } = useRecordBox(field.rules, (record) => {
    if (!chosen.includes(record.id)) set([...picked, { value: record.id, label: record.title }]);
  });
  return (
    <Select
      {...box}
      id={id}
      mode="multiple"
      value={picked}
      labelInValue
      allowClear
      {...common({ disabled, wrong })}
      onChange={set}
    />
  );
}

function RefFilter({ id, name, field, label, values, onChange }: FilterProps) {
  const key = `${name}_equal`;
  const chosen = values[key] ?? '';
  const { box } = useRecordBox(field.rules, (record) => onChange({ [key]: record.id }, record.title));
  const named = useNamed(field.rules.target, chosen === '' ? [] : [chosen]);
  return (
    <Select
      {...box}
      id={id}
      allowClear
      labelInValue
      value={
        chosen === ''
          ? undefined
          : { value: chosen, label: named.data?.find((record) => record.id === chosen)?.title ?? '…' }
      }
      placeholder={label}
      aria-label={label}
      popupMatchSelectWidth={260}
      onChange={(next: { value: string; label: ReactNode } | undefined) =>
        onChange({ [key]: next?.value ?? '' }, next === undefined ? undefined : String(next.label))
      }
    />
  );
}
const filter: Filter = { keys: (name) => [`${name}_equal`], Input: RefFilter };

const title = ({ row, name }: CellProps): string =>
  asText(row[answeredName(name, 'Name')]) || (asText(row[name]) === '0' ? '' : asText(row[answeredName(name, 'Code')]));
const titlesIn = ({ row, name, language }: CellProps): string => titlesOf(row, name).join(comma(language));
const cellOf = (sentence: string, code = ''): ReactNode =>
  sentence === '' ? (
    <span className="empty-cell">–</span>
  ) : (
    <span title={code === '' ? sentence : `${code} ${sentence}`}>{sentence}</span>
  );

export const refFace: KindView = {
  Input: RefInput,
  cell: (shown) => cellOf(title(shown), asText(shown.row[answeredName(shown.name, 'Code')])),
  text: title,
  width: 136,
  filter,
};
export const refsFace: KindView = {
  Input: RefsInput,
  cell: (shown) => cellOf(titlesIn(shown)),
  text: titlesIn,
  width: 164,
  unsortable: true,
  filter,
};
