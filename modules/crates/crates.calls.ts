/** Calls of the crate ledger: hand over, count, charge a loss, take back, and what stands of a document. */
import { callOf, contract, rows } from '../../kernel/core/contract.ts';
import { choice, integer, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../kernel/core/shape.ts';
import { crateMovement } from './crate-movement.resource.ts';

const post = (name: string, button: string) => ({ method: 'POST', ...callOf(crateMovement, name, button) }) as const;

const count = (zh: string, en: string) => integer(zh, en, { default: 0, min: 0, max: 10_000 });

/** Whose crates, and who has them: of these two exactly one. */
export const partnerFields = {
  warehouseId: ref('项目部仓库', 'Site warehouse', 'warehouse', { optional: true }),
  supplierId: ref('供应商', 'Supplier', 'supplier', {
    optional: true,
    hint: label('仓库与供应商只选一个', 'A warehouse or a supplier, one of the two'),
  }),
  ownerDeptId: ref('筐主', 'Owner of the crates', 'dept', {
    optional: true,
    hint: label('不填为本部门', 'Empty: your department'),
  }),
} as const;
export const billFields = {
  billType: text('单据类型', 'Document kind', { optional: true, max: 40 }),
  billId: text('单据', 'Document', { optional: true, max: 19 }),
} as const;
export const handedLine = {
  crateTypeId: ref('周转筐', 'Crate', 'crateType'),
  outQty: count('送出(只)', 'Sent out'),
  backQty: count('收回(只)', 'Came back'),
} as const;

/** What goes out and comes back: of a document, which knows the partner, or of a partner named here. */
export const handOver = contract({
  ...post('handOver', 'handover'),
  summary: label('登记周转筐', 'Hand crates over'),
  input: {
    ...partnerFields,
    ...billFields,
    reason: text('说明', 'Note', { optional: true, max: 200 }),
    opKey: text('操作键', 'Key of the act', { optional: true, max: 64 }),
    details: rows('筐', 'Crates', handedLine),
  },
  answer: shape.done,
});

const balance = {
  ownerDeptId: ref('筐主', 'Owner of the crates', 'dept'),
  warehouseId: partnerFields.warehouseId,
  supplierId: partnerFields.supplierId,
  crateTypeId: handedLine.crateTypeId,
} as const;

/** What was counted at the partner is what he holds; the difference is a movement. */
export const countCrates = contract({
  ...post('count', 'edit'),
  summary: label('盘点周转筐', 'Count crates'),
  input: {
    ...balance,
    countedQty: integer('实盘(只)', 'Counted', { min: 0, max: 100_000 }),
    reason: text('原因', 'Why', { min: 2, max: 200 }),
  },
  answer: shape.done,
});

/** Crates that will not come back: the partner is charged the deposit of each. */
export const loseCrates = contract({
  ...post('lose', 'edit'),
  summary: label('丢失赔偿', 'Charge lost crates'),
  input: {
    ...balance,
    lostQty: integer('丢失(只)', 'Lost', { min: 1, max: 100_000 }),
    reason: text('原因', 'Why', { min: 2, max: 200 }),
  },
  answer: shape.done,
});

export const takeBack = contract({
  ...post('takeBack', 'edit'),
  summary: label('撤回流水', 'Take a movement back'),
  input: {
    id: text('流水', 'Movement', { max: 19 }),
    reason: text('原因', 'Why', { min: 2, max: 200 }),
  },
  answer: shape.done,
});

/** Of a document: its partner, and each type with what he holds, what went out on it and what came back. */
export const cratesOfBill = contract({
  method: 'GET',
  ...callOf(crateMovement, 'ofBill', 'view'),
  summary: label('单据的周转筐', 'Crates of a document'),
  input: {
    billType: choice('单据类型', 'Document kind', [
      ['factoryorder', '工厂订单', 'Factory order'],
      ['invinstore', '入库单', 'In-store'],
      ['factorysuppressinstore', '强压入库单', 'Suppress in-store'],
      ['factorywarehouseinstore', '工厂仓入库单', 'Factory in-store'],
    ]),
    billId: text('单据', 'Document', { max: 19 }),
  },
  answer: shape.nullable(
    shape.object({
      partnerName: shape.text,
      ownerName: shape.text,
      lines: shape.list(
        shape.object({
          crateTypeId: shape.id,
          name: shape.text,
          /** Of all documents. */
          heldQty: shape.integer,
          outQty: shape.integer,
          backQty: shape.integer,
        }),
      ),
    }),
  ),
});
export type CratesOfBill = NonNullable<TypeOf<typeof cratesOfBill.answer>>;
