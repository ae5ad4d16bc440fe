import { sample } from '../../../tests/support/sample.ts';
import { dept } from '../../admin/people/dept.resource.ts';
import { centralFactory } from './central-factory.resource.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';

export const centralFactorySample = sample(centralFactory, {
  values: async (maker) => ({
    factoryName: `工厂${maker.number}`,
    deptId: await maker.another(dept, {
      parentId: (await maker.rows(dept)).find((each) => String(each['deptCategory']) === '1')!.id,
      deptCategory: '6',
    }),
    shipWarehouseId: null,
    gearOperationSysIds: [],
  }),
});
export const projectDeptCentralFactorySample = sample(projectDeptCentralFactory, {
  values: async (maker) => ({
    centralFactoryId: await maker.another(centralFactory),
    factoryWarehouseId: null,
    priority: 1 + (maker.number % 900),
  }),
});
