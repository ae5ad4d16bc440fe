/** Until when what was made is good: its own life, that of its parts where the class says so, or a given one. */
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { SavedRecord } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { gearProduce } from './produce.document.ts';
import { endOf, givenLifeRefusal, lifeOf, lifeUntil, type Life } from './produce.rules.ts';

/** The life of a lot; `until`: its end as a moment. */
export interface MadeLife extends Life {
  readonly until: string | null;
}
/** A lot that went into a bill. */
interface Part {
  readonly billId: Id;
  readonly batchId: Id;
}
interface LifeRow {
  /** The bill, or the line of a cut. */
  readonly id: Id;
  readonly billId: Id;
  readonly holdMinutes: number | null;
  readonly shelfLifeDays: number | null;
  readonly endsWithParts: boolean;
}

/** By bill, and by line of a cut. A cut is never good for longer than the piece it is of. */
export async function potLives(
  context: Context,
  pots: readonly SavedRecord<typeof gearProduce>[],
  parts: readonly Part[],
): Promise<ReadonlyMap<Id, MadeLife>> {
  const ids = pots.map(({ id }) => id);
  const [rows, days] = await Promise.all([
    context.tx.rows<LifeRow>(sql`
      select b.id, b.id as bill_id, case when d.dish_kind = 'finished' then d.hold_minutes end as hold_minutes,
        coalesce(m.shelf_life_days, t.shelf_life_days) as shelf_life_days, c.expires_with_parts = 1 as ends_with_parts
      from gear_produce b join dish d on d.id = b.dish_id join dish_type c on c.id = d.dish_type_id
      join material m on m.id = b.material_id left join material_type t on t.id = m.material_type_id
      where b.id = any(${ids}::bigint[])
      union all
      select o.id, o.gear_produce_id, null, coalesce(m.shelf_life_days, t.shelf_life_days), true
      from gear_produce_outputs o join material m on m.id = o.material_id
      left join material_type t on t.id = m.material_type_id where o.gear_produce_id = any(${ids}::bigint[])`),
    partDays(context, parts),
  ]);
  const byId = new Map(pots.map((pot) => [pot.id, pot]));
  const lives = new Map<Id, MadeLife>();
  for (const { id, billId, holdMinutes, shelfLifeDays, endsWithParts } of rows) {
    const { values } = byId.get(billId)!;
    const made = values.produceTime!;
    const partOf = endsWithParts ? (days.get(billId) ?? []) : [];
    const reckoned = lifeOf({ produceTime: made, holdMinutes, shelfLifeDays, partDays: partOf });
    const given = values.expireTime;
    const wrong = given === null ? undefined : givenLifeRefusal(given, made, reckoned, values.expireReason ?? '');
    if (wrong !== undefined) throw new Refused(wrong);
    const life = given === null ? reckoned : lifeUntil(given);
    lives.set(id, { ...life, until: endOf(life) });
  }
  return lives;
}

/** The first day a lot expires that went into each bill. */
async function partDays(context: Context, parts: readonly Part[]): Promise<ReadonlyMap<Id, readonly string[]>> {
  const rows = await context.tx.rows<{ id: Id; day: string }>(sql`
    select b.id, b.expiry_date as day from batch b
    where b.id = any(${[...new Set(parts.map(({ batchId }) => batchId))]}::bigint[]) and b.expiry_date is not null`);
  const dayOf = new Map(rows.map(({ id, day }) => [id, day]));
  const first = new Map<Id, readonly string[]>();
  for (const { billId, batchId } of parts) {
    const day = dayOf.get(batchId);
    if (day !== undefined && day <= (first.get(billId)?.[0] ?? day)) first.set(billId, [day]);
  }
  return first;
}
