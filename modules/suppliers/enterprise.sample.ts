import { sample } from '../../tests/support/sample.ts';
import { enterprise } from './enterprise.document.ts';
import { aCreditCode } from './partners.testing.ts';

export const enterpriseSample = sample(enterprise, { values: () => ({ creditCode: aCreditCode() }) });
