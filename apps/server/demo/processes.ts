import type { CompanyClient } from './company-client.ts';

/**
 * What decides, drawn but not yet bound: how larger orders would go to finance as well; and somebody who asks for
 * leave.
 */
export async function drawProcesses(client: CompanyClient, moment: string): Promise<void> {
  const admin = client.as('admin').at(moment);
  const { id } = await admin.post<{ id: string }>('blade-flow/model/submit', {
    modelKey: 'purchaseorder',
    name: '采购订单审批',
    category: 'flow_9',
    description: '采购经理审批；5万元及以上再由财务审批',
    chain: {
      steps: [
        {
          id: 'manager',
          name: '采购经理',
          settings: { candidates: [{ kind: 'role', ref: 'purchase-manager' }], dueHours: 24 },
          when: '',
        },
        {
          id: 'finance',
          name: '财务',
          settings: { candidates: [{ kind: 'role', ref: 'finance' }], dueHours: 48, returnTo: ['manager'] },
          when: 'amount >= 50000',
        },
      ],
    },
  });
  await admin.post('blade-flow/model/deploy', { modelId: id, category: 'flow_9', tenantIds: '000000' });
  const people = await admin.get<readonly { readonly id: string; readonly account: string }[]>('blade-user/user-list');
  const manager = people.find((person) => person.account === 'restaurant-manager')!.id;
  await client
    .as('chef')
    .at(moment)
    .post('blade-desk/process/leave/start-process', {
      startTime: `${moment.slice(0, 10)} 09:00:00`,
      endTime: `${moment.slice(0, 10)} 18:00:00`,
      leaveType: 'personal',
      reason: '家中有事',
      taskUser: manager,
    });
}
