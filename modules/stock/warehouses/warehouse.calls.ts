/** Calls on warehouses beyond the ordinary ones: who picks one, whoever they are. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const picked = {
  id: shape.id,
  code: shape.text,
  name: shape.text,
  companyDeptId: shape.id,
  projectGroupDeptId: shape.id,
};

/** Warehouses in use, at most 2,000, of one company and by part of their name where these are named. */
export const listAll = contract({
  method: 'GET',
  service: 'store-management',
  path: 'warehouse/listAll',
  permission: SESSION,
  summary: label('全部有效仓库', 'All warehouses in use'),
  input: {
    companyDeptId: text('公司', 'Company', { optional: true }),
    name: text('仓库名称', 'Name', { optional: true }),
  },
  answer: shape.list(shape.object(picked)),
});

/** Warehouses in use within the caller's scope, of one project department where it is named. */
export const listRelated = contract({
  method: 'GET',
  service: 'store-management',
  path: 'warehouse/listRelated',
  permission: SESSION,
  summary: label('项目部的仓库', 'Warehouses of a project department'),
  input: { projectGroupDeptId: text('项目部', 'Project department', { optional: true }) },
  answer: shape.list(
    shape.object({
      ...picked,
      /** Ids, comma between them; empty: all restaurants of the project department. */
      useRestaurantGroupDeptId: shape.text,
    }),
  ),
});
