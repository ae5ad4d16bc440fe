/** Calls on a pick bill beyond the ordinary ones. */
import { addressOf, callOf, chosenIds, contract } from '../../kernel/core/contract.ts';
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

/** [own] Which dishes the lines of a bill that was filled from the plan are for, and what is weighed for them when. */
export const pickUses = contract({
  method: 'GET',
  ...callOf(pick, 'uses', 'view'),
  summary: label('领料单的用途与厨房单', 'What a pick bill is for, and its kitchen sheet'),
  input: { id: text('领料单', 'Pick bill', { max: 19 }) },
  /** By clock and station. */
  answer: shape.list(
    shape.object({
      prepTime: shape.text,
      station: shape.text,
      stationName: shape.text,
      dishId: shape.id,
      dishName: shape.text,
      portions: shape.quantity,
      materialId: shape.id,
      materialName: shape.text,
      unitName: shape.text,
      netQty: shape.quantity,
      yieldRate: shape.quantity,
      qty: shape.quantity,
    }),
  ),
});
