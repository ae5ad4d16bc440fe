import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Empty, Input, Segmented, Select, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request, requestFile } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { bookTexts } from '../price-plans/price-plan.texts.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
} from '../price-plans/price-plan.document.ts';
import { exportGaps, findGaps } from './price-book.calls.ts';
import { priceBook } from './price-book.resource.ts';
import { PriceForms } from './price-form.view.tsx';
import { jointOperationPrice, PRICE_TYPES, SEES, settlementPrice, type PriceType } from './price.resource.ts';

type GapPage = TypeOf<typeof findGaps.answer>;
type Gap = GapPage['records'][number];
const SIZE = 20;
const DAYS = [7, 14, 31] as const;
const KINDS = ['settlement', 'management', 'joint', 'assessment'] as const satisfies readonly PriceType[];
/** Where a price of a kind is set: one by one, or in a plan. */
const SINGLE = {
  settlement: settlementPrice,
  joint: jointOperationPrice,
  management: undefined,
  assessment: undefined,
};
const PLANS = {
  settlement: undefined,
  joint: operatingJointVenturePricePlan,
  management: managementPricePlan,
  assessment: assessmentPriceMaintenance,
};

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
  const [pricing, setPricing] = useState<Pricing>();
  const codes = useAllowedCodes();
  const notify = useNotify();
  const input = { ...filters.input, date, current, size: SIZE };
  const { data, error, isFetching } = useQuery({
    queryKey: ['pricebook', 'gaps', input],
    queryFn: ({ signal }) => request(findGaps, input, { signal }),
    enabled: open && type !== undefined,
    placeholderData: keepPreviousData,
  });
  const single = type === undefined ? undefined : SINGLE[type];
  const mayPrice = single !== undefined && codes.has(permissionOf(single, 'add'));
  const download = (): void =>
    void requestFile(exportGaps, { ...filters.input, date }).catch((failure: unknown) => notify.error(failure));
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={phone ? '100%' : 760}
      title={data === undefined ? word('gaps') : word('gaps.title', { from: data.from, to: data.to })}
      extra={
        codes.has(permissionOf(priceBook, 'export')) &&
        !phone && (
          <Button icon={<DownloadOutlined />} onClick={download}>
            {word('gaps.export')}
          </Button>
        )
      }
      destroyOnHidden
    >
      <GapFilters filters={filters} open={open} onFilter={() => setCurrent(1)} />
      <p className="soft gap-about">
        {word('gaps.about')} <PlanLink type={type} />
      </p>
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      )}
      <GapTable
        data={data}
        isFetching={isFetching}
        current={current}
        onPage={setCurrent}
        onPrice={mayPrice ? (gap) => setPricing(pricingOf(gap, data)) : undefined}
      />
      {single !== undefined && (
        <PriceForms>
          <RecordDrawer
            of={single}
            open={pricing === undefined ? undefined : 'new'}
            {...(pricing === undefined ? {} : { initial: pricing.initial })}
            onClose={() => setPricing(undefined)}
            onSaved={() => {
              // Who goes on stands at the next material without a price.
              setPricing(pricingOf(data?.records[positionOf(pricing, data) + 1], data));
              void queries.invalidateQueries({ queryKey: ['pricebook', 'gaps'] });
              void invalidateLists(priceBook);
            }}
          />
        </PriceForms>
      )}
    </Drawer>
  );
}

/** The material whose price is being set, and what its form begins with. */
interface Pricing {
  readonly materialId: string;
  readonly initial: Values;
}
const pricingOf = (gap: Gap | undefined, data: GapPage | undefined): Pricing | undefined =>
  gap && { materialId: gap.materialId, initial: begunBy(gap, data?.to ?? '') };
/** Where its row stands; behind the last where it is gone. */
const positionOf = (pricing: Pricing | undefined, { records }: Pick<GapPage, 'records'> = { records: [] }): number => {
  const at = records.findIndex(({ materialId }) => materialId === pricing?.materialId);
  return at === -1 ? records.length : at;
};

/** What the price of a gap begins with; it ends with the gap where another price follows. */
function begunBy({ materialId, name, code, unitId, unitName, gaps: [gap] }: Gap, last: string): Values {
  const today = businessDay();
  const startDate = gap === undefined || gap.from < today ? today : gap.from;
  const endDate = gap === undefined || gap.to === last ? {} : { endDate: gap.to };
  return { materialId, materialName: name, materialCode: code, unitId, unitName, startDate, ...endDate };
}

/** The plans in which prices of a kind are set. */
function PlanLink({ type }: { readonly type: PriceType | undefined }): ReactNode {
  const word = useWords(bookTexts);
  const label = useLabel();
  const plan = type === undefined ? undefined : PLANS[type];
  return (
    plan?.path !== undefined && (
      <GuardedLink to={plan.path}>{word('gaps.plan', { plan: label(plan.label) })}</GuardedLink>
    )
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
  /** Sets the price of one; undefined where the person may not, or a plan does. */
  readonly onPrice: ((gap: Gap) => void) | undefined;
}
function GapTable({ data, isFetching, current, onPage, onPrice }: GapTableProps): ReactNode {
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
              <div key={gap.from} className="figures gap-span">
                <span>{word('gaps.from', gap)}</span> <span>{word('gaps.to', gap)}</span>
              </div>
            )),
        },
        ...(onPrice === undefined
          ? []
          : [
              {
                key: 'act',
                title: word('gaps.act'),
                width: 96,
                render: (_: unknown, row: Gap) => (
                  <Button
                    type="link"
                    size="small"
                    aria-label={word('gaps.act.of', { material: row.name })}
                    onClick={() => onPrice(row)}
                  >
                    {word('gaps.act')}
                  </Button>
                ),
              },
            ]),
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
