import { sample } from '../../tests/support/sample.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';

const ownPriority = { values: ({ number }: { readonly number: number }) => ({ priority: 20 + (number % 900) }) };

export const sourceInventoryConfigureSample = sample(sourceInventoryConfigure, ownPriority);
export const purchaseDirectDeliveryRuleSample = sample(purchaseDirectDeliveryRule, ownPriority);
