import { sample } from '../../../tests/support/sample.ts';
import { newDept } from '../../admin/people/dept.sample.ts';
import { servedCount } from './served-count.resource.ts';
import { weatherDay } from './weather-day.resource.ts';

export const servedCountSample = sample(servedCount, {
  values: async (maker) => ({ gearOperationDeptId: await newDept(maker, '4'), portions: '120' }),
});
export const weatherDaySample = sample(weatherDay, {
  values: async (maker) => ({ bladeProjectDeptId: await newDept(maker, '2') }),
});
