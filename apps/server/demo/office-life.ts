/** What an office has beside its documents: posts, top menus, notices, mail, reports, who decides on large orders. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';
import { save } from './saving.ts';

interface Person {
  readonly id: string;
  readonly account: string;
}

const POSTS = [
  ['ZG01', '采购主管', 'buyer', 2],
  ['ZG02', '采购专员', 'buyer', 3],
  ['ZG03', '仓库保管', 'storekeeper', 3],
  ['ZG04', '厨师长', 'chef', 2],
  ['ZG05', '项目经理', 'project-manager', 2],
  ['ZG06', '会计', 'finance', 3],
] as const;

/** Which post somebody holds, by account. */
export const POST_OF: Readonly<Record<string, string>> = {
  'purchase-manager': 'ZG01',
  purchaser: 'ZG02',
  storekeeper: 'ZG03',
  'jiangpan-storekeeper': 'ZG03',
  chef: 'ZG04',
  'jiangpan-chef': 'ZG04',
  'project-manager': 'ZG05',
  'jiangpan-manager': 'ZG05',
  finance: 'ZG06',
};

const REPORTS = [
  {
    name: '各供应商采购金额',
    resource: 'purchaseOrder',
    config: {
      groupBy: [{ field: 'supplierId' }],
      measures: [
        { field: '', fn: 'count' },
        { field: 'amount', fn: 'sum' },
      ],
      filters: [{ field: 'approveTime', op: 'notnull', value: '' }],
      sort: '-#1',
    },
  },
  {
    name: '每日到货金额',
    resource: 'inStore',
    config: {
      groupBy: [{ field: 'firstReceiveTime', span: 'day' }],
      measures: [
        { field: '', fn: 'count' },
        { field: 'amount', fn: 'sum' },
      ],
      filters: [{ field: 'firstReceiveTime', op: 'notnull', value: '' }],
      sort: 'firstReceiveTime',
    },
  },
  {
    name: '各仓库现存金额',
    resource: 'stock',
    config: {
      groupBy: [{ field: 'warehouseId' }, { field: 'materialTypeId' }],
      measures: [
        { field: '', fn: 'count' },
        { field: 'amount', fn: 'sum' },
      ],
      filters: [{ field: 'qty', op: 'ge', value: '0.001' }],
      sort: '-#1',
    },
  },
] as const;

/** Areas of the menu: what is done every day, and what is set up beside it. */
const TOP_MENUS = [
  { code: 'daily', name: '日常业务', source: 'calendar', menus: ['work', 'desk', 'gear_area', 'purchasing', 'store'] },
  { code: 'basics', name: '资料与价格', source: 'database', menus: ['masterdata', 'supplier_area', 'price_area'] },
] as const;

/** Posts, top menus, notices, mail, three reports; orders from 10,000 on are decided by the process drawn for them. */
export async function furnishOffice(client: CompanyClient, today: string): Promise<void> {
  const yesterday = `${dayPlus(today, -1)} 16:00:00`;
  const admin = client.as('admin').at(yesterday);
  for (const [index, [postCode, postName, duty, category]] of POSTS.entries())
    await save(admin, 'blade-system/post/submit', { postCode, postName, duty, category, sort: index + 1 });
  await divideMenu(admin);
  await notify(admin, today);
  const people = await admin.get<readonly Person[]>('blade-user/user-list');
  const idsOf = (...accounts: readonly string[]): string =>
    people
      .filter(({ account }) => accounts.includes(account))
      .map(({ id }) => id)
      .join(',');
  await client
    .as('purchase-manager')
    .at(yesterday)
    .post('blade-desk/message/send', {
      userIds: idsOf('purchaser', 'hq-planner'),
      title: '大白菜本周涨价，请先比价再下单',
      content: '主供应商报价比上周高两成。下单前请看一下价格一览里的走势，超过预警线的先和我确认。',
    });
  await client
    .as('storekeeper')
    .at(yesterday)
    .post('blade-desk/message/send', {
      userIds: idsOf('chef', 'restaurant-manager'),
      title: '冷藏库明早 7 点除霜',
      content: '约 30 分钟。请在 6:30 前领完当天的冷藏食材。',
    });
  for (const { config, ...report } of REPORTS)
    await save(admin, 'blade-report/report/rest/submit', {
      ...report,
      config: { columns: [], ...config },
      shareScope: 'tenant',
    });
  await save(admin, 'blade-flow/binding/submit', {
    billType: 'purchaseorder',
    processKey: 'purchaseorder',
    amountFrom: '10000',
    priority: 1,
    remark: '1 万元及以上的采购订单按流程审批，其余一次审批',
  });
}

interface Group {
  readonly id: string;
  readonly code: string;
}
async function divideMenu(admin: CompanyClient): Promise<void> {
  const groups = await admin.get<readonly Group[]>('blade-system/menu/routes');
  for (const [index, { menus, ...top }] of TOP_MENUS.entries()) {
    const id = await save(admin, 'blade-system/topmenu/submit', { ...top, sort: index + 1 });
    const menuIds = groups.filter(({ code }) => menus.some((each) => each === code)).map((group) => group.id);
    await admin.post('blade-system/topmenu/grant', { topMenuIds: id, menuIds: menuIds.join(',') });
  }
}

async function notify(admin: CompanyClient, today: string): Promise<void> {
  const kinds = await admin.get<readonly { readonly dictKey: string }[]>('blade-system/dict/dictionary', {
    code: 'notice',
  });
  const category = kinds.map(({ dictKey }) => dictKey).find((key) => key !== '-1') ?? '1';
  for (const [title, content, topFlag, daysAgo] of [
    ['冬季食品安全自查', '<p>请各项目部本周内完成冷链温度、留样和索证自查，发现问题当天在差异或盘点中登记。</p>', 1, 1],
    ['周一盘点安排', '<p>每周一晚餐后盘点仓库，20:00 开始；盘点期间照常收发。</p>', 0, 3],
  ] as const)
    await save(admin, 'blade-desk/notice/submit', {
      title,
      category,
      content,
      topFlag,
      releaseTime: `${dayPlus(today, -daysAgo)} 09:00:00`,
    });
}

/** Which department each person of the head office works in; all others belong to the company as a whole. */
export const OFFICES: Readonly<Record<string, string>> = {
  'hq-planner': '计划部',
  purchaser: '采购部',
  'purchase-manager': '采购部',
  finance: '财务部',
  'price-controller': '财务部',
};
