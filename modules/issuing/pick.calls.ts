/** Calls on a pick bill beyond the ordinary ones. */
import { addressOf, chosenIds, contract } from '../../kernel/core/contract.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { pick } from './pick.document.ts';

/** [own] Which materials a stall may ask for, by its goods systems in use. */
export const askable = contract({
  method: 'GET',
  ...addressOf(pick, 'askable'),
  permission: ['add', 'edit'].map((button) => permissionOf(pick, button)),
  summary: label('档口可要的物料', 'What a stall may ask for'),
  input: { gearOperationDeptId: text('档口', 'Stall') },
  answer: shape.object({
    /** Null where nothing limits it. */
    materialIds: shape.nullable(shape.list(shape.id)),
  }),
});

/**
 * What the lines of bills that wait for approval would get if they were approved now. Nothing is held; of bills in
 * other states no line is answered.
 */
export const preApprove = contract({
  method: 'GET',
  ...addressOf(pick, 'preApprove'),
  permission: ['do_apply', 'short'].map((button) => permissionOf(pick, button)),
  summary: label('审批准备：可用与缺货', 'Before approval: what there is and what is short'),
  input: chosenIds,
  answer: shape.object({
    /** Who would hear of lines that are cut, each once. */
    informed: shape.list(shape.text),
    lines: shape.list(
      shape.object({
        id: shape.id,
        billCode: shape.text,
        materialName: shape.text,
        unitName: shape.text,
        /** In the unit of the line, as the others. */
        qty: shape.quantity,
        /** What lies there for it and is not promised to others. */
        availableQty: shape.quantity,
        /** What it would lack, lines before it served. */
        shortQty: shape.quantity,
      }),
    ),
  }),
});
