/** Calls on stores of factories beyond the ordinary ones. */
import { addressOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { factoryWarehouse } from './factory-warehouse.resource.ts';

/** Stores in use within the caller's scope, of one factory where it is named by its record or its department. */
export const storesOfFactory = contract({
  method: 'GET',
  ...addressOf(factoryWarehouse, 'listRelated'),
  permission: SESSION,
  summary: label('工厂的仓库', 'Stores of a factory'),
  input: { factoryId: text('工厂', 'Factory', { optional: true }) },
  answer: shape.list(
    shape.object({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      factoryId: shape.id,
      factoryDeptId: shape.id,
      type: shape.text,
      typeName: shape.text,
      sapFactory: shape.text,
    }),
  ),
});
