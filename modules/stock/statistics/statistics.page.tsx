import { DownloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Field, ref } from '../../../kernel/core/field.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { DayRange, type Preset } from '../../../kernel/web/kinds/day.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request, requestFile } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { monthFrom, shifted } from '../../../parts/days/day-text.rules.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import type { Asked } from './moves-of-figure.rules.ts';
import { type Measure, StatisticsCards, StatisticsTable } from './statistics-rows.view.tsx';
import { SEES_COST, statisticsPage, statisticsSheet } from './statistics.calls.ts';
import { GROUPS, type GroupBy } from './statistics.rules.ts';
import { statisticsTexts } from './statistics.texts.ts';
import './statistics.css';

const PAGE = 200;
const FILTERS = {
  place: ref('仓库', 'Warehouse', 'warehouse'),
  materialType: ref('物料类型', 'Material type', 'materialType'),
  materialId: ref('物料', 'Material', 'material'),
} as const satisfies Readonly<Record<string, Field>>;

/** What is asked stands in the address, so that a way back finds it again. */
function useAsked() {
  const [address, setAddress] = useSearchParams();
  const today = businessDay();
  const asked = useMemo((): Asked & { readonly current: number } => {
    const of = (name: string, otherwise = ''): string => address.get(name) ?? otherwise;
    return {
      startDate: of('startDate', monthFrom(today, 0)),
      endDate: of('endDate', today),
      groupBy: GROUPS.find((each) => each === of('groupBy')) ?? 'type',
      place: of('place'),
      materialType: of('materialType'),
      materialId: of('materialId'),
      names: Object.fromEntries(Object.keys(FILTERS).map((name) => [name, of(`~${name}`)])),
      current: Number(of('current', '1')),
    };
  }, [address, today]);
  const set = (change: Readonly<Record<string, string>>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ current: '', ...change }))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { asked, set, measure: address.get('measure') };
}

/** 仓储统计: what each type, material, warehouse or supplier opened with, got, gave and closed with. */
export default function StatisticsPage() {
  const word = useWords(statisticsTexts);
  const codes = useAllowedCodes();
  const phone = usePhone();
  const notify = useNotify();
  const { asked, set, measure: chosen } = useAsked();
  const seesCost = codes.has(SEES_COST);
  const measure: Measure = seesCost && chosen !== 'qty' ? 'amount' : 'qty';
  const { startDate, endDate, groupBy, place, materialType, materialId, current } = asked;
  const query = { startDate, endDate, groupBy, place, materialType, materialId };
  const answer = useQuery({
    queryKey: ['statistics', query, current],
    queryFn: ({ signal }) => request(statisticsPage, { ...query, current, size: PAGE }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const Rows = phone ? StatisticsCards : StatisticsTable;
  return (
    <div className="list-page statistics">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <div className="list-tools">
          {seesCost && (
            <Segmented<Measure>
              aria-label={word('measure')}
              value={measure}
              onChange={(value) => set({ measure: value === 'qty' ? 'qty' : '' })}
              options={(['amount', 'qty'] as const).map((value) => ({ value, label: word(value) }))}
            />
          )}
          {codes.has('statistics_export') && (
            <Button
              icon={<DownloadOutlined />}
              {...(phone ? { 'aria-label': word('export') } : {})}
              onClick={() => void requestFile(statisticsSheet, query).catch(notify.error)}
            >
              {phone ? null : word('export')}
            </Button>
          )}
        </div>
      </header>
      <Filters asked={asked} onChange={set} />
      <p className="soft statistics-lead">
        {word('lead')}
        {measure === 'qty' && groupBy !== 'material' && ` ${word('qty-mixed')}`}
      </p>
      <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
      <div className={answer.isPlaceholderData ? 'statistics-answer is-old' : 'statistics-answer'} aria-live="polite">
        {answer.data === undefined ? (
          answer.error === null && <Skeleton active paragraph={{ rows: 8 }} />
        ) : answer.data.total === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />
        ) : (
          <Rows
            asked={asked}
            measure={measure}
            answer={answer.data}
            onTurn={(next) => set({ current: next === 1 ? '' : String(next) })}
          />
        )}
      </div>
    </div>
  );
}

interface FiltersProps {
  readonly asked: Asked;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}
function Filters({ asked, onChange }: FiltersProps) {
  const word = useWords(statisticsTexts);
  const label = useLabel();
  const text = useText();
  const today = businessDay();
  const first = monthFrom(today, 0);
  const presets: readonly Preset[] = [
    [text('day.this-month'), first, today],
    [text('day.last-month'), monthFrom(today, -1), shifted(first, -1)],
    [word('this-year'), `${today.slice(0, 4)}-01-01`, today],
  ];
  return (
    <search className="search-row">
      <div className="search-field">
        <DayRange
          id="statistics-period"
          label={word('period')}
          from={asked.startDate}
          to={asked.endDate}
          presets={presets}
          isTight
          onChange={(startDate, endDate) => onChange({ startDate, endDate })}
        />
      </div>
      <Segmented<GroupBy>
        aria-label={word('group')}
        value={asked.groupBy}
        onChange={(groupBy) => onChange({ groupBy })}
        options={GROUPS.map((value) => ({ value, label: word(value) }))}
      />
      {Object.entries(FILTERS).map(([name, field]) => {
        const Input = faceOf(field).filter!.Input;
        return (
          <div key={name} className="search-field">
            <Input
              id={`statistics-${name}`}
              name={name}
              field={field}
              label={label(field.label)}
              values={{ [`${name}_equal`]: asked[name as keyof typeof FILTERS] }}
              onChange={(patch, shown) => onChange({ [name]: patch[`${name}_equal`] ?? '', [`~${name}`]: shown ?? '' })}
            />
          </div>
        );
      })}
    </search>
  );
}
