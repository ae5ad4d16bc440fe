/** Calls on goods systems beyond the ordinary ones: saved with their goods, put into use and taken out of it. */
import { callOf, chosenIds, contract, pageInput } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { goodsSystem } from './goods-system.resource.ts';

/** Systems within the caller's departments; takes the filters of the list. */
export const systemsInScope = contract({
  method: 'GET',
  ...callOf(goodsSystem, 'pageWithAuto', 'view'),
  summary: label('权限内的商品体系', 'Goods systems of one’s own departments'),
  input: pageInput,
  answer: shape.page(shape.row(goodsSystem)),
});

/** The body is the system with its goods. */
export const saveGoods = contract({
  method: 'POST',
  ...callOf(goodsSystem, 'saveOrUpdateGoods', 'edit'),
  permission: ['add', 'edit'].map((button) => permissionOf(goodsSystem, button)),
  summary: label('保存商品体系及其商品', 'Save a goods system with its goods'),
  input: { id: json('商品体系', 'Goods system', { optional: true }) },
  answer: shape.done,
});

/** What a person says yes to after the plans were named: 1. */
export const ACCEPT_PLANS = 'acceptPlans';
const chosen = { ...chosenIds, [ACCEPT_PLANS]: text('仍然执行', 'Do it all the same', { optional: true }) };

/** Refuses once with the plans of the coming days that hold what is on no shelf then. */
export const enableSystems = contract({
  method: 'POST',
  ...callOf(goodsSystem, 'enable', 'enable'),
  summary: label('启用商品体系', 'Put goods systems into use'),
  input: chosen,
  answer: shape.done,
});

/** Refuses once with the plans of the coming days that use it. */
export const stopSystems = contract({
  method: 'POST',
  ...callOf(goodsSystem, 'stop', 'stop'),
  summary: label('停用商品体系', 'Take goods systems out of use'),
  input: chosen,
  answer: shape.done,
});
