import { useQuery } from '@tanstack/react-query';
import { Alert, Empty, Input, Segmented, Table, type TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { stateOf } from '../../../kernel/web/list/columns.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { dishTexts } from '../dishes/dish.texts.ts';
import { templatesOfStalls } from './menu-template.calls.ts';
import { menuTemplate } from './menu-template.document.ts';
import '../dishes/dish.css';

const SIZE = 20;
/** So wide no column is squeezed to nothing. */
const LEAST_PX = 940;
type StallMenu = TypeOf<typeof templatesOfStalls.answer>['records'][number];

/** What each stall cooks by: its own menu templates and those of its restaurant, with the day of the cycle today is. */
export default function GearMenuTemplatePage() {
  const word = useWords(dishTexts);
  const text = useText();
  const language = useLanguage();
  const phone = usePhone();
  const [query, setQuery] = useState<{ readonly name: string; readonly enabled: string; readonly current: number }>({
    name: '',
    enabled: '1',
    current: 1,
  });
  const found = useQuery({
    queryKey: [...listKey(menuTemplate), 'stalls', query],
    queryFn: ({ signal }) => request(templatesOfStalls, { ...query, size: SIZE }, { signal }),
  });
  const columns = useMemo((): NonNullable<TableProps<StallMenu>['columns']> => {
    const name = (row: StallMenu) => <Link to={`${menuTemplate.path ?? ''}/${row.id}`}>{row.name}</Link>;
    const state = (row: StallMenu) => (
      <Status
        tone={stateOf(menuTemplate, row)?.tone ?? 'plain'}
        word={stateOf(menuTemplate, row)?.label[language] ?? ''}
      />
    );
    const inUse = (row: StallMenu) => (
      <Status
        tone={row.enabled === 1 && row.frozen !== 1 ? 'done' : 'plain'}
        word={word(row.frozen === 1 ? 'stalls.frozen' : row.enabled === 1 ? 'stalls.enabled' : 'stalls.stopped')}
      />
    );
    const days = (row: StallMenu) => (
      <span className="figures">
        {row.endDate === ''
          ? word('from', { start: row.startDate })
          : word('span', { start: row.startDate, end: row.endDate })}
      </span>
    );
    const today = (row: StallMenu) =>
      row.dayNoToday !== null ? word('stalls.day', { day: row.dayNoToday, of: row.cycleDays ?? '' }) : '–';
    const whose = (row: StallMenu) => word(row.own === 1 ? 'stalls.own' : 'stalls.restaurant');
    if (phone)
      return [
        {
          key: 'all',
          render: (_, row) => (
            <div className="stall-menu">
              <strong>{row.gearOperationDeptName}</strong>
              <span>{name(row)}</span>
              <span className="soft">{[whose(row), ...(row.dayNoToday !== null ? [today(row)] : [])].join(' · ')}</span>
              {inUse(row)}
            </div>
          ),
        },
      ];
    return [
      {
        key: 'stall',
        title: word('stalls.stall'),
        width: 132,
        ellipsis: true,
        render: (_, row) => row.gearOperationDeptName,
      },
      { key: 'name', title: word('stalls.template'), ellipsis: true, minWidth: 160, render: (_, row) => name(row) },
      { key: 'own', title: word('stalls.whose'), width: 132, render: (_, row) => whose(row) },
      { key: 'status', title: text('list.status'), width: 104, render: (_, row) => state(row) },
      { key: 'use', title: word('stalls.use'), width: 88, render: (_, row) => inUse(row) },
      { key: 'today', title: word('stalls.today'), width: 112, render: (_, row) => today(row) },
      { key: 'days', title: word('stalls.days'), width: 196, render: (_, row) => days(row) },
    ];
  }, [language, phone, text, word]);
  return (
    <div className="list-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('stalls')}
        </h1>
      </header>
      <div className="list-filters stall-filters">
        <Segmented
          value={query.enabled}
          options={[
            { value: '1', label: word('stalls.enabled') },
            { value: '', label: word('stalls.all') },
          ]}
          onChange={(enabled) => setQuery((now) => ({ ...now, enabled, current: 1 }))}
        />
        <Input.Search
          allowClear
          placeholder={word('stalls.template')}
          aria-label={word('stalls.template')}
          onSearch={(name) => setQuery((now) => ({ ...now, name: name.trim(), current: 1 }))}
        />
      </div>
      {found.error !== null && (
        <Alert
          type="error"
          showIcon
          title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
        />
      )}
      <Table<StallMenu>
        className="list-table"
        size="middle"
        columns={columns}
        {...(phone ? {} : { scroll: { x: LEAST_PX } })}
        showHeader={!phone}
        loading={found.isFetching}
        dataSource={[...(found.data?.records ?? [])]}
        rowKey={(row) => `${row.id} ${row.gearOperationDeptId}`}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('stalls.none')} /> }}
        pagination={{
          current: query.current,
          pageSize: SIZE,
          total: found.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (current) => setQuery((now) => ({ ...now, current })),
        }}
      />
    </div>
  );
}
