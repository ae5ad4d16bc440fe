import { sample } from '../../../tests/support/sample.ts';
import { priceRun } from './price-run.document.ts';

export const priceRunSample = sample(priceRun, { values: () => ({ startDate: '2031-01-01', endDate: '' }) });
