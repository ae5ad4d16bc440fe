import { sample } from '../../../tests/support/sample.ts';
import { menu } from '../menus/menu.resource.ts';
import { apiScope, dataScope } from './scope.resource.ts';

export const dataScopeSample = sample(dataScope, {
  values: async (maker) => ({
    scopeName: `数据${maker.number}`,
    resourceCode: `data_scope_${maker.number}`,
    menuId: (await maker.rows(menu))[0]!.id,
    scopeClass: 'user',
    scopeColumn: 'deptId',
    scopeType: '4',
    scopeField: '*',
  }),
});

export const apiScopeSample = sample(apiScope, {
  values: async (maker) => ({
    scopeName: `接口${maker.number}`,
    resourceCode: `api_scope_${maker.number}`,
    menuId: (await maker.rows(menu))[0]!.id,
    scopePath: '/api/blade-system/param/list',
    scopeType: '1',
  }),
});
