import { sample } from '../../tests/support/sample.ts';
import { menu } from '../admin/menus/menu.resource.ts';
import { tenantPackage } from './tenant.resource.ts';

export const tenantPackageSample = sample(tenantPackage, {
  values: async (maker) => ({ packageName: `套餐${maker.number}`, menuId: (await maker.rows(menu))[0]!.id }),
});
