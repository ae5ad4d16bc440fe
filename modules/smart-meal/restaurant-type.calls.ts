/** Calls on kinds of restaurants beyond the ordinary ones. */
import { contract, SESSION } from '../../kernel/core/contract.ts';
import { json } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

/**
 * What a site may choose from: its own kinds, and those of everybody. `projectDeptId` is empty where everybody has it.
 */
export const typesOfSite = contract({
  method: 'GET',
  service: 'smart-meal',
  path: 'restauranttype/listByProjectDeptId',
  permission: SESSION,
  summary: label('项目部可用的餐厅类型', 'Restaurant types of a site'),
  input: { projectDeptId: json('项目部', 'Site', { optional: true }) },
  answer: shape.list(
    shape.object({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      projectDeptId: shape.text,
      sort: shape.integer,
    }),
  ),
});
