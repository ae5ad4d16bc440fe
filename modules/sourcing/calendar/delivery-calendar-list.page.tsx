import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { CutOffsToday } from './cut-offs-today.view.tsx';
import { deliveryCalendar } from './delivery-calendar.resource.ts';
import { calendarTexts } from './delivery-calendar.texts.ts';
import { MonthView } from './month.view.tsx';
import { WeekGrid } from './week-grid.view.tsx';
import './delivery-calendar.css';

type View = 'week' | 'month' | 'rows';
interface Opened {
  readonly id: string;
  readonly initial?: Values;
}

/** Delivery calendars: what must be ordered today, the week of each sender, a month of a place, and the rows. */
export default function DeliveryCalendarListPage() {
  const word = useWords(calendarTexts);
  const label = useLabel();
  const [view, setView] = useState<View>('week');
  const [opened, setOpened] = useState<Opened>();
  const mayAdd = useAllowed('deliverycalendar_add');
  const views = (
    <Segmented<View>
      aria-label={word('views')}
      value={view}
      onChange={setView}
      options={(['week', 'month', 'rows'] as const).map((each) => ({ value: each, label: word(`view.${each}`) }))}
    />
  );
  if (view === 'rows') return <ListPage of={deliveryCalendar} toolbar={views} notice={<CutOffsToday />} />;
  return (
    <div className="list-page delivery-calendar">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {label(deliveryCalendar.label)}
        </h1>
        <div className="list-tools">
          {views}
          {mayAdd && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ id: 'new' })}>
              {word('new')}
            </Button>
          )}
        </div>
      </header>
      <CutOffsToday />
      {view === 'week' ? (
        <WeekGrid
          onOpen={(id) => setOpened({ id })}
          {...(mayAdd ? { onAdd: (initial: Values) => setOpened({ id: 'new', initial }) } : {})}
        />
      ) : (
        <MonthView />
      )}
      <RecordDrawer
        of={deliveryCalendar}
        open={opened?.id}
        {...(opened?.initial === undefined ? {} : { initial: opened.initial })}
        onClose={() => setOpened(undefined)}
        onSaved={() => void queries.invalidateQueries({ queryKey: ['deliverycalendar'] })}
      />
    </div>
  );
}
