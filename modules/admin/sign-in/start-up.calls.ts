/** What clients ask for when they start. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const system = { method: 'GET', service: 'blade-system', permission: SESSION, input: {} } as const;

/**
 * Every fixed set the program reads: `<resource>.<field>`, `<resource>.<lines>.<field>`, and the states of documents
 * as `<resource>.status`.
 */
export const fixedChoices = contract({
  ...system,
  path: 'bizEnums/getAll',
  summary: label('业务枚举', 'Fixed choices'),
  answer: shape.map(shape.list(shape.object({ value: shape.text, label: shape.text }))),
});

/** Parameters a browser may know by their keys, and the tenant's clock. */
export const initialData = contract({
  ...system,
  path: 'index/initData',
  summary: label('首页初始数据', 'Initial data'),
  answer: shape.object({
    params: shape.map(shape.text),
    today: shape.day,
    now: shape.moment,
    tenantId: shape.text,
  }),
});

/** Tenants the caller may choose: administrators of the platform all of them, others their own. */
export const tenants = contract({
  ...system,
  path: 'tenant/select',
  summary: label('租户下拉', 'Tenants to choose'),
  answer: shape.list(shape.object({ id: shape.id, tenantId: shape.text, tenantName: shape.text, title: shape.text })),
});
