/** The lots that go into pots: those people named, of the rest the first to expire, and none whose clock ran out. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import { once, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { chooseLots, type LeavingLot } from '../../other-moves/other-out-store.rules.ts';
import { lotsOnHand, sameGoods } from '../../stock/ledger/lots-on-hand.server.ts';
import { placeKey } from '../../stock/ledger/posting.rules.ts';
import type { KitchenStall } from './kitchen-stalls.server.ts';

/** A line about to leave a stall, in base unit. */
interface GoingLine {
  readonly id: Id;
  readonly line: number;
  readonly stall: Pick<KitchenStall, 'locationId' | 'name'>;
  readonly materialId: Id;
  readonly qty: Decimal;
  readonly batchId: Id | null;
  readonly lotReason: string;
  readonly isScrap: boolean;
}

type Key = { readonly locationId: Id; readonly materialId: Id };
/** What counts as one at a place; asked once of a transaction for what was asked for before. */
async function goodsAt(context: Context, keys: readonly Key[]): Promise<(key: Key) => readonly Id[]> {
  const known = once(context, 'production.goods', () => new Map<string, readonly Id[]>());
  const nameOf = ({ locationId, materialId }: Key): string => placeKey(locationId, materialId);
  const fresh = keys.filter((key) => !known.has(nameOf(key)));
  if (fresh.length > 0) {
    const goodsOf = await sameGoods(context, fresh);
    for (const key of fresh) known.set(nameOf(key), goodsOf(key));
  }
  return (key) => known.get(nameOf(key))!;
}

/** What counts as the goods of these lines, for whoever holds their stock. */
export async function stockOf(context: Context, lines: readonly Key[]): Promise<readonly Key[]> {
  const goodsOf = await goodsAt(context, lines);
  return lines.flatMap((line) => goodsOf(line).map((materialId) => ({ locationId: line.locationId, materialId })));
}

/** The lots of all lines whose stock is held. Refuses all that is short or may not be used, at once. */
export async function takeLots(context: Context, lines: readonly GoingLine[]): Promise<readonly LeavingLot[]> {
  const keys = lines.map(({ stall, materialId }) => ({ locationId: stall.locationId, materialId }));
  const goodsOf = await goodsAt(context, keys);
  const all = keys.flatMap((key) => goodsOf(key).map((materialId) => ({ locationId: key.locationId, materialId })));
  const [onHand, codes] = await Promise.all([lotsOnHand(context, all), codesOf(context, lines)]);
  const leaving = lines.map((line) => ({
    ...line,
    locationId: line.stall.locationId,
    warehouse: line.stall.name,
    batchCode: codes.get(line.batchId ?? '') ?? '',
    nearDays: 0,
  }));
  const { picks, refusals } = chooseLots(
    leaving,
    (line) => {
      const there = goodsOf(line).map((materialId) => onHand.get(placeKey(line.locationId, materialId))!);
      return {
        material: onHand.get(placeKey(line.locationId, line.materialId))!.material,
        lots: there.flatMap((each) => each.lots),
        promised: there.flatMap((each) => each.promised),
      };
    },
    context.today,
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return picks;
}

async function codesOf(context: Context, lines: readonly GoingLine[]): Promise<ReadonlyMap<Id, string>> {
  const named = lines.flatMap(({ batchId }) => batchId ?? []);
  if (named.length === 0) return new Map();
  const rows = await context.tx.rows<{ id: Id; code: string }>(
    sql`select id, batch_code as code from batch where id = any(${named}::bigint[])`,
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
}
