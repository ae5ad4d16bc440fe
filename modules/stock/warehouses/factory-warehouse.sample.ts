import { sample } from '../../../tests/support/sample.ts';
import { centralFactory } from '../../operations/factories/central-factory.resource.ts';
import { factoryWarehouse } from './factory-warehouse.resource.ts';

export const factoryWarehouseSample = sample(factoryWarehouse, {
  values: async (maker) => ({ factoryId: await maker.another(centralFactory) }),
});
