/** A company whose people send leaves and decide on them, for tests of workflow. */
import { expect } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Answer, type Client, type House } from '../admin/admin.testing.ts';
import { chainXml, type ChainStep } from './engine/chain.rules.ts';
import { seedLeaveProcess } from './tasks/leave.server.ts';

export type Row = Record<string, unknown> & { readonly id: string };
type Task = Row & { readonly taskId: string; readonly taskName: string };

/** The message of an answer: why a call was refused. */
export const messageOf = (answer: Answer): string => answer.body.msg;
/** The data of a call that succeeded. */
export const good = (answer: Answer): never => {
  expect(answer.body.msg).toBe('操作成功');
  return answer.body.data;
};
/** The records of a page. */
export const rows = <T extends object = Row>(answer: Answer): readonly T[] =>
  (good(answer) as { records: readonly T[] }).records;

/** A candidate, by account. */
export const user = (ref: string) => ({ kind: 'user' as const, ref });
/** A step of a chain; without a condition it is always taken. */
export const step = (id: string, name: string, settings: ChainStep['settings'], when = ''): ChainStep => ({
  id,
  name,
  settings,
  when,
});
/** Approves a task, or rejects it where the flag is empty. */
export const decide = (who: Client, taskId: string, flag: 'ok' | '' = 'ok', comment = ''): Promise<Answer> =>
  who.post('blade-flow/work/complete-task', { taskId, ...(flag === '' ? {} : { flag }), comment });

const WORK = [
  'work_start',
  'work_claim',
  'work_todo',
  'work_send',
  'work_done',
  'work_cc',
  'work_claim_sign',
  'work_todo_handle',
  'work_todo_transfer',
  'work_todo_sign',
  'work_todo_return',
  'work_todo_batch',
  'work_send_follow',
  'leave_add',
  'leave_view',
  'leave_edit',
  'leave_delete',
  'leave_to_apply',
  'leave_withdraw',
  'delegation_add',
  'delegation_edit',
  'delegation_view',
];
const DECIDES = [...WORK, 'leave_do_apply', 'leave_refuse'];
const PEOPLE = [
  ['sender', WORK],
  ['first', WORK],
  ['second', DECIDES],
  ['third', DECIDES],
  ['bystander', DECIDES],
] as const;

/** The company of one file of tests. */
export class FlowCompany {
  /** By account: all work; second, third and bystander may also approve leaves. */
  readonly people: Record<string, Client> = {};
  readonly house: House;
  readonly admin: Client;
  /** The site everybody belongs to. */
  readonly site: string;
  #leaves = 0;

  constructor(house: House, admin: Client, site: string) {
    this.house = house;
    this.admin = admin;
    this.site = site;
  }

  run<T>(work: Parameters<House['run']>[0]): Promise<T> {
    return this.house.run<T>(work);
  }

  /** A person with these rights who belongs to the site. */
  async addPerson(account: string, codes: readonly string[]): Promise<void> {
    const role = good(
      await this.admin.post('blade-system/role/submit', {
        roleName: account,
        roleAlias: account,
        sort: 1,
        dataScopeType: '1',
      }),
    ) as Row;
    const menus = await this.run<{ id: string }[]>((tx) =>
      tx.rows(sql`select id from menu where code = any(${codes as string[]})`),
    );
    good(
      await this.admin.post('blade-system/role/grant', {
        roleIds: role.id,
        menuIds: menus.map((menu) => menu.id).join(),
      }),
    );
    good(
      await this.admin.post('blade-user/submit', {
        account,
        name: account,
        realName: account,
        password: 'abc12345',
        password2: 'abc12345',
        roleId: role.id,
        deptId: this.site,
        tenantId: '000000',
      }),
    );
    this.people[account] = await this.house.signIn(account, 'abc12345');
  }

  /** A leave in draft, each on a day of its own. Every approval document is like it: it runs by the same actions. */
  async leaveOf(who: Client, more: Record<string, unknown> = {}): Promise<string> {
    this.#leaves += 1;
    const day = String((this.#leaves % 27) + 1).padStart(2, '0');
    const month = String((Math.floor(this.#leaves / 27) % 12) + 1).padStart(2, '0');
    return (
      good(
        await who.post('blade-desk/process/leave/submit', {
          leaveReason: '探亲',
          startTime: `2027-${month}-${day} 09:00:00`,
          endTime: `2027-${month}-${day} 18:00:00`,
          taskUser: this.people['first']!.userId,
          ...more,
        }),
      ) as Row
    ).id;
  }

  send(who: Client, id: string): Promise<Answer> {
    return who.post('blade-desk/process/leave/toApply', { ids: id });
  }

  readonly stateOf = async (id: string): Promise<string> =>
    (await this.run<{ status: string }>((tx) => tx.row(sql`select status from leave where id = ${id}::bigint`))).status;

  /** The task of a leave in somebody's to-do list. */
  async todoOf(who: Client, id: string): Promise<Task | undefined> {
    const tasks = rows<Task>(await who.get('blade-flow/work/todo-list', { size: '200' }));
    return tasks.find((row) => row['businessId'] === id);
  }

  /** The task of a leave that somebody may claim. */
  async claimable(who: Client, id: string): Promise<Task | undefined> {
    const tasks = rows<Task>(await who.get('blade-flow/work/claim-list', { size: '200' }));
    return tasks.find((row) => row['businessId'] === id);
  }

  async approve(who: Client, id: string): Promise<void> {
    good(await decide(who, (await this.todoOf(who, id))!.taskId));
  }

  /** Deploys a chain for leaves under a key of its own and answers its definition. */
  async deployed(key: string, steps: readonly ChainStep[]): Promise<string> {
    const { id } = good(
      await this.admin.post('blade-flow/model/submit', {
        modelKey: key,
        name: key,
        category: 'flow_1',
        xml: chainXml({ key, name: key, steps }),
      }),
    ) as Row;
    good(
      await this.admin.post('blade-flow/model/deploy', undefined, {
        modelId: id,
        category: 'flow_1',
        tenantIds: '000000',
      }),
    );
    const definitions = rows(await this.admin.get('blade-flow/manager/list', { key, size: '50' }));
    return definitions.find((row) => row['key'] === key)!.id;
  }

  /** A leave that goes by this process. */
  async sentBy(definition: string, who = this.people['sender']!, more: Record<string, unknown> = {}): Promise<string> {
    const id = await this.leaveOf(who, more);
    await this.run((tx) =>
      tx.run(sql`update leave set process_definition_id = ${definition} where id = ${id}::bigint`),
    );
    good(await this.send(who, id));
    return id;
  }
}

/** Opens a company with one site and its people; leaves are decided by one chosen person until a test deploys more. */
export async function openFlowCompany(): Promise<FlowCompany> {
  const house = await openHouse();
  await seedLeaveProcess(house.database, house.program.registry);
  const admin = await house.signIn('admin');
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    (
      good(
        await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }),
      ) as Row
    ).id;
  const company = new FlowCompany(house, admin, await dept('星海', await dept('公司', '0', '1'), '2'));
  for (const [account, codes] of PEOPLE) await company.addPerson(account, codes);
  return company;
}
