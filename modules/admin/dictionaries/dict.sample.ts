import { sample } from '../../../tests/support/sample.ts';
import { dict, dictBiz } from './dict.resource.ts';

/** A dictionary of its own: no entry of another. */
const head = ({ number }: { readonly number: number }) => ({ parentId: '0', code: `dict${number}`, dictKey: '-1' });

export const dictSample = sample(dict, { values: head });
export const dictBizSample = sample(dictBiz, { values: head });
