import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Rules } from '../../core/field.ts';
import { get } from '../api.ts';
import { besideId, callOf, declarationOf, titleField } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { useRested } from '../use-rested.ts';
import { asText, type Filter, type FilterProps, type InputProps, type Shown, type WebFace } from './face.ts';
import { common } from './text.tsx';

/** One record a reference may point to. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly code?: string;
  readonly [field: string]: unknown;
}

const WAIT_MS = 200;

/** Asks the target's own `select`; one that has none is asked for a page of its list. */
export async function searchRecords(target: string, keyword: string, more: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<readonly Option[]> {
  const declaration = declarationOf(target);
  if (declaration === undefined) return [];
  if (declaration.calls.includes('select')) return get<readonly Option[]>(callOf(declaration, 'select'), { keyword, size: 20, ...more }, signal);
  const title = titleField(declaration);
  const page = await get<{ readonly records: readonly Record<string, unknown>[] }>(callOf(declaration, 'page'), { size: 20, [`${title}_like`]: keyword, ...more }, signal);
  return page.records.map((row) => ({ ...row, id: asText(row['id']), title: asText(row[title]) }));
}

/** Options for what is typed, fetched while the list stands open. */
export function useRecords({ target, offer }: Rules, typed: string, open: boolean) {
  const keyword = useRested(typed.trim(), WAIT_MS);
  return useQuery({
    queryKey: ['select', target, keyword, offer],
    queryFn: ({ signal }) => searchRecords(target ?? '', keyword, offer, signal),
    enabled: open && target !== undefined,
    placeholderData: (before) => before,
  });
}

/** Names of chosen records that came without one. */
function useNamed(target: string | undefined, ids: readonly string[]) {
  return useQuery({
    queryKey: ['select', target, 'ids', ids.join(',')],
    queryFn: ({ signal }) => searchRecords(target ?? '', '', { ids: ids.join(','), size: String(Math.max(1, ids.length)) }, signal),
    enabled: target !== undefined && ids.length > 0,
    staleTime: 60_000,
  });
}

const optionOf = (record: Option) => ({ value: record.id, label: record.title, code: record.code ?? '', record });
const optionRender = ({ data }: { data: { label: string; code: string } }): ReactNode => (
  <span className="ref-option"><span>{data.label}</span>{data.code !== '' && data.code !== data.label && <span className="unit">{data.code}</span>}</span>
);

function RefInput({ id, name, field, value, row, onChange, disabled, wrong, autoFocus }: InputProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { data, isFetching } = useRecords(field.rules, typed, open);
  const chosen = asText(value) === '0' ? '' : asText(value);
  const known = asText(row[besideId(name, 'Name')]);
  const named = useNamed(field.rules.target, chosen !== '' && known === '' ? [chosen] : []);
  const title = known || (named.data?.find((record) => record.id === chosen)?.title ?? (named.isFetching ? '…' : chosen));
  return (
    <Select
      id={id} value={chosen === '' ? undefined : { value: chosen, label: title }} labelInValue allowClear={field.optional} loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }} onOpenChange={setOpen} options={(data ?? []).map(optionOf)} optionRender={optionRender as never}
      placeholder={text('ref.hint')} notFoundContent={isFetching ? text('loading') : text('ref.none')} {...common({ disabled, wrong, autoFocus })}
      onChange={(next: { value: string; label: ReactNode } | undefined) => {
        const record = data?.find((each) => each.id === next?.value);
        onChange(next?.value ?? null, { [besideId(name, 'Name')]: record?.title ?? '', [besideId(name, 'Code')]: record?.code ?? '' });
      }}
    />
  );
}

/** Names of several references stand beside the ids as `<field>Names`, or as one text under `<field>Name`. */
const titlesOf = (row: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const stem = name.replace(/Ids$/, '');
  const found = row[`${stem}Names`] ?? row[besideId(name, 'Name')] ?? row[`${stem}Name`];
  return Array.isArray(found) ? found.map(asText) : asText(found).split(/[,、]/).filter((title) => title !== '');
};
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(asText) : asText(value).split(',')).filter((id) => id !== '');

function RefsInput({ id, name, field, value, row, onChange, disabled, wrong }: InputProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { data, isFetching } = useRecords(field.rules, typed, open);
  const chosen = listOf(value);
  const titles = titlesOf(row, name);
  const named = useNamed(field.rules.target, titles.length === chosen.length ? [] : chosen);
  const titleAt = (each: string, at: number): string => (titles.length === chosen.length ? titles[at] : undefined) ?? named.data?.find((record) => record.id === each)?.title ?? each;
  return (
    <Select
      id={id} mode="multiple" value={chosen.map((each, at) => ({ value: each, label: titleAt(each, at) }))} labelInValue allowClear loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }} onOpenChange={setOpen} options={(data ?? []).map(optionOf)} optionRender={optionRender as never}
      placeholder={text('ref.hint')} notFoundContent={isFetching ? text('loading') : text('ref.none')} {...common({ disabled, wrong })}
      onChange={(next: { value: string; label: ReactNode }[]) => onChange(next.map((each) => each.value), { [`${name.replace(/Ids$/, '')}Names`]: next.map((each) => String(each.label)) })}
    />
  );
}

function RefFilter({ id, name, field, label, values, onChange }: FilterProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { data, isFetching } = useRecords(field.rules, typed, open);
  const key = `${name}_equal`;
  const chosen = values[key] ?? '';
  const named = useNamed(field.rules.target, chosen === '' ? [] : [chosen]);
  return (
    <Select
      id={id} allowClear labelInValue value={chosen === '' ? undefined : { value: chosen, label: named.data?.find((record) => record.id === chosen)?.title ?? '…' }}
      showSearch={{ filterOption: false, onSearch: setTyped }} onOpenChange={setOpen} options={(data ?? []).map(optionOf)} optionRender={optionRender as never} loading={isFetching}
      placeholder={label} aria-label={label} popupMatchSelectWidth={260} notFoundContent={isFetching ? text('loading') : text('ref.none')}
      onChange={(next: { value: string; label: ReactNode } | undefined) => onChange({ [key]: next?.value ?? '' }, next === undefined ? undefined : String(next.label))}
    />
  );
}
const filter: Filter = { keys: (name) => [`${name}_equal`], Input: RefFilter };

const title = ({ row, name }: Shown): string => asText(row[besideId(name, 'Name')]) || (asText(row[name]) === '0' ? '' : asText(row[besideId(name, 'Code')]));
const cellOf = (said: string, code = ''): ReactNode => (said === '' ? <span className="empty-cell">–</span> : <span title={code === '' ? said : `${code} ${said}`}>{said}</span>);

export const refFace: WebFace = { Input: RefInput, cell: (shown) => cellOf(title(shown), asText(shown.row[besideId(shown.name, 'Code')])), text: title, width: 150, filter };
export const refsFace: WebFace = {
  Input: RefsInput, cell: ({ row, name }) => cellOf(titlesOf(row, name).join('、')), text: ({ row, name }) => titlesOf(row, name).join('、'), width: 180, unsortable: true, filter,
};
