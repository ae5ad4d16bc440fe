/** The ledgers of a stall as an authority asks for them. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { boardStalls } from '../../production/day/board-stalls.server.ts';
import { authorityForms, sheetRow, type SheetEntry } from './authority-sheet.rules.ts';
import { dueMoment, isDue, isEntered } from './dues.server.ts';
import * as calls from './ledger-board.calls.ts';
import { logKinds, type LogKind } from './safety-duty.resource.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const authoritySheet = serve(
  calls.authoritySheet,
  async (context, { gearOperationDeptId, authority, startDate, endDate }): Promise<Download> => {
    if (endDate < startDate || daysBetween(startDate, endDate) >= calls.SHEET_DAYS_MAX)
      throw new Refused(refuse('food-safety.days', { max: calls.SHEET_DAYS_MAX }, { field: 'endDate' }));
    const { stall } = await boardStalls(context, gearOperationDeptId);
    const form = authorityForms[authority];
    const entries = await entriesOf(context, stall!.id, [startDate, endDate], form.kinds);
    const { language } = context;
    return {
      fileName: `${form.title[language]}-${stall!.name}-${startDate}-${endDate}.xlsx`,
      contentType: XLSX,
      body: writeSheet(
        form.columns.map(([, heading]) => sheetColumn(heading[language], { kind: 'text' })),
        entries.map((entry) => sheetRow(form, entry, language).cells),
        { name: form.title[language] },
      ),
    };
  },
  { reads: true },
);

type Row = Omit<SheetEntry, 'kind' | 'meal'> & { readonly kind: LogKind; readonly meal: string };

/** Entries of these days, and duties without one whose time is over. */
async function entriesOf(
  context: Context,
  stallId: string,
  [from, to]: readonly [string, string],
  kinds: readonly LogKind[],
): Promise<SheetEntry[]> {
  const tongue = context.language === 'en' ? 2 : 1;
  const rows = await context.tx.rows<Row>(sql`
    select l.biz_date::text as day, to_char(l.log_time, 'HH24:MI') as time, l.log_kind as kind, l.subject,
      coalesce(l.person_name, '') as person, coalesce(l.meal_type, '') as meal, coalesce(c.card_no, '') as card_no,
      coalesce(c.expire_date::text, '') as expire_date, split_part(l.value_text, E'\n', ${tongue}::int) as found,
      l.ok = 1 as ok, coalesce(l.corrective_action, '') as action, coalesce(u.real_name, '') as operator
    from food_safety_log l left join health_card c on c.id = l.health_card_id
    left join app_user u on u.id = l.operator_id
    where l.gear_operation_dept_id = ${stallId}::bigint and l.biz_date between ${from}::date and ${to}::date
      and l.log_kind = any(${kinds}::text[])
    union all
    select x.day::date::text, d.due_time, d.log_kind, d.subject, '', '', '', '', '', null, '', ''
    from generate_series(${from}::date, ${to}::date, interval '1 day') as x(day) cross join safety_duty d
    where d.gear_operation_dept_id = ${stallId}::bigint and d.log_kind = any(${kinds}::text[]) and ${isDue}
      and ${dueMoment} <= ${context.now}::timestamptz and not ${isEntered}
    order by 1, 3, 2, 4, 5`);
  return rows.map((row) => {
    const [, zh, en] = logKinds.find(([kind]) => kind === row.kind)!;
    const { language } = context;
    return { ...row, kind: language === 'en' ? en : zh, meal: row.meal === '' ? '' : mealName(row.meal)[language] };
  });
}
