import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Empty, Input, Segmented, Select, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { bookTexts } from '../price-plans/price-plan.texts.ts';
import { findGaps } from './price-book.calls.ts';
import { PRICE_TYPES, SEES, type PriceType } from './price.resource.ts';

type GapPage = TypeOf<typeof findGaps.answer>;
type Gap = GapPage['records'][number];
const SIZE = 20;
const DAYS = [7, 14, 31] as const;
const KINDS = ['settlement', 'management', 'joint', 'assessment'] as const satisfies readonly PriceType[];

interface PriceGapsProps {
  readonly open: boolean;
  /** The day the coming days are counted from, yyyy-MM-dd. */
  readonly date: string;
  readonly onClose: () => void;
}

/** What will have no price at a department in the coming days, so that it is entered before somebody needs it. */
export function PriceGaps({ open, date, onClose }: PriceGapsProps): ReactNode {
  const word = useWords(bookTexts);
  const text = useText();
  const phone = usePhone();
  const filters = useGapFilters();
  const { type } = filters;
  const [current, setCurrent] = useState(1);
  const input = { ...filters.input, date, current, size: SIZE };
  const { data, error, isFetching } = useQuery({
    queryKey: ['pricebook', 'gaps', input],
    queryFn: ({ signal }) => request(findGaps, input, { signal }),
    enabled: open && type !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={phone ? '100%' : 760}
      title={data === undefined ? word('gaps') : word('gaps.title', { from: data.from, to: data.to })}
      destroyOnHidden
    >
      <GapFilters filters={filters} open={open} onFilter={() => setCurrent(1)} />
      <p className="soft gap-about">{word('gaps.about')}</p>
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      )}
      <GapTable data={data} isFetching={isFetching} current={current} onPage={setCurrent} />
    </Drawer>
  );
}

/** Which kind of price, how many days, which material and department; the kinds are those a person may see. */
function useGapFilters() {
  const codes = useAllowedCodes();
  const kinds = KINDS.filter((kind) => codes.has(SEES[kind]));
  const [chosen, setChosen] = useState<PriceType>();
  const [days, setDays] = useState<number>(14);
  const [keyword, setKeyword] = useState('');
  const [deptId, setDeptId] = useState<string>();
  /** What is searched in the list of departments. */
  const [typed, setTyped] = useState('');
  const type = chosen ?? kinds[0];
  const input = { type, days: String(days), keyword, ...(deptId === undefined ? {} : { deptId }) };
  return { kinds, type, setType: setChosen, days, setDays, setKeyword, deptId, setDeptId, typed, setTyped, input };
}

interface GapFiltersProps {
  readonly filters: ReturnType<typeof useGapFilters>;
  readonly open: boolean;
  readonly onFilter: () => void;
}
function GapFilters({ filters, open, onFilter }: GapFiltersProps): ReactNode {
  const word = useWords(bookTexts);
  const label = useLabel();
  const { typed, setTyped } = filters;
  const depts = useQuery({
    queryKey: ['select', 'dept', 'gaps', typed],
    queryFn: ({ signal }) => searchRecords('dept', typed.trim(), {}, signal),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const filterBy =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      onFilter();
    };
  return (
    <div className="gap-filters">
      <Select<PriceType>
        aria-label={word('gaps.kind')}
        value={filters.type ?? null}
        onChange={filterBy(filters.setType)}
        options={filters.kinds.map((kind) => ({ value: kind, label: label(PRICE_TYPES[kind]) }))}
      />
      <Select<string | undefined>
        allowClear
        aria-label={word('gaps.place')}
        placeholder={word('gaps.place')}
        value={filters.deptId}
        onChange={filterBy(filters.setDeptId)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        options={(depts.data ?? []).map((dept) => ({ value: dept.id, label: dept.title }))}
      />
      <Input.Search
        allowClear
        placeholder={word('gaps.keyword')}
        aria-label={word('gaps.keyword')}
        onSearch={(value) => filterBy(filters.setKeyword)(value.trim())}
      />
      <Segmented
        value={filters.days}
        onChange={filterBy(filters.setDays)}
        options={DAYS.map((each) => ({ value: each, label: word('gaps.days', { days: each }) }))}
      />
    </div>
  );
}

interface GapTableProps {
  /** Undefined until it was read. */
  readonly data: GapPage | undefined;
  readonly isFetching: boolean;
  readonly current: number;
  readonly onPage: (current: number) => void;
}
function GapTable({ data, isFetching, current, onPage }: GapTableProps): ReactNode {
  const word = useWords(bookTexts);
  const text = useText();
  const label = useLabel();
  const nothing = data === undefined ? text('loading') : word('gaps.none', { looked: data.looked });
  return (
    <Table<Gap>
      size="middle"
      loading={isFetching}
      dataSource={[...(data?.records ?? [])]}
      rowKey="materialId"
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={nothing} /> }}
      columns={[
        {
          key: 'material',
          title: label({ zh: '物料', en: 'Material' }),
          render: (_, row) => (
            <>
              {row.name} <span className="soft figures">{row.code}</span>
            </>
          ),
        },
        {
          key: 'gaps',
          title: word('gaps'),
          render: (_, row) =>
            row.gaps.map((gap) => (
              <div key={gap.from} className="figures">
                {word('gaps.span', gap)}
              </div>
            )),
        },
      ]}
      pagination={{
        current,
        pageSize: SIZE,
        total: data?.total ?? 0,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: onPage,
      }}
    />
  );
}
