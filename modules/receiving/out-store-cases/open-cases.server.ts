/**
 * Cases of goods between our own places: opened when they are signed for otherwise than they were sent, or kept where
 * one side settles by itself. The sender confirms; the receiver has claimed.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { ref, text } from '../../../kernel/core/field.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { ClaimedPick, OutStoreCases } from '../../issuing/claims/out-store-cases.port.server.ts';
import type { SizedClaim } from '../../issuing/claims/difference-claim.rules.ts';
import type { OutStoreRow } from '../../issuing/out-store.document.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import { photoRefusals } from '../photos.server.ts';
import { sendOpened } from './case-messages.server.ts';

/** The departments of both ends, and the project department above each. */
interface Ends {
  readonly fromDeptId: Id;
  readonly toDeptId: Id;
  readonly fromProjectId: Id | null;
  readonly toProjectId: Id | null;
  readonly fromKind: string;
}

const SITE = '2';
async function endsOf(context: Context, row: Pick<OutStoreRow, 'warehouseId' | 'toLocationId'>): Promise<Ends> {
  return (await context.tx.row<Ends>(sql`
    with recursive up(place, id, parent_id, category, depth) as (
      select l.id, d.id, d.parent_id, d.dept_category, 0 from stock_location l join dept d on d.id = l.dept_id
      where l.id in (${row.warehouseId}::bigint, ${row.toLocationId}::bigint)
      union all select u.place, d.id, d.parent_id, d.dept_category, u.depth + 1 from up u
      join dept d on d.id = u.parent_id where u.category <> ${SITE} and u.depth < 10)
    select f.dept_id as from_dept_id, t.dept_id as to_dept_id, f.kind as from_kind,
      (select u.id from up u where u.place = f.id and u.category = ${SITE}) as from_project_id,
      (select u.id from up u where u.place = t.id and u.category = ${SITE}) as to_project_id
    from stock_location f join stock_location t on t.id = ${row.toLocationId}::bigint
    where f.id = ${row.warehouseId}::bigint`))!;
}

/** A case about to be written. */
interface NewCase {
  readonly pick: ClaimedPick['pick'];
  readonly sized: SizedClaim;
  /** The lot that is over, where it is another than was sent. */
  readonly batchId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly unitCost: Decimal;
  /** Of wrong goods: the place of the case that goes with it. */
  readonly pairAt?: number;
}

/** What is claimed, with a case of its own for what came instead of wrong goods. */
async function casesOfClaims(
  context: Context,
  row: OutStoreRow,
  claimed: readonly ClaimedPick[],
): Promise<readonly NewCase[]> {
  const all = claimed.flatMap(({ pick, claims }) => claims.map((sized) => ({ pick, sized })));
  const instead = await lotsInstead(
    context,
    row,
    all.flatMap(({ sized }) => sized.claim.insteadBatchCode ?? []),
  );
  const refused = all.flatMap(({ pick, sized }) => {
    const { insteadBatchCode: code } = sized.claim;
    const lot = code === null ? undefined : instead.get(code);
    if (code === null || (lot !== undefined && lot.batchId !== pick.batchId)) return [];
    return [refuse('receiving.instead-unknown', { batch: code })];
  });
  if (refused.length > 0) throw new Refused(...refused);
  const cases: NewCase[] = [];
  for (const { pick, sized } of all) {
    const own = { pick, sized, batchId: pick.batchId, materialId: pick.materialId, unitId: pick.unitId };
    const unitCost = Decimal.of(pick.unitCost);
    const lot = sized.claim.insteadBatchCode === null ? undefined : instead.get(sized.claim.insteadBatchCode)!;
    if (lot === undefined) cases.push({ ...own, unitCost });
    else {
      const at = cases.length;
      const qty = Decimal.of(sized.claim.insteadQty!).negated();
      cases.push({ ...own, unitCost, pairAt: at + 1 });
      cases.push({
        pick,
        sized: { ...sized, outcome: 'over-accept', qty, baseQty: qty, pieces: Decimal.zero },
        batchId: lot.batchId,
        materialId: lot.materialId,
        unitId: lot.baseUnitId,
        unitCost: Decimal.of(lot.unitCost),
        pairAt: at,
      });
    }
  }
  return cases;
}

interface LotThere {
  readonly batchId: Id;
  readonly materialId: Id;
  readonly baseUnitId: Id;
  readonly unitCost: string;
}
/** Lots of the sender, by the number that stands on the goods. */
async function lotsInstead(
  context: Context,
  row: OutStoreRow,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LotThere>> {
  if (codes.length === 0) return new Map();
  const lots = await context.tx.rows<LotThere & { code: string }>(sql`
    select b.batch_code as code, b.id as batch_id, b.material_id, m.base_unit_id, s.unit_cost
    from batch b join stock_batch s on s.batch_id = b.id and s.location_id = ${row.warehouseId}::bigint
    join material m on m.id = b.material_id where b.batch_code = any(${codes as string[]}) and s.qty > 0`);
  return new Map(lots.map(({ code, ...lot }) => [code, lot]));
}

const requireSide = (fromKind: string): string => (fromKind === 'factory-warehouse' ? 'factory' : 'project');

/** Writes cases of an out-store with a few statements; answers their ids. */
async function writeCases(
  context: Context,
  row: OutStoreRow,
  cases: readonly NewCase[],
  state: (at: number) => Readonly<Record<string, unknown>>,
  recorder: (at: number) => Id = () => context.user.userId,
): Promise<readonly { readonly id: Id; readonly billCode: string }[]> {
  const codes = await nextBillCodes(context, inStoreDifference.life!.prefix, cases.length);
  const ids = await newIds(context, cases.length);
  const rows = cases.map(({ pick, sized, batchId, materialId, unitId, unitCost, pairAt }, at) => ({
    id: ids[at],
    createUser: recorder(at),
    billCode: codes[at],
    outstoreId: row.id,
    outstoreDetailId: pick.detailId,
    outstorePickId: pick.id,
    ...(pairAt === undefined ? {} : { pairId: ids[pairAt] }),
    fromLocationId: row.warehouseId,
    locationId: row.toLocationId,
    companyDeptId: row.companyDeptId,
    bladeProjectDeptId: row.projectDeptId,
    visibleDeptIds: row.visibleDeptIds,
    materialId,
    batchId,
    unitId,
    sentQty: batchId === pick.batchId ? pick.sent : '0',
    receivedQty:
      batchId === pick.batchId ? Decimal.of(pick.sent).minus(sized.qty).toString() : sized.qty.abs().toString(),
    differenceQty: sized.qty.toString(),
    baseQty: sized.baseQty.toString(),
    auxQty: sized.pieces.toString(),
    amount: sized.baseQty.abs().times(unitCost).toFixed(2),
    differenceType: sized.claim.differenceType,
    cause: sized.claim.cause.replaceAll('\n', ' '),
    bearer: sized.claim.bearer,
    outcome: sized.outcome,
    pictures: sized.claim.pictures ?? [],
    status: 'waiting',
    ...state(at),
  }));
  await insertRows(
    context,
    'in_store_difference',
    inStoreDifference.fields,
    rows,
    {
      create_dept: sql`${context.user.deptId || null}::bigint`,
      update_user: sql`${context.user.userId}::bigint`,
    },
    { id: ref('', '', inStoreDifference.name), createUser: ref('', '', 'user'), status: text('', '') },
  );
  await audit(
    context,
    rows.map(({ billCode, differenceQty, outcome }, at) => ({
      resource: inStoreDifference.name,
      recordId: ids[at]!,
      action: 'create',
      title: billCode!,
      changes: { differenceQty: [null, differenceQty] as const, outcome: [null, outcome] as const },
    })),
  );
  return ids.map((id, at) => ({ id, billCode: codes[at]! }));
}

/** Opens a case of each claim: it waits for the sender, until its deadline. */
async function open(context: Context, row: OutStoreRow, claimed: readonly ClaimedPick[]): Promise<number> {
  const unknown = await photoRefusals(
    context,
    claimed.flatMap(({ claims }) => claims.map(({ claim }) => ({ pictures: claim.pictures }))),
  );
  if (unknown.length > 0) throw new Refused(...unknown);
  const [cases, ends, days] = await Promise.all([
    casesOfClaims(context, row, claimed),
    endsOf(context, row),
    readParameter(context, 'store.difference.days'),
  ]);
  const deadline = dayPlus(context.today, Number(days || '3'));
  const made = await writeCases(context, row, cases, () => ({
    requireSide: requireSide(ends.fromKind),
    requireDeptId: ends.fromDeptId,
    deadline,
  }));
  await sendOpened(context, ends.fromDeptId, made, deadline);
  return made.length;
}

/** What one side settles by itself is a case that is confirmed with it. */
async function keep(context: Context, row: OutStoreRow, settled: readonly ClaimedPick[]): Promise<void> {
  const cases = await casesOfClaims(context, row, settled);
  const made = await writeCases(context, row, cases, (at) => ({
    agreedQty: cases[at]!.sized.qty.toString(),
    settledQty: cases[at]!.sized.qty.toString(),
    requireSide: 'none',
    confirmUserId: context.user.userId,
    confirmTime: context.now,
  }));
  await moveState(
    inStoreDifference,
    context,
    made.map(({ id, billCode }) => ({ id, billCode, status: 'waiting', row: {} })),
    'confirm',
    { to: 'confirmed' },
    null,
  );
}

export const casesOfOutStores: OutStoreCases = {
  async isBetweenSites(context, row) {
    const { fromProjectId, toProjectId } = await endsOf(context, row);
    return fromProjectId !== toProjectId;
  },
  open,
  keep,
};

/** What the sender did not agree to of a case: a case of the same claim, for the receiver to insist on or change. */
export interface RestOfCase extends NewCase {
  readonly outstore: OutStoreRow;
  readonly deadline: string;
  /** Who recorded the claim: nobody confirms his own, nor a part of it. */
  readonly recorder: Id;
  readonly agreed: Decimal;
}
/** Opens the rests, each disputed: the receiver has the next word. */
export async function openRests(context: Context, rests: readonly RestOfCase[]): Promise<void> {
  for (const [, own] of Map.groupBy(rests, ({ outstore }) => outstore.id)) {
    const { outstore } = own[0]!;
    const { fromKind, toDeptId } = await endsOf(context, outstore);
    await writeCases(
      context,
      outstore,
      own,
      (at) => ({
        status: 'disputed',
        requireSide: requireSide(fromKind),
        requireDeptId: toDeptId,
        deadline: own[at]!.deadline,
        disputeReason: `只确认 ${own[at]!.agreed}`,
      }),
      (at) => own[at]!.recorder,
    );
  }
}
