import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';

/**
 * What decides in the tenant, drawn yesterday: larger orders go to finance as well; and somebody who asks for leave.
 */
export async function drawProcesses(client: CompanyClient, today: string, tenantIds: string): Promise<void> {
  const admin = client.as('admin').at(`${dayPlus(today, -1)} 15:30:00`);
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
  await admin.post('blade-flow/model/deploy', { modelId: id, category: 'flow_9', tenantIds });
  const people = await admin.get<readonly { readonly id: string; readonly account: string }[]>('blade-user/user-list');
  const manager = people.find((person) => person.account === 'restaurant-manager')!.id;
  await client
    .as('chef')
    .at(`${today} 00:12:00`)
    .post('blade-desk/process/leave/start-process', {
      startTime: `${today} 09:00:00`,
      endTime: `${today} 18:00:00`,
      leaveType: 'personal',
      reason: '家中有事',
      taskUser: manager,
    });
}
