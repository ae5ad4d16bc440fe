import { sample } from '../../../tests/support/sample.ts';
import { flowModel } from '../designer/flow-model.resource.ts';
import { flowBinding } from './flow-binding.resource.ts';
import { flowDelegation } from './flow-delegation.resource.ts';

/** A leave names its process itself, so that this one decides on nothing. */
export const flowBindingSample = sample(flowBinding, { values: () => ({ billType: 'leave', processKey: 'leave' }) });

export const flowDelegationSample = sample(flowDelegation, {
  values: async (maker) => ({
    agentUserId: await maker.userId('chef'),
    startTime: '2031-01-01 00:00:00',
    endTime: '2031-01-08 00:00:00',
    reason: '出差',
  }),
});

export const flowModelSample = sample(flowModel, {
  values: ({ number }) => ({
    modelKey: `flow${number}`,
    category: 'flow_9',
    chain: { steps: [{ id: 'one', name: '审批', settings: { candidates: [{ kind: 'dept-leader' }] }, when: '' }] },
  }),
});
