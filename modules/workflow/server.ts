import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { approvalsBy } from './engine/approvals.server.ts';
import { flowBindingBehaviour } from './engine/flow-binding.server.ts';
import { flowDefinitionBehaviour, flowDefinitionCalls } from './designer/flow-definition.server.ts';
import { flowDelegationBehaviour } from './engine/flow-delegation.server.ts';
import { flowInstanceBehaviour } from './tasks/flow-instance.server.ts';
import { flowModelBehaviour, flowModelCalls } from './designer/flow-model.server.ts';
import { documentsOfTasks, flowViewCalls } from './tasks/flow-view.server.ts';
import { leaveBehaviour, leaveCalls } from './tasks/leave.server.ts';
import { watchTimeLimits } from './tasks/overdue.server.ts';
import { workActs } from './tasks/work-acts.server.ts';
import { workLists } from './tasks/work-lists.server.ts';
import './workflow.refusals.ts';

/** Workflow on the server, and its say in the actions of every document. */
export const workflowServer = (services: Services): ServerModule => ({
  name: 'workflow',
  behaviours: [
    flowModelBehaviour,
    flowDefinitionBehaviour,
    flowBindingBehaviour,
    flowDelegationBehaviour,
    flowInstanceBehaviour,
    leaveBehaviour,
  ] as readonly Behaviour[],
  calls: [...flowModelCalls, ...flowDefinitionCalls, ...workLists, ...workActs, ...flowViewCalls, ...leaveCalls],
  approvals: approvalsBy(services.registry),
  provides: [documentsOfTasks],
  scheduledTasks: [watchTimeLimits(services)],
  constraintRefusals: {
    flow_delegation_times_ck: 'flow.times',
    leave_times_ck: 'flow.times',
    leave_deputy_ck: 'flow.times',
    flow_delegation_self_ck: 'flow.person-self',
    flow_binding_amounts_ck: 'flow.binding-amounts',
  },
});
