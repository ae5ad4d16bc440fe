/**
 * Goods that go from place to place: shipped into transit, received out of it. What left and has not come is always
 * somewhere.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { inTransitTo } from '../warehouses/locations.server.ts';
import type { ReasonCode } from './move-reason.rules.ts';
import { post, type PreloadedBalances, type PostedMove, type Posting } from './posting.server.ts';

/** A leg of a transfer; the reason is `….ship` when it leaves and `….receive` when it arrives. */
export type Leg = Omit<Posting, 'reason' | 'from' | 'to' | 'amount'> & { readonly fromId: Id; readonly toId: Id };
export type ShipReason = Extract<ReasonCode, `${string}.ship`>;
export type ReceiveReason = Extract<ReasonCode, `${string}.receive`>;

/** Posts the legs from where they lie to what is in transit to their destination. */
export async function ship(
  context: Context,
  reason: ShipReason,
  legs: readonly Leg[],
  preloaded?: PreloadedBalances & { readonly transit: ReadonlyMap<Id, Id> },
): Promise<PostedMove[]> {
  const transit =
    preloaded?.transit ??
    (await inTransitTo(
      context,
      legs.map((leg) => leg.toId),
    ));
  return post(
    context,
    legs.map(({ fromId, toId, ...leg }) => ({ ...leg, reason, from: fromId, to: transit.get(toId)! })),
    preloaded,
  );
}

/** Posts what arrived from transit into the destination; `fromId` is where it was shipped from and is not touched. */
export async function arrive(context: Context, reason: ReceiveReason, legs: readonly Leg[]): Promise<PostedMove[]> {
  const transit = await inTransitTo(
    context,
    legs.map((leg) => leg.toId),
  );
  return post(
    context,
    legs.map(({ fromId: _sender, toId, ...leg }) => ({ ...leg, reason, from: transit.get(toId)!, to: toId })),
  );
}

/** What was shipped and never came: back to its sender. */
export async function sendBack(context: Context, legs: readonly Leg[]): Promise<PostedMove[]> {
  const transit = await inTransitTo(
    context,
    legs.map((leg) => leg.toId),
  );
  return post(
    context,
    legs.map(({ fromId, toId, ...leg }) => ({
      ...leg,
      reason: 'difference.back' as const,
      from: transit.get(toId)!,
      to: fromId,
    })),
  );
}

/** What was shipped and never came: lost. */
export async function writeOffInTransit(context: Context, legs: readonly Leg[]): Promise<PostedMove[]> {
  const transit = await inTransitTo(
    context,
    legs.map((leg) => leg.toId),
  );
  return post(
    context,
    legs.map(({ fromId: _sender, toId, ...leg }) => ({
      ...leg,
      reason: 'difference.loss' as const,
      from: transit.get(toId)!,
    })),
  );
}
