/** Calendars of senders and sites for many places at once. Runs in a thread too. */
import type { Id } from '../../kernel/core/field.ts';
import {
  cutOffOf,
  dayOfCalendar,
  deliveryFor,
  windowsAt,
  type CalendarClosure,
  type DayOfCalendar,
  type Delivery,
  type DeliveryCalendar,
  type DeliveryWindow,
  type PlaceWindow,
  type ReceivingDay,
} from './delivery.rules.ts';
import type { ChosenSource } from './source-book.server.ts';

/** A factory or central warehouse that sends: its organisation, a store of it, or both. */
export interface Sender {
  readonly deptId: Id | null;
  readonly storeId: Id | null;
}
/** The factory or store that sends where a rule names one; null for suppliers. */
export const senderOf = ({ sourceKind, rule }: Pick<ChosenSource, 'sourceKind' | 'rule'>): Sender | null =>
  sourceKind === 'factory'
    ? { deptId: rule?.sourceId ?? null, storeId: null }
    : sourceKind === 'warehouse'
      ? { deptId: null, storeId: rule?.sourceId ?? null }
      : null;

/** Who sends, and who receives. */
export interface DeliveryParties {
  /** Null for goods no supplier sends. */
  readonly supplierId: Id | null;
  /** Absent or null for goods nobody outside sends: every day, so many lead days before. */
  readonly sender?: Sender | null;
  /** Of the place that receives, nearest first. */
  readonly deptIds: readonly Id[];
  /** Where it is received; absent: anywhere at the place. */
  readonly warehouseId?: Id | null;
  readonly leadDays: number;
}
interface DeliveryQuestion extends DeliveryParties {
  readonly needDate: string;
  readonly material: string;
}
export interface DeliveryBook {
  deliveryOf(question: DeliveryQuestion): Delivery;
  /** What is found of one day; `orderBefore` only where it is open. */
  dayOf(parties: DeliveryParties, day: string): DayOfCalendar & Partial<ReturnType<typeof cutOffOf>>;
  /** The same, with the last moment as it would be, for a day somebody settled on though it is closed. */
  cutOffOn(parties: DeliveryParties, day: string): DayOfCalendar & ReturnType<typeof cutOffOf>;
}

/** A row of a delivery calendar: of a sender for all sites or one, or of a site that receives. */
interface CalendarRow extends Omit<DeliveryWindow, 'rank'>, Omit<ReceivingDay, 'rank'> {
  readonly sends: boolean;
  readonly outOrgId: Id | null;
  readonly storeId: Id | null;
  /** Department of the site. */
  readonly siteId: Id | null;
  readonly warehouseId: Id | null;
}
/** An exception of a sender or of a site. */
interface ExceptionRow extends CalendarClosure {
  readonly outOrgId: Id | null;
  readonly storeId: Id | null;
  readonly siteId: Id | null;
  readonly warehouseId: Id | null;
}
/** Calendars as they are read: plain, so that they can be handed to a thread. */
export interface DeliveryRows {
  readonly windows: readonly (PlaceWindow & { readonly supplierId: Id })[];
  readonly holidays: readonly (CalendarClosure & { readonly supplierId: Id })[];
  readonly calendars: readonly CalendarRow[];
  readonly exceptions: readonly ExceptionRow[];
  /** Companies of central warehouses. */
  readonly stores: ReadonlyMap<Id, Id>;
  /** Time zones of sites that have their own, by department. */
  readonly zones: ReadonlyMap<Id, string>;
  /** Of whoever asks. */
  readonly timeZone: string;
}

/** What senders and sites say of their weeks and holidays, as of `now`. */
export function deliveryBookOf(rows: DeliveryRows, now: string): DeliveryBook {
  const calendars = new Map<string, DeliveryCalendar>();
  const known = new Map<DeliveryCalendar, Map<string, Delivery>>();
  const read = calendarReader(rows);
  const calendarOf = (parties: DeliveryParties): DeliveryCalendar => {
    const { supplierId, sender, deptIds, warehouseId, leadDays } = parties;
    const key = [supplierId, sender?.deptId, sender?.storeId, deptIds.join(' '), warehouseId, leadDays].join('/');
    let calendar = calendars.get(key);
    if (calendar === undefined) calendars.set(key, (calendar = read(parties)));
    return calendar;
  };
  return {
    deliveryOf({ needDate, material, ...parties }) {
      const calendar = calendarOf(parties);
      let days = known.get(calendar);
      if (days === undefined) known.set(calendar, (days = new Map()));
      const same = days.get(needDate);
      // A refusal names its material, so only what is in time is kept.
      if (same?.ok === true) return same;
      const delivery = deliveryFor(material, needDate, now, calendar);
      days.set(needDate, delivery);
      return delivery;
    },
    dayOf(parties, day) {
      const calendar = calendarOf(parties);
      const found = dayOfCalendar(calendar, day);
      return found.open ? { ...found, ...cutOffOf(calendar, day, now) } : found;
    },
    cutOffOn(parties, day) {
      const calendar = calendarOf(parties);
      return { ...dayOfCalendar(calendar, day), ...cutOffOf(calendar, day, now) };
    },
  };
}

/** Puts the calendar of one sender and one place together from all rows. */
function calendarReader(rows: DeliveryRows): (parties: DeliveryParties) => DeliveryCalendar {
  const windows = Map.groupBy(rows.windows, (row) => row.supplierId);
  const holidays = Map.groupBy(rows.holidays, (row) => row.supplierId);
  const senders = Map.groupBy(
    rows.calendars.filter(({ sends }) => sends),
    (row) => row.outOrgId,
  );
  const sites = Map.groupBy(
    rows.calendars.filter(({ sends }) => !sends),
    (row) => row.siteId,
  );
  return ({ supplierId, sender, deptIds, warehouseId = null, leadDays }) => {
    const at = <R extends { readonly siteId: Id | null; readonly warehouseId: Id | null }>(row: R): boolean =>
      (row.siteId === null || deptIds.includes(row.siteId)) &&
      (row.warehouseId === null || row.warehouseId === warehouseId);
    const orgId = sender?.deptId ?? rows.stores.get(sender?.storeId ?? '') ?? null;
    const from = <R extends { readonly storeId: Id | null }>(row: R): boolean =>
      row.storeId === null || row.storeId === (sender?.storeId ?? null);
    return {
      windows:
        supplierId === null
          ? (orgId === null ? [] : (senders.get(orgId) ?? []))
              .filter((row) => at(row) && from(row))
              .map((row) => ({ ...row, rank: narrowness(row) }))
          : windowsAt(windows.get(supplierId) ?? [], deptIds),
      senderClosures:
        supplierId === null
          ? narrowest(
              rows.exceptions.filter((row) => orgId !== null && row.outOrgId === orgId && from(row)),
              ({ storeId }) => storeId !== null,
            )
          : (holidays.get(supplierId) ?? []),
      receivingDays: deptIds
        .flatMap((deptId) => sites.get(deptId) ?? [])
        .filter(at)
        .map((row) => ({ ...row, rank: narrowness(row) })),
      receiverClosures: narrowest(
        rows.exceptions.filter((row) => row.siteId !== null && at(row)),
        (row) => row.warehouseId !== null,
      ),
      leadDays,
      clock: { site: deptIds.map((id) => rows.zones.get(id)).find(Boolean) ?? rows.timeZone, reader: rows.timeZone },
    };
  };
}

/** The narrower row goes first: for one warehouse, for one site, from one store. */
const narrowness = ({ warehouseId, siteId, storeId }: CalendarRow): number =>
  (warehouseId === null ? 0 : 4) + (siteId === null ? 0 : 2) + (storeId === null ? 0 : 1);
/** Of several exceptions of one side on one day the one that is found for it alone. */
const narrowest = (rows: readonly ExceptionRow[], isOwn: (row: ExceptionRow) => boolean): readonly ExceptionRow[] =>
  rows.filter((row) => isOwn(row) || !rows.some((other) => other.date === row.date && isOwn(other)));
