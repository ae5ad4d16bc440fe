/**
 * Windows of stops and places against when a delivery comes. Asked when a bill is sent: on the road it is too late.
 * Public: purchase orders, requests and distributions ask here, however many lines at once.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { deliveryBook } from '../delivery-rows.server.ts';
import type { ArrivalWindow } from '../delivery.rules.ts';
import type { SettledDelivery } from '../late/cut-offs.server.ts';
import { hoursText, unmetWindow, type Tour, type UnmetWindow } from './receiving-hours.rules.ts';

/** Under this name a yes is sent. */
const CONFIRM_WINDOW = 'confirmWindow';

/** A line of a bill that is about to go, with who sends it. */
export interface SentLine extends SettledDelivery {
  readonly billCode: string;
  readonly material: string;
  readonly sourceKind: 'direct' | 'warehouse' | 'factory';
}

/** What cannot be taken in when it comes, unless a yes came along: a sentence for each bill, sender, place and day. */
export async function unmetWindows(
  context: Context,
  lines: readonly SentLine[],
  input: Input,
): Promise<readonly Refusal[]> {
  if (lines.length === 0 || input[CONFIRM_WINDOW] === 1 || input[CONFIRM_WINDOW] === '1') return [];
  const warehouseIds = [...new Set(lines.flatMap(({ warehouseId }) => warehouseId ?? []))];
  const [book, places, tours, names] = await Promise.all([
    deliveryBook(
      context,
      lines.flatMap(({ supplierId }) => supplierId ?? []),
      lines.flatMap(({ deptIds }) => deptIds),
    ),
    receivingPlaces(context, warehouseIds),
    toursTo(context, warehouseIds),
    senderNames(context, lines),
  ]);
  const found = lines.flatMap((line) => {
    const place = places.get(line.warehouseId ?? '');
    if (place === undefined) return [];
    const { sourceKind, supplierId, deliveryDate } = line;
    // What a factory sends comes on its own days, whoever it buys of.
    const parties = { ...line, supplierId: sourceKind === 'direct' ? supplierId : null, leadDays: 0 };
    const { brought, received } = book.dayOf(parties, deliveryDate);
    const unmet = unmetWindow({
      who: names.get(senderKey(line)) ?? '',
      warehouseId: line.warehouseId!,
      hours: brought,
      tours: line.sourceKind === 'direct' ? [] : tours.filter((tour) => serves(tour, line)),
      received: [received, place.hours].flatMap((hours) => hours ?? []),
    });
    return unmet === null ? [] : [{ line, place: place.name, unmet }];
  });
  return [
    ...Map.groupBy(found, ({ line, place, unmet }) =>
      [line.billCode, unmet.kind, unmet.who, place, line.deliveryDate].join('\n'),
    ).values(),
  ].map(sentenceOf);
}

/** Names after each other, as either language parts them. */
const listed = (names: readonly string[]): Label => label(names.join('、'), names.join(', '));

interface Found {
  readonly line: SentLine;
  readonly place: string;
  readonly unmet: UnmetWindow;
}
function sentenceOf(same: readonly Found[]): Refusal {
  const { line, place, unmet } = same[0]!;
  const detail = {
    billCode: line.billCode,
    who: unmet.who,
    place,
    day: line.deliveryDate,
    brought: hoursText(unmet.brought),
    materials: listed([...new Set(same.map((each) => each.line.material))]),
  };
  const confirmed = { override: { name: CONFIRM_WINDOW } };
  return unmet.kind === 'missed'
    ? refuse('sourcing.window-missed', { ...detail, departTime: unmet.departTime }, confirmed)
    : refuse('sourcing.window-not-received', { ...detail, received: hoursText(unmet.received) }, confirmed);
}

interface ReceivingPlace {
  readonly name: string;
  readonly hours: ArrivalWindow | null;
}
/** Warehouses with the hours of their unloading point: their own, else the default one of the site. */
async function receivingPlaces(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, ReceivingPlace>> {
  const rows = await context.tx.rows<{ id: Id } & ReceivingPlace>(sql`
    select w.id, w.name, case when u.receive_start is not null
      then json_build_object('start', u.receive_start, 'end', u.receive_end) end as hours
    from warehouse w left join lateral (
      select p.receive_start, p.receive_end from project_dept_unload p where p.frozen = 0
        and (p.warehouse_id = w.id or (p.is_default = 1 and p.blade_project_dept_id = w.project_group_dept_id))
      order by (p.warehouse_id = w.id) desc nulls last, p.id limit 1) u on true
    where w.id = any(${[...ids]}::bigint[])`);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

interface StoredTour extends Tour {
  readonly outOrgId: Id;
  readonly factoryWarehouseId: Id | null;
  readonly outWarehouseId: Id | null;
}
/** Tours in use with a stop at one of these warehouses, the first to leave first. */
const toursTo = (context: Context, warehouseIds: readonly Id[]): Promise<StoredTour[]> =>
  context.tx.rows<StoredTour>(sql`
    select t.name, t.depart_time, t.out_org_id, t.factory_warehouse_id, t.out_warehouse_id,
      json_agg(json_build_object('id', s.id::text, 'name', '', 'warehouseId', s.warehouse_id::text,
        'windowStart', s.window_start, 'windowEnd', s.window_end, 'receiveStart', u.receive_start,
        'receiveEnd', u.receive_end) order by s.stop_seq) as stops
    from delivery_route t join delivery_route_stop s on s.delivery_route_id = t.id
    left join project_dept_unload u on u.id = s.unload_id
    where t.frozen = 0 and exists (select 1 from delivery_route_stop r where r.delivery_route_id = t.id
      and r.warehouse_id = any(${[...warehouseIds]}::bigint[]))
    group by t.tenant_id, t.id order by t.depart_time, t.code`);

/** Whether a tour brings a line: it stops at its place, from its sender where that is known. */
function serves(tour: StoredTour, { sender, warehouseId, sourceKind }: SentLine): boolean {
  if (!tour.stops.some((stop) => stop.warehouseId === warehouseId)) return false;
  if (sender == null) return sourceKind === 'factory' ? tour.outWarehouseId === null : tour.factoryWarehouseId === null;
  const store = tour.factoryWarehouseId ?? tour.outWarehouseId;
  return (
    [null, tour.outOrgId].includes(sender.deptId) && [null, store].includes(store === null ? null : sender.storeId)
  );
}

/** Who sends a line: its supplier, else the store or organisation. */
const senderKey = ({ supplierId, sender, sourceKind }: SentLine): string =>
  sourceKind === 'direct' ? `supplier ${supplierId}` : `store ${sender?.storeId ?? sender?.deptId}`;
async function senderNames(context: Context, lines: readonly SentLine[]): Promise<ReadonlyMap<string, string>> {
  const suppliers = [...new Set(lines.flatMap(({ supplierId }) => supplierId ?? []))];
  const senders = [...new Set(lines.flatMap(({ sender }) => sender?.storeId ?? sender?.deptId ?? []))];
  const rows = await context.tx.rows<{ key: string; name: string }>(sql`
    select 'supplier ' || id as key, name from supplier where id = any(${suppliers}::bigint[])
    union all select 'store ' || id, dept_name from dept where id = any(${senders}::bigint[])
    union all select 'store ' || id, name from warehouse where id = any(${senders}::bigint[])
    union all select 'store ' || id, name from factory_warehouse where id = any(${senders}::bigint[])`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
