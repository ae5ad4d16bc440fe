/** The crate ledger as calls: who may enter what, and what a loss is charged. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { lostCratesEntry } from '../settlement/settlement-entry.rules.ts';
import { reverseEntriesOf, writeEntries } from '../settlement/write-entries.server.ts';
import { crateMovement } from './crate-movement.resource.ts';
import { shipmentOf } from './crate-shipments.port.server.ts';
import * as calls from './crates.calls.ts';
import { changeOfCount, changeOfLoss, changesOfHandOver } from './crates.rules.ts';
import { heldQty, moveCrates, nextActCode, type CratePartner, type Moved } from './move-crates.server.ts';
import './crates.refusals.ts';

interface Named {
  readonly ownerDeptId: Id | null;
  readonly warehouseId: Id | null;
  readonly supplierId: Id | null;
}
/** Whose crates and who has them; the owner is one's own department where none is named. */
function partnerOf(context: Context, { ownerDeptId, warehouseId, supplierId }: Named): CratePartner {
  if ((warehouseId === null) === (supplierId === null))
    throw new Refused(refuse('crates.partner', {}, { field: 'warehouseId' }));
  const owner = ownerDeptId ?? (context.user.deptId || null);
  if (owner === null) throw new Refused(refuse('crates.owner', {}, { field: 'ownerDeptId' }));
  return { ownerDeptId: owner, warehouseId, supplierId };
}

/** What was written must be among what the person sees. */
async function requireSeen(context: Context, moved: readonly Moved[]): Promise<void> {
  const ids = moved.map(({ id }) => id);
  const seen = await context.tx.rows(sql`
    select 1 from crate_movement t where t.id = any(${ids}::bigint[])
      and ${join([sql`true`, ...scopeCondition(crateMovement, context)], ' and ')}`);
  if (seen.length < moved.length) throw new Refused(refuse('crates.not-seen'));
}

const handOver = serve(calls.handOver, async (context, input) => {
  const { billType, billId, reason, opKey, details } = input;
  const changes = changesOfHandOver(details);
  if (changes.length === 0) throw new Refused(refuse('crates.nothing', {}, { field: 'details' }));
  if (billType === null || billId === null) {
    const moved = await moveCrates(context, { partner: partnerOf(context, input), changes, reason, opKey });
    await requireSeen(context, moved);
    return true;
  }
  const [id] = readIds({ id: billId });
  const partner = await shipmentOf(context, billType, id!);
  if (partner === undefined) throw new Refused(refuse('crates.bill-unknown', {}, { field: 'billId' }));
  await moveCrates(context, {
    partner,
    changes,
    bill: { type: billType, id: id!, code: partner.code },
    reason,
    opKey,
  });
  return true;
});

const count = serve(calls.countCrates, async (context, input) => {
  const { crateTypeId, countedQty, reason } = input;
  const partner = partnerOf(context, input);
  const code = await nextActCode(context);
  const changes = changeOfCount(crateTypeId, await heldQty(context, partner, crateTypeId), countedQty);
  await requireSeen(context, await moveCrates(context, { code, partner, changes, reason }));
  return true;
});

interface Charged {
  readonly partner: string;
  readonly partyId: Id;
  readonly companyDeptId: Id | null;
  readonly crate: string;
  readonly deposit: DecimalText | null;
  readonly taxRate: DecimalText | null;
}
/** Who pays for a loss, and how much one is. */
async function chargeOf(context: Context, { warehouseId, supplierId }: CratePartner, typeId: Id): Promise<Charged> {
  const row = await context.tx.row<Charged>(sql`
    select coalesce(w.name, s.name) as partner, coalesce(s.id, w.project_group_dept_id) as party_id,
      w.company_dept_id, c.name as crate, c.deposit, c.tax_rate
    from crate_type c left join warehouse w on w.id = ${warehouseId}::bigint
    left join supplier s on s.id = ${supplierId}::bigint where c.id = ${typeId}::bigint`);
  return row!;
}

const lose = serve(calls.loseCrates, async (context, input) => {
  const { crateTypeId, lostQty, reason } = input;
  const partner = partnerOf(context, input);
  const charge = await chargeOf(context, partner, crateTypeId);
  const code = await nextActCode(context);
  const held = await heldQty(context, partner, crateTypeId);
  const change = changeOfLoss({ ...charge, crateTypeId, heldQty: held, lostQty });
  if ('code' in change) throw new Refused(change);
  const moved = await moveCrates(context, { code, partner, changes: [change], reason });
  await requireSeen(context, moved);
  await chargeLoss(context, partner, charge, moved[0]!);
  return true;
});

const chargeLoss = (context: Context, partner: CratePartner, charge: Charged, moved: Moved): Promise<void> =>
  writeEntries(context, [
    lostCratesEntry(
      {
        type: crateMovement.segment,
        id: moved.id,
        code: moved.code,
        bizDate: context.today,
        deptId: partner.warehouseId === null ? partner.ownerDeptId : charge.partyId,
        companyDeptId: charge.companyDeptId,
      },
      { partyKind: partner.warehouseId === null ? 'supplier' : 'site', partyId: charge.partyId },
      {
        movementId: moved.id,
        crateTypeId: moved.crateTypeId,
        count: -moved.qty,
        price: Decimal.of(charge.deposit!),
        taxRate: Decimal.of(charge.taxRate ?? '0'),
      },
    ),
  ]);

const takeBack = serve(calls.takeBack, async (context, { id, reason }) => {
  const row = await recordById(context, crateMovement, readIds({ id })[0]!);
  const { code } = row;
  if (row.reversesMovementId) throw new Refused(refuse('crates.takes-back', { code }, { field: 'id' }));
  const { ownerDeptId, crateTypeId, movementKind: kind } = row;
  const partner = { ownerDeptId, warehouseId: row.warehouseId || null, supplierId: row.supplierId || null };
  const actCode = await nextActCode(context);
  await heldQty(context, partner, crateTypeId);
  const before = await context.tx.row(
    sql`select 1 from crate_movement m where m.reverses_movement_id = ${row.id}::bigint`,
  );
  if (before !== undefined) throw new Refused(refuse('crates.taken-back', { code }, { field: 'id' }));
  await moveCrates(context, {
    code: actCode,
    partner,
    changes: [{ crateTypeId, kind, qty: -row.qty }],
    reason,
    reversesMovementId: row.id,
    ...(row.billId && row.billType && row.billCode
      ? { bill: { type: row.billType, id: row.billId, code: row.billCode } }
      : {}),
  });
  if (kind === 'loss') await reverseEntriesOf(context, { type: crateMovement.segment, id: row.id });
  return true;
});

const ofBill = serve(calls.cratesOfBill, async (context, { billType, billId }) => {
  const [id] = readIds({ id: billId });
  const shipment = await shipmentOf(context, billType, id!);
  if (shipment === undefined) return null;
  const { ownerDeptId, warehouseId, supplierId } = shipment;
  const [names, lines] = await Promise.all([
    context.tx.row<{ partnerName: string; ownerName: string }>(sql`
      select coalesce(w.name, s.name) as partner_name, d.dept_name as owner_name from dept d
      left join warehouse w on w.id = ${warehouseId}::bigint left join supplier s on s.id = ${supplierId}::bigint
      where d.id = ${ownerDeptId}::bigint`),
    context.tx.rows<{ crateTypeId: Id; name: string; heldQty: number; outQty: number; backQty: number }>(sql`
      select c.id as crate_type_id, c.name, coalesce(b.qty, 0) as held_qty,
        coalesce(m.out_qty, 0)::integer as out_qty, coalesce(m.back_qty, 0)::integer as back_qty
      from crate_type c
      left join crate_balance b on b.crate_type_id = c.id and b.owner_dept_id = ${ownerDeptId}::bigint
        and b.warehouse_id is not distinct from ${warehouseId}::bigint
        and b.supplier_id is not distinct from ${supplierId}::bigint
      left join (
        select crate_type_id, sum(qty) filter (where movement_kind = 'out') as out_qty,
          -sum(qty) filter (where movement_kind = 'back') as back_qty
        from crate_movement where bill_type = ${billType} and bill_id = ${id!}::bigint group by 1) m
        on m.crate_type_id = c.id
      order by c.name, c.id`),
  ]);
  return { ...names!, lines };
});

export const crateCalls: readonly Call[] = [handOver, count, lose, takeBack, ofBill];
