/** How many rows questions found, as long as nothing was written since. */
import sql, { type Sql } from 'sql-template-tag';

const KNOWN_MAX = 1_000;
/** A longer question is hardly asked twice. */
const LONGEST = 8_000;

interface Known {
  readonly total: number;
  /** `pg_current_snapshot()` of the statement that counted. */
  readonly seen: string;
}
export interface Patience {
  /** Where there were very many, null instead of counting them again: whoever asks counts later. */
  readonly isLate?: boolean;
}
/** So many are counted while somebody waits for their rows. */
const MANY = 100_000;

export interface KnownTotals {
  /** The last two columns of a statement: what `counting` answers, where that is not known, and when it was seen. */
  columns(asked: string, counting: Sql, options?: Patience): Sql;
  /** Keeps what such a statement answered; `seen` is null where a transaction looked that had written itself. */
  keep(asked: string, total: number, seen: string | null): void;
}

/** What is asked, and as whom: the same text counts other rows for another tenant, or a day in another zone. */
export const askedAs = ({ text, values }: Sql, as: string): string => JSON.stringify([as, text, values]);

/**
 * Two snapshots of a database that are alike see the same rows, so that a total holds as long as the snapshot is the
 * one it was counted in: until any transaction that wrote something ends. The statement compares them itself, so that
 * its total is never older than its rows. Whoever has written in his own transaction sees more than his snapshot says,
 * and what asks the clock of the database counts other rows a moment later: both count.
 */
export function knownTotals(): KnownTotals {
  const known = new Map<string, Known>();
  return {
    columns(asked, counting, { isLate = false } = {}) {
      const { total, seen } = known.get(asked) ?? { total: 0, seen: '' };
      const counted = isLate && total > MANY ? sql`null::integer` : sql`(${counting})`;
      return sql`case when pg_current_snapshot()::text = ${seen} and pg_current_xact_id_if_assigned() is null
          then ${total}::integer else ${counted} end as page_total,
        case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end as page_seen`;
    },
    keep(asked, total, seen) {
      known.delete(asked);
      if (
        seen === null ||
        asked.length > LONGEST ||
        /\b(?:now|clock_timestamp)\(\)|\bcurrent_(?:date|time)/.test(asked)
      )
        return;
      if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value!);
      known.set(asked, { total, seen });
    },
  };
}
