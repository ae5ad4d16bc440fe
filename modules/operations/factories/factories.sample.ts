import { sample } from '../../../tests/support/sample.ts';
import { newDept } from '../../admin/people/dept.sample.ts';
import { centralFactory } from './central-factory.resource.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';

export const centralFactorySample = sample(centralFactory, {
  values: async (maker) => ({
    factoryName: `工厂${maker.number}`,
    deptId: await newDept(maker, '6'),
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
