/** What happened to recalled lots, one file for each kind of event: what an inspector asks for. */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { empty, sql, type Sql } from '../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { reasonLabel, SAME_GOODS } from '../stock/ledger/move-reason.rules.ts';
import { eventKinds, recallEvents, type EventKind } from './recall.calls.ts';
import { recallCase } from './recall.document.ts';
import { COMING } from './where-it-is.server.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const columns = [
  [label('时间', 'Time'), 'text'],
  [label('事件', 'Event'), 'text'],
  [label('物料', 'Material'), 'text'],
  [label('批次', 'Lot'), 'code'],
  [label('供应商批号', "Supplier's lot number"), 'code'],
  [label('从', 'From'), 'text'],
  [label('到', 'To'), 'text'],
  [label('数量', 'Quantity'), 'quantity'],
  [label('单位', 'Unit'), 'text'],
  [label('单号', 'Document'), 'code'],
] as const;

interface Event {
  readonly at: string;
  readonly reason: string;
  readonly material: string;
  readonly batchCode: string;
  readonly supplierBatchNo: string;
  readonly fromName: string;
  readonly toName: string;
  readonly qty: string;
  readonly unit: string;
  readonly billCode: string;
}

const PRODUCTION: readonly string[] = ['kitchen.produce-in', 'kitchen.produce-out', ...SAME_GOODS];
/** Moves of a kind: an event between two places is listed once, by its arrival. */
function movesOf(kind: EventKind): Sql {
  const produced = sql`v.bare = any(${PRODUCTION as string[]})`;
  const coming = sql`v.bare = any(${COMING as string[]})`;
  const inner = sql`v.counter_location_id is not null`;
  if (kind === 'produced') return produced;
  if (kind === 'received') return sql`not ${produced} and not ${inner} and ${coming}`;
  if (kind === 'transferred') return sql`not ${produced} and ${inner} and v.qty > 0`;
  return sql`not ${produced} and not ${inner} and not ${coming} and v.qty <> 0`;
}

/** Who sees some places only gets what came to them and what left them. */
const eventsOf = (context: Context, id: Id, kind: EventKind): Promise<Event[]> => {
  const { scope } = context.user;
  const own = scope.all || context.allowed('recall_start') ? empty : sql`and l.dept_id = any(${scope.depts}::bigint[])`;
  return context.tx.rows<Event>(sql`
    select to_char(v.business_time, 'YYYY-MM-DD HH24:MI:SS') as at, v.reason, m.called as material, b.batch_code,
      coalesce(b.supplier_batch_no, '') as supplier_batch_no,
      case when v.qty > 0 then coalesce(o.called, s.name, '') else l.called end as from_name,
      case when v.qty > 0 then l.called else coalesce(o.called, '') end as to_name,
      trim_scale(abs(v.qty))::text as qty, u.called as unit, v.bill_code
    from (select w.*, regexp_replace(w.reason, '^reverse\\.', '') as bare from stock_move w
      join recall_case_lots c on c.batch_id = w.batch_id and c.recall_case_id = ${id}::bigint) v
    join stock_location l on l.id = v.location_id left join stock_location o on o.id = v.counter_location_id
    join batch b on b.id = v.batch_id join material m on m.id = v.material_id
    join material_unit u on u.id = v.base_unit_id left join supplier s on s.id = b.supplier_id
    where ${movesOf(kind)} ${own} order by v.business_time, v.seq`);
};

export const eventSheet = serve(
  recallEvents,
  async (context, { id, kind }) => {
    const row = await recordById(context, recallCase, id);
    const events = await eventsOf(context, id, kind);
    const { language } = context;
    const [, zh, en] = eventKinds.find(([each]) => each === kind)!;
    const name = `${String(row['billCode'])}-${language === 'zh' ? zh : en}`;
    return {
      fileName: `${name}.xlsx`,
      contentType: XLSX,
      body: writeSheet(
        columns.map(([title, cells]) => sheetColumn(title[language], { kind: cells })),
        events.map((each) => [
          each.at,
          reasonLabel(each.reason)[language],
          each.material,
          each.batchCode,
          each.supplierBatchNo,
          each.fromName,
          each.toName,
          each.qty,
          each.unit,
          each.billCode,
        ]),
        { name },
      ),
    };
  },
  { reads: true },
);
