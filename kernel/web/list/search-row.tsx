import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button, Popover, Tag } from 'antd';
import { type ReactNode, useId, useMemo } from 'react';
import { type Declaration, titleField, TODAY } from '../../core/declaration.ts';
import type { Field } from '../../core/field.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';
import { WaitingInput } from '../../../parts/inputs/waiting-input.tsx';
import { useAllowedCodes } from '../queries.ts';
import { texts } from '../texts.ts';
import { isSeen } from './columns.tsx';
import type { ListState, useListState } from './list-state.ts';

type Search = readonly [name: string, field: Field];

const CREATED: Search = ['createTime', { kind: 'moment', label: texts['list.created'], rules: {}, optional: true }];
const IN_VIEW = 3;

/** Search fields of a list: the declared ones, and when it was created. */
function useSearchFields(declaration: Declaration): {
  readonly near: readonly Search[];
  readonly far: readonly Search[];
} {
  const codes = useAllowedCodes();
  return useMemo(() => {
    const declared = Object.entries(declaration.fields).filter(
      ([, field]) => field.rules.search === true && faceOf(field).filter !== undefined && isSeen(field, codes),
    );
    // What the one search box looks into needs no box of its own in the first row.
    const boxed = new Set(declaration.keyword ?? []);
    const fallback: readonly Search[] =
      declared.length > 0 || boxed.size > 0
        ? declared
        : Object.entries(declaration.fields).filter(([name]) => name === 'code' || name === titleField(declaration));
    // Where tabs part the rows by the day, days to choose need no room in the row.
    const isNear = ([name, field]: Search): boolean =>
      !boxed.has(name) && !(hasDueTabs(declaration) && (faceOf(field).filter?.keys(name).length ?? 0) > 1);
    const near = fallback.filter(isNear).slice(0, boxed.size > 0 ? IN_VIEW - 1 : IN_VIEW);
    const far = [...fallback.filter((each) => !near.includes(each)), ...(declaration.view === true ? [] : [CREATED])];
    return { near, far };
  }, [declaration, codes]);
}

const hasDueTabs = ({ life, tabs }: Declaration): boolean =>
  (life?.tabs ?? tabs ?? []).some((tab) => typeof tab !== 'string' && Object.values(tab.where).includes(TODAY));

interface Props {
  readonly declaration: Declaration;
  readonly list: ReturnType<typeof useListState>;
  readonly phone: boolean;
  /** Beside the filters. */
  readonly children?: ReactNode;
}

/** What the list is searched by: the words for everything, and the filters of single fields. */
export function SearchRow({ declaration, list, phone, children }: Props) {
  const label = useLabel();
  const base = useId();
  const { near: declaredNear, far: declaredFar } = useSearchFields(declaration);
  const near = phone
    ? declaredNear.slice(0, declaration.keyword === undefined || declaration.keyword.length === 0 ? 1 : 0)
    : declaredNear;
  const far = phone ? [...declaredNear.slice(near.length), ...declaredFar] : declaredFar;
  const { state, filter, search } = list;
  const boxed = (declaration.keyword ?? [])
    .flatMap((name) => declaration.fields[name] ?? [])
    .map((field) => label(field.label))
    .join(' / ');

  const input = ([name, field]: Search) => {
    const Input = faceOf(field).filter?.Input;
    return Input === undefined ? null : (
      <Input
        id={`${base}-${name}`}
        name={name}
        field={field}
        label={label(field.label)}
        values={state.filters}
        onChange={filter}
      />
    );
  };
  return (
    <search className="search-row">
      {declaration.keyword !== undefined && declaration.keyword.length > 0 && (
        <WaitingInput
          id={`${base}-keyword`}
          label={boxed}
          value={state.keyword}
          onChange={(keyword) => search({ keyword: keyword.trim() })}
          className="search-keyword"
        />
      )}
      {near.map((each) => (
        <div key={each[0]} className="search-field">
          {input(each)}
        </div>
      ))}
      {far.length > 0 && <FurtherFilters {...{ base, far, state, phone, input }} />}
      {children}
    </search>
  );
}

interface FurtherProps {
  /** Begins the ids of the inputs. */
  readonly base: string;
  readonly far: readonly Search[];
  readonly state: ListState;
  readonly phone: boolean;
  readonly input: (search: Search) => ReactNode;
}

/** The filters that have no room in the row; the button counts those of them that are set. */
function FurtherFilters({ base, far, state, phone, input }: FurtherProps) {
  const text = useText();
  const label = useLabel();
  const set = far.filter(([name, field]) =>
    (faceOf(field).filter?.keys(name) ?? []).some((key) => state.filters[key] !== undefined),
  ).length;
  const content = (
    <div className="search-more">
      {far.map((each) => (
        <div key={each[0]}>
          <label htmlFor={`${base}-${each[0]}`}>{label(each[1].label)}</label>
          {input(each)}
        </div>
      ))}
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomLeft" content={content}>
      <Badge count={set} size="small" color="var(--primary-strong)">
        <Button icon={<FilterOutlined />} aria-label={text('list.filters')}>
          {phone ? null : text('more')}
        </Button>
      </Badge>
    </Popover>
  );
}

/** Every set filter as a chip that can be taken away. */
export function FilterChips({ declaration, list }: Omit<Props, 'phone' | 'children'>) {
  const text = useText();
  const label = useLabel();
  const { state, filter, search, clear } = list;
  const chips = useMemo(() => chipsOf(declaration, state), [declaration, state]);
  if (chips.length === 0) return null;
  return (
    <div className="chips">
      {chips.map((chip) => {
        const name = chip.field === undefined ? text('list.search') : label(chip.field.label);
        return (
          <Tag
            key={chip.keys.join()}
            variant="filled"
            closable={{ 'aria-label': text('list.filter.remove', { label: name }) }}
            onClose={(event) => {
              event.preventDefault();
              if (chip.field === undefined) search({ keyword: '' });
              else filter(Object.fromEntries(chip.keys.map((key) => [key, ''])));
            }}
          >
            <span className="soft">{name}</span> {chip.words}
          </Tag>
        );
      })}
      <Button type="link" size="small" onClick={clear}>
        {text('list.filters.clear')}
      </Button>
    </div>
  );
}

interface Chip {
  readonly keys: readonly string[];
  readonly field: Field | undefined;
  readonly words: string;
}
function chipsOf(declaration: Declaration, state: ListState): readonly Chip[] {
  const chips: Chip[] = state.keyword === '' ? [] : [{ keys: ['keyword'], field: undefined, words: state.keyword }];
  const left = new Set(Object.keys(state.filters));
  for (const [name, field] of [...Object.entries(declaration.fields), CREATED]) {
    const keys = [...left].filter((key) => key === name || key.startsWith(`${name}_`));
    if (keys.length === 0) continue;
    for (const key of keys) left.delete(key);
    const from = state.filters[keys.find((key) => /_(date)?g[et]$/.test(key)) ?? ''];
    const to = state.filters[keys.find((key) => /_(date)?l[et]$/.test(key)) ?? ''];
    const words =
      from !== undefined || to !== undefined
        ? `${from ?? '…'} – ${to ?? '…'}`
        : keys.map((key) => state.shown[key] ?? state.filters[key]).join(' ');
    chips.push({ keys, field, words });
  }
  return chips;
}
