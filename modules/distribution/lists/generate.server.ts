/** From open needs to work lists: who brings each line, or who sends it and how, parted by agreed shares. */
import type { Id } from '../../../kernel/core/field.ts';
import { inBoth, label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { bookTakings, openNeeds } from '../open-needs.server.ts';
import type { OpenNeed } from '../need-source.server.ts';
import { assigned, supplyModes, type AssignedPart } from './assign.rules.ts';
import { distributionBill } from './distribution-bill.document.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import {
  freeStock,
  type LineMaterial,
  placeOfSender,
  readMaterials,
  type Sender,
  sourceAnswers,
  type SourceAnswers,
  unitDecimals,
} from './line-facts.server.ts';
import { followLines } from './line-progress.server.ts';
import { termsOf } from './line-terms.server.ts';
import { sendersFor } from './senders.server.ts';
import { insertLines, type LineValues } from './write-lines.server.ts';

export type UniformType = 'factory' | 'warehouse';
const SOURCES: Readonly<Record<DistributionKind, readonly string[]>> = {
  straight: ['direct'],
  uniform: ['factory', 'warehouse'],
};
const PREFIX: Readonly<Record<DistributionKind, string>> = { straight: 'ZP', uniform: 'TP' };

/** A need with all it is decided by. */
interface Sourced {
  readonly need: OpenNeed;
  readonly material: LineMaterial;
  readonly sender: Sender | null;
  readonly sourceReason: string;
  readonly answer: NonNullable<ReturnType<SourceAnswers['choose']>>;
}

/** Makes the work lists of what these documents have open of a kind; answers the numbers of the bills. */
export async function generateLists(
  context: Context,
  kind: DistributionKind,
  ids: readonly Id[],
  type: UniformType | null,
): Promise<string[]> {
  const wanted = type === null ? SOURCES[kind] : [type];
  const open = await openNeeds(context, ids);
  const needs = open.filter((need) => wanted.includes(need.sourceKind));
  if (needs.length === 0) throw new Refused(refuse(`distribution.nothing-${kind}`));
  const { sourced, answers } = await sources(context, needs);
  const parts = await partedNeeds(context, kind, sourced, answers);
  const terms = await termsOf(
    context,
    parts.map(({ sourced: { need, material, sender }, part, supplyMode }) => ({
      materialId: need.materialId,
      materialName: material.name,
      unitId: need.unitId,
      qty: part.qty,
      needDate: neededOn(context, need),
      supplierId: part.supplierId,
      leadDays: part.leadDays ?? material.leadDays,
      deptIds: answers.places.get(need.warehouseId)?.deptIds ?? [need.bladeProjectDeptId],
      outOrgId: sender?.outOrgId ?? null,
      supplyMode,
    })),
  );
  return writeLists(
    context,
    kind,
    parts.map((each, at) => ({ ...each, values: valuesOf(each, terms[at]!) })),
  );
}

/** Goods are asked for the day the line says they arrive, which is never later than the need. */
const neededOn = (context: Context, { needDate, deliveryDate }: OpenNeed): string => {
  const asked = deliveryDate < needDate ? deliveryDate : needDate;
  return asked < context.today ? context.today : asked;
};

/** Where each need comes from. A need no centre can be found for is refused, all of them at once. */
async function sources(
  context: Context,
  needs: readonly OpenNeed[],
): Promise<{ sourced: Sourced[]; answers: SourceAnswers }> {
  const materials = await readMaterials(
    context,
    needs.map((need) => need.materialId),
  );
  const asked = needs.map((need) => ({ ...need, needDate: neededOn(context, need) }));
  const answers = await sourceAnswers(context, asked, materials);
  const chosen = asked.map((need) => answers.choose(need, need.openBaseQty)!);
  const uniform = asked.flatMap((need, at) =>
    need.sourceKind === 'factory' || need.sourceKind === 'warehouse'
      ? [
          {
            at,
            question: {
              ...need,
              sourceKind: need.sourceKind,
              ruleSourceId: chosen[at]!.sourceKind === need.sourceKind ? (chosen[at]!.rule?.sourceId ?? null) : null,
            },
          },
        ]
      : [],
  );
  const senders = await sendersFor(
    context,
    uniform.map((each) => each.question),
  );
  const senderAt = new Map(uniform.map((each, nr) => [each.at, senders[nr]!]));
  const without = uniform.filter((each) => senderAt.get(each.at) === null);
  if (without.length > 0)
    throw new Refused(
      ...without.map(({ at }) =>
        refuse('distribution.no-sender', {
          billCode: needs[at]!.billCode,
          line: needs[at]!.lineNo,
          material: materials.get(needs[at]!.materialId)!.name,
          dept: answers.places.get(needs[at]!.warehouseId)?.name ?? '',
        }),
      ),
    );
  const sourced = needs.map((need, at): Sourced => {
    const answer = chosen[at]!;
    const sender = senderAt.get(at);
    const isRule = answer.sourceKind === need.sourceKind;
    return {
      need,
      material: materials.get(need.materialId)!,
      answer,
      sender: sender?.sender ?? null,
      sourceReason: sender?.reason ?? inBoth(isRule ? answer.reason : label('来源单指定', 'as who asked says'), 190),
    };
  });
  return { sourced, answers };
}

interface PartedNeed {
  readonly sourced: Sourced;
  readonly part: AssignedPart;
  readonly supplyMode: LineValues['supplyMode'];
}

async function partedNeeds(
  context: Context,
  kind: DistributionKind,
  sourced: readonly Sourced[],
  { offers }: SourceAnswers,
): Promise<PartedNeed[]> {
  const decimals = await unitDecimals(
    context,
    sourced.map(({ need }) => need.unitId),
  );
  const wholeOf = ({ openQty: qty, openBaseQty, unitId }: OpenNeed) => ({
    qty,
    needBaseQty: openBaseQty,
    baseQty: openBaseQty,
    decimals: decimals.get(unitId) ?? 3,
  });
  const rankedFor = ({ need, answer }: Sourced, channel: 'direct' | 'uniform') => {
    const asked = { ...need, needDate: neededOn(context, need) };
    const ranked = offers.ranked(asked, channel);
    // A rule may leave the choice to one supplier.
    const only = answer.sourceKind === need.sourceKind && channel === 'direct' ? (answer.rule?.sourceId ?? null) : null;
    return only === null ? ranked : ranked.filter(({ candidate }) => candidate.supplierId === only);
  };
  if (kind === 'straight')
    return sourced.flatMap((each) =>
      assigned(wholeOf(each.need), rankedFor(each, 'direct'), each.need.supplierId).map((part) => ({
        sourced: each,
        part,
        supplyMode: null,
      })),
    );
  const senders = sourced.map((each) => each.sender!);
  const free = await freeStock(
    context,
    senders,
    sourced.map(({ need }) => need.materialId),
  );
  const inOrder = sourced.toSorted((a, b) => (a.need.deliveryDate < b.need.deliveryDate ? -1 : 1));
  const modes = supplyModes(
    inOrder.map(({ need, material, sender }) => ({
      place: placeOfSender(sender!),
      materialId: need.materialId,
      baseQty: need.openBaseQty,
      isMade: sender!.sourceKind === 'factory' && (material.kind === 'semi' || material.kind === 'finished'),
    })),
    free,
  );
  return inOrder.flatMap((each, at): PartedNeed[] => {
    const supplyMode = modes[at]!;
    const { qty, needBaseQty, baseQty } = wholeOf(each.need);
    return supplyMode === 'purchase'
      ? assigned(wholeOf(each.need), rankedFor(each, 'uniform'), each.need.supplierId).map((part) => ({
          sourced: each,
          part,
          supplyMode,
        }))
      : [
          {
            sourced: each,
            part: { qty, needBaseQty, baseQty, supplierId: null, supplierReason: null, leadDays: null },
            supplyMode,
          },
        ];
  });
}

const valuesOf = (
  { sourced: { need, sender, sourceReason }, part, supplyMode }: PartedNeed,
  terms: Awaited<ReturnType<typeof termsOf>>[number],
): LineValues => ({
  ...terms,
  materialId: need.materialId,
  originMaterialId: null,
  ratio: '1',
  unitId: need.unitId,
  factor: need.factor.toString(),
  baseUnitId: need.baseUnitId,
  qty: part.qty.toString(),
  baseQty: part.baseQty.toString(),
  needBaseQty: part.needBaseQty.toString(),
  sourceKind: need.sourceKind as LineValues['sourceKind'],
  sourceReason,
  outWarehouseId: sender?.outWarehouseId ?? null,
  outFactoryWarehouseId: sender?.outFactoryWarehouseId ?? null,
  supplierId: part.supplierId,
  supplierReason: part.supplierReason,
  supplyMode,
});

/** A list whose lines are to be written: whose it is, and of a centre which. */
interface ListHead {
  readonly companyDeptId: Id;
  readonly outOrgId: Id | null;
  readonly type: UniformType | null;
}

/** New bills, each with its number; they are open from the start. */
export async function openBills(
  context: Context,
  kind: DistributionKind,
  heads: readonly ListHead[],
): Promise<{ id: Id; billCode: string }[]> {
  const ids = await newIds(context, heads.length);
  const codes = await nextBillCodes(context, PREFIX[kind], heads.length);
  const rows = heads.map((head, at) => ({ ...head, id: ids[at], code: codes[at] }));
  const who = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into distribution_bill (id, bill_code, kind, company_dept_id, out_org_id, type, create_user, create_dept,
      update_user)
    select g.id, g.code, ${kind}, g."companyDeptId", g."outOrgId", g.type, ${who},
      ${context.user.deptId || null}::bigint, ${who}
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, code text, "companyDeptId" bigint,
      "outOrgId" bigint, type text)`);
  await moveState(
    distributionBill,
    context,
    ids.map((id, at) => ({ id, billCode: codes[at]!, status: 'open', row: {} })),
    'generate',
    {},
    null,
  );
  return ids.map((id, at) => ({ id, billCode: codes[at]! }));
}

async function writeLists(
  context: Context,
  kind: DistributionKind,
  parts: readonly (PartedNeed & { readonly values: LineValues })[],
): Promise<string[]> {
  const groups = [
    ...Map.groupBy(parts, ({ sourced: { need, sender } }) =>
      [need.companyDeptId, sender?.outOrgId ?? '', sender?.sourceKind ?? ''].join(' '),
    ).values(),
  ];
  const bills = await openBills(
    context,
    kind,
    groups.map(([first]) => ({
      companyDeptId: first!.sourced.need.companyDeptId,
      outOrgId: first!.sourced.sender?.outOrgId ?? null,
      type: first!.sourced.sender?.sourceKind ?? null,
    })),
  );
  const lines = groups.flatMap((group, nr) =>
    group.map((each, at) => ({ ...each, billId: bills[nr]!.id, lineNo: at + 1 })),
  );
  const lineIds = await insertLines(
    context,
    lines.map(({ sourced: { need }, values, billId, lineNo }) => ({
      ...values,
      billId,
      lineNo,
      sourceType: need.sourceType,
      sourceDetailId: need.lineId,
      sourceCode: need.billCode,
      bladeProjectDeptId: need.bladeProjectDeptId,
      warehouseId: need.warehouseId,
      needDate: neededOn(context, need),
      splitFromId: null,
    })),
  );
  await bookTakings(
    context,
    lines.map(({ sourced: { need }, values, billId }, at) => ({
      sourceType: need.sourceType,
      billId: need.billId,
      lineId: need.lineId,
      toBillId: billId,
      toLineId: lineIds[at]!,
      fromQty: values.needBaseQty,
      toQty: values.baseQty,
    })),
  );
  await followLines(context, lineIds);
  return bills.map((bill) => bill.billCode);
}
