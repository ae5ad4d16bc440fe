import { sample } from '../../tests/support/sample.ts';
import { report } from './report.resource.ts';

export const reportSample = sample(report, {
  values: ({ number }) => ({
    name: `report ${number}`,
    resource: 'post',
    config: { columns: ['postCode', 'postName'], groupBy: [], measures: [], filters: [], sort: '' },
    shareScope: 'private',
  }),
});
