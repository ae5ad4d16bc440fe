import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import type { Values } from '../../../kernel/web/form/values.ts';
import { get } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { label as labelOf } from '../../../kernel/core/label.ts';
import { type deliveryCalendar, WEEKDAYS } from './delivery-calendar.resource.ts';
import { calendarTexts } from './delivery-calendar.texts.ts';

type Row = RecordOf<typeof deliveryCalendar>;
/** So many rows of calendars are shown as weeks; beyond it the rows themselves are searched. */
const MOST = 200;

const OWN = [
  'calendarType',
  'outOrgId',
  'factoryWarehouseId',
  'outWarehouseId',
  'projectDeptSysId',
  'warehouseId',
  'startDate',
  'endDate',
] as const;
const keyOf = (row: Row): string => OWN.map((name) => row[name] ?? '').join('/');

interface Props {
  readonly onOpen: (id: string) => void;
  /** Absent: the person may add none. */
  readonly onAdd?: (initial: Values) => void;
}

/** The week of each sender and site: until when to order what comes on a day. */
export function WeekGrid({ onOpen, onAdd }: Props) {
  const word = useWords(calendarTexts);
  const label = useLabel();
  const { data } = useQuery({
    queryKey: ['deliverycalendar', 'week'],
    queryFn: ({ signal }) =>
      get<{ records: readonly Row[] }>(
        '/store-management/deliverycalendar/page',
        { current: '1', size: String(MOST), frozen: '0' },
        signal,
      ),
  });
  if (data === undefined) return <Skeleton active />;
  if (data.records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('week.empty')} />;
  return (
    <div className="week-grid-frame" tabIndex={0} role="region" aria-label={word('view.week')}>
      <table className="week-grid">
        <thead>
          <tr>
            <th scope="col">{word('week.sender')}</th>
            {WEEKDAYS.map(([day, zh, en]) => (
              <th key={day} scope="col">
                {label(labelOf(zh, en))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...Map.groupBy(data.records, keyOf)].map(([key, rows]) => (
            <WeekRow key={key} rows={rows} onOpen={onOpen} {...(onAdd === undefined ? {} : { onAdd })} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WeekRow({ rows, onOpen, onAdd }: Props & { readonly rows: readonly Row[] }) {
  const word = useWords(calendarTexts);
  const label = useLabel();
  const first = rows[0]!;
  const isSender = first.calendarType === 'sender';
  const sender = isSender
    ? first.factoryWarehouseName || first.outWarehouseName || first.outOrgName
    : word('week.receives');
  const receiver = first.warehouseName || first.projectDeptSysName || word('week.all');
  const period = { from: first.startDate ?? '', until: first.endDate ?? '' };
  return (
    <tr className={isSender ? undefined : 'is-receiver'}>
      <th scope="row">
        <span>{sender}</span>
        <span className="soft"> → {receiver}</span>
        <small className="soft figures">{word(first.endDate ? 'week.span' : 'week.since', period)}</small>
      </th>
      {WEEKDAYS.map(([weekday, zh, en]) => {
        const row = rows.find((each) => each.weekday === weekday);
        const day = label(labelOf(zh, en));
        return (
          <td key={weekday} className={row === undefined || row.available === 0 ? 'is-closed' : undefined}>
            {row !== undefined ? (
              <button type="button" onClick={() => onOpen(row.id)}>
                <span className="unseen">{word('week.edit', { who: `${sender} → ${receiver}`, day })} </span>
                <DayFace row={row} />
              </button>
            ) : onAdd === undefined ? (
              <span className="soft">—</span>
            ) : (
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined />}
                aria-label={word('week.add', { day })}
                onClick={() => onAdd({ ...ownOf(first), weekday })}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function DayFace({ row }: { readonly row: Row }) {
  const word = useWords(calendarTexts);
  if (row.available === 0) return <span className="soft">{word('week.closed')}</span>;
  if (row.calendarType === 'receiver')
    return (
      <>
        <strong>{word('week.open')}</strong>
        <small className="soft">
          {row.receiveLeadDays > 0 ? word('week.ahead', { days: row.receiveLeadDays }) : ''}
        </small>
      </>
    );
  return (
    <>
      <strong className="figures">{row.cutOffTime}</strong>
      <small className="soft">
        {row.advanceDays === 0 ? word('week.same') : word('week.ahead', { days: row.advanceDays ?? 0 })}
      </small>
      {row.lateMode !== 'approve' && <small className="week-late">{row.lateModeName}</small>}
    </>
  );
}

/** Whose week a new day is added to, with the names beside the references. */
const ownOf = (row: Row): Values =>
  Object.fromEntries(
    OWN.flatMap((name) => {
      const shown = name.replace(/Id$/, 'Name') as keyof Row;
      return name.endsWith('Id')
        ? [[name, row[name]] as const, [shown, row[shown]] as const]
        : [[name, row[name]] as const];
    }),
  );
