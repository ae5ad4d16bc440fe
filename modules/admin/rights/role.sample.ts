import { sample } from '../../../tests/support/sample.ts';
import { role } from './role.resource.ts';

export const roleSample = sample(role, {
  values: ({ number }) => ({ roleName: `角色${number}`, roleAlias: `alias${number}`, parentId: '0' }),
});
