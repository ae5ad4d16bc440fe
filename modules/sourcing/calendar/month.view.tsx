import { DeleteOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { ref, type Fields } from '../../../kernel/core/field.ts';
import { label as labelOf } from '../../../kernel/core/label.ts';
import type { RecordOf, TypeOf } from '../../../kernel/core/shape.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get, post } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { weekdayOf } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { previewDays } from './delivery-calendar.calls.ts';
import { deliveryCalendarException } from './delivery-calendar.resource.ts';
import { calendarTexts } from './delivery-calendar.texts.ts';
import { lastOfMonth, monthPlus, weeksOfMonth } from './month.rules.ts';
import { OFFER_SENDERS } from './sender.fields.ts';

const ASKED = {
  outOrgId: ref('发货组织', 'Sent by', 'dept', {
    offer: OFFER_SENDERS,
    optional: true,
    hint: labelOf('或选择供应商', 'Or choose a supplier'),
  }),
  supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true }),
  warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { optional: true, needed: true }),
} as const satisfies Fields;
type Day = TypeOf<typeof previewDays.answer>[number];
type Exception = RecordOf<typeof deliveryCalendarException>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A month of one place: the days on which goods come from one sender, and why not on the others. */
export function MonthView() {
  const word = useWords(calendarTexts);
  const text = useText();
  const base = useId();
  const [values, setValues] = useState<Values>({});
  const [month, setMonth] = useState(() => monthPlus(businessDay(), 0));
  const query = {
    outOrgId: textOf(values['outOrgId']),
    supplierId: textOf(values['supplierId']),
    warehouseId: textOf(values['warehouseId']),
    from: month,
    to: lastOfMonth(month),
  };
  const isReady = query.warehouseId !== '' && (query.outOrgId === '') !== (query.supplierId === '');
  const { data, error } = useQuery({
    queryKey: ['deliverycalendar', 'preview', query],
    queryFn: ({ signal }) => request(previewDays, query, { signal }),
    enabled: isReady,
    retry: false,
  });
  const change = (name: string, value: unknown, beside?: Values): void => {
    const other = name === 'outOrgId' ? 'supplierId' : name === 'supplierId' ? 'outOrgId' : undefined;
    setValues((before) => ({
      ...before,
      ...(other === undefined ? {} : { [other]: null, [other.replace(/Id$/, 'Name')]: null }),
      ...beside,
      [name]: value,
    }));
  };
  return (
    <div className="month-view">
      <FormFields base={base} fields={ASKED} values={values} faults={{}} onChange={change} />
      <div className="month-head">
        <Button
          icon={<LeftOutlined />}
          aria-label={word('month.before')}
          onClick={() => setMonth(monthPlus(month, -1))}
        />
        <h2 className="figures" aria-live="polite">
          {month.slice(0, 7)}
        </h2>
        <Button
          icon={<RightOutlined />}
          aria-label={word('month.after')}
          onClick={() => setMonth(monthPlus(month, 1))}
        />
      </div>
      {!isReady ? (
        <p className="soft">{word('month.ask')}</p>
      ) : error !== null ? (
        <Alert type="warning" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <Month month={month} days={data} />
      )}
      {query.outOrgId !== '' && <Exceptions outOrgId={query.outOrgId} values={values} month={month} />}
    </div>
  );
}

function Month({ month, days }: { readonly month: string; readonly days: readonly Day[] }) {
  const word = useWords(calendarTexts);
  const language = useLanguage();
  const weeks = weeksOfMonth(month);
  const byDate = new Map(days.map((day) => [day.date, day]));
  return (
    <table className="month-grid" aria-label={word('month.title', { month: month.slice(0, 7) })}>
      <thead>
        <tr>
          {weeks[0]!.map((date) => (
            <th key={date} scope="col">
              {weekdayOf(date, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <DayCell key={date} date={date} calendarDay={byDate.get(date)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ date, calendarDay }: { readonly date: string; readonly calendarDay: Day | undefined }) {
  const word = useWords(calendarTexts);
  if (calendarDay === undefined) return <td className="is-other" />;
  const isOpen = calendarDay.available === 1;
  return (
    <td className={!isOpen ? 'is-closed' : calendarDay.late === 1 ? 'is-past' : 'is-open'}>
      <span className="figures month-day">{Number(date.slice(8))}</span>
      {isOpen ? (
        <>
          <span className="figures">
            {calendarDay.late === 1
              ? word('month.late')
              : word('month.until', { time: calendarDay.orderBefore.slice(5, 16) })}
          </span>
          {calendarDay.window !== '' && <small className="figures soft">{calendarDay.window}</small>}
        </>
      ) : (
        <span>{word('month.closed')}</span>
      )}
      {calendarDay.reason !== '' && <small className="month-reason">{calendarDay.reason}</small>}
    </td>
  );
}

/** Days on which the sender does not do as its week says. */
function Exceptions({ outOrgId, values, month }: { outOrgId: string; values: Values; month: string }) {
  const word = useWords(calendarTexts);
  const notify = useNotify();
  const mayAdd = useAllowed('deliverycalendar_add');
  const mayRemove = useAllowed('deliverycalendar_delete');
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['deliverycalendar', 'exceptions', outOrgId, month],
    queryFn: ({ signal }) =>
      get<{ records: readonly Exception[] }>(
        '/store-management/deliverycalendar/exception/list',
        { outOrgId, size: '100', exceptionDate_datege: monthPlus(month, 0), exceptionDate_datele: lastOfMonth(month) },
        signal,
      ),
  });
  const again = () => queries.invalidateQueries({ queryKey: ['deliverycalendar'] });
  const remove = (id: string): void =>
    void post('/store-management/deliverycalendar/exception/remove', { query: { ids: id } })
      .then(again)
      .catch((error: unknown) => notify.error(error));
  return (
    <section className="month-exceptions" aria-label={word('exceptions')}>
      <h2>
        {word('exceptions')}
        {mayAdd && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setIsOpen(true)}>
            {word('exceptions.add')}
          </Button>
        )}
      </h2>
      {data?.records.length === 0 && <p className="soft">{word('exceptions.none')}</p>}
      <ul>
        {data?.records.map((each) => (
          <li key={each.id}>
            <span className="figures">{each.exceptionDate.slice(5)}</span>
            <strong>{each.shiftName}</strong>
            <span>{each.reason}</span>
            {mayRemove && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={word('exceptions.remove', { day: each.exceptionDate.slice(5) })}
                onClick={() => remove(each.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <RecordDrawer
        of={deliveryCalendarException}
        open={isOpen ? 'new' : undefined}
        initial={{ outOrgId, outOrgName: values['outOrgName'], exceptionDate: month }}
        onClose={() => setIsOpen(false)}
        onSaved={() => void again()}
      />
    </section>
  );
}
