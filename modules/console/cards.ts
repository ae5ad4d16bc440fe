import { label, type Label } from '../../kernel/core/label.ts';

/** How a figure is written. */
type Unit = 'money' | 'count' | 'portions' | 'percent';

/** One figure of the company: what it counts, who may see it, and the list it is made of. */
export interface Card {
  readonly key: string;
  readonly label: Label;
  /** What is counted, and of which days. */
  readonly counts: Label;
  readonly empty: Label;
  /** All of these are needed. None: it shows of each list what may be read. */
  readonly rights: readonly string[];
  readonly list: string;
  readonly listLabel: Label;
  /** What stands in the rows of the table. */
  readonly group: Label;
  readonly unit: Unit;
  readonly icon: string;
}

const card = <K extends string>(key: K, rest: Omit<Card, 'key'>) => ({ key, ...rest });

/**
 * In the order an operator looks: what is spent and strays, what comes, what it makes of the income, what lies, what
 * spoils, what is not ready, what is to be cooked, what is stuck.
 */
export const cards = [
  card('spend', {
    label: label('每周采购金额', 'Purchases by week'),
    counts: label(
      '已审批和已完成采购订单的含税金额，按订单日期归周，供应商取金额最大的 5 家。近 8 周。',
      'Amount with tax of approved and finished purchase orders by the week of their date; the five suppliers bought most from. The last 8 weeks.',
    ),
    empty: label('近 8 周没有已审批的采购订单。', 'No purchase order was approved in the last 8 weeks.'),
    rights: ['purchaseorder_view', 'purchaseorder_view_cost'],
    list: '/purchasing/purchaseorder',
    listLabel: label('采购订单', 'Purchase orders'),
    group: label('周', 'Week of'),
    unit: 'money',
    icon: 'shopping-cart',
  }),
  card('warnings', {
    label: label('价格预警的影响金额', 'Money at stake in price warnings'),
    counts: label(
      '待处理价格预警的影响金额，按物料；影响最大的 8 种之外合为一项。',
      'Money at stake in open price warnings, by material; those beyond the eight largest together.',
    ),
    empty: label('没有影响金额待处理的价格预警。', 'No open price warning has money at stake.'),
    rights: ['pricewarning_view'],
    list: '/price/pricewarning',
    listLabel: label('价格预警', 'Price warnings'),
    group: label('物料', 'Material'),
    unit: 'money',
    icon: 'bell',
  }),
  card('received', {
    label: label('到货与订单的出入', 'Received against ordered'),
    counts: label(
      '首次收货在近 28 天内的入库单中已收结束的行，按实收与应收比较；供应商取出入最多的 8 家。',
      'Lines received to the end on bills first received in the last 28 days, received against ordered; the eight suppliers with most differences.',
    ),
    empty: label('近 28 天没有收货结束的入库单。', 'Nothing was received to the end in the last 28 days.'),
    rights: ['invinstore_view'],
    list: '/store/invinstore',
    listLabel: label('入库单', 'In-stores'),
    group: label('供应商', 'Supplier'),
    unit: 'count',
    icon: 'inbox',
  }),
  card('food-cost', {
    label: label('各项目部食材成本率', 'Food cost by site'),
    counts: label(
      '发到档口并收下的物料金额（减退库）÷ 已审批营销计划的收入，截至昨天的 14 天。目标取自项目部资料。',
      'Value of goods stalls were issued and received, less what went back, over the income of approved sales plans: the 14 days up to yesterday. Targets come from the site profiles.',
    ),
    empty: label('近 14 天没有已审批的营销计划收入。', 'No approved sales plan of the last 14 days has an income.'),
    rights: [
      'gearsalesplan_view',
      'gearstockbatchlogs_view',
      'gearstockbatchlogs_view_cost',
      'gearprojectdeptsys_view',
    ],
    list: '/gear/gearsalesplan',
    listLabel: label('营销计划', 'Sales plans'),
    group: label('项目部', 'Site'),
    unit: 'percent',
    icon: 'bar-chart',
  }),
  card('stall-cost', {
    label: label('各档口食材成本率', 'Food cost by stall'),
    counts: label(
      '发到档口并收下的物料金额（减退库）÷ 该档口已审批营销计划的收入，截至昨天的 14 天。',
      'Value of goods a stall was issued and received, less what went back, over the income of its approved sales plans: the 14 days up to yesterday.',
    ),
    empty: label('近 14 天没有已审批的营销计划收入。', 'No approved sales plan of the last 14 days has an income.'),
    rights: ['gearsalesplan_view', 'gearstockbatchlogs_view', 'gearstockbatchlogs_view_cost'],
    list: '/gear/gearsalesplan',
    listLabel: label('营销计划', 'Sales plans'),
    group: label('档口', 'Stall'),
    unit: 'percent',
    icon: 'project',
  }),
  card('cover', {
    label: label('未来 7 天的需求', 'Needed in the next 7 days'),
    counts: label(
      '待审批、已审批和已完成需求计划的行，按需求日期：库存够用、已到货、已订购、还没订购。今天起 7 天。',
      'Lines of pending, approved and finished requirement plans by the day they are needed: enough in stock, received, ordered, not ordered. The 7 days from today.',
    ),
    empty: label('今天起 7 天还没有需求计划。', 'No requirement plan covers the 7 days from today.'),
    rights: ['invrequireplan_view'],
    list: '/purchasing/invrequireplan',
    listLabel: label('需求计划', 'Requirement plans'),
    group: label('需求日期', 'Needed on'),
    unit: 'count',
    icon: 'carry-out',
  }),
  card('stock', {
    label: label('各仓库库存金额', 'Value of stock'),
    counts: label(
      '仓库现存批次的金额，按效期分为正常、临期和已过期。',
      'Value of the lots on hand in warehouses: good, near expiry and expired.',
    ),
    empty: label('仓库里没有库存。', 'The warehouses are empty.'),
    rights: ['stockbatch_view', 'stockbatch_view_cost'],
    list: '/store/stockbatch',
    listLabel: label('库存批次', 'Lots'),
    group: label('仓库', 'Warehouse'),
    unit: 'money',
    icon: 'database',
  }),
  card('expiring', {
    label: label('即将到期的批次', 'Lots about to expire'),
    counts: label(
      '仓库现存批次，按到期日计数：已过期的，和今天起 14 天内到期的。',
      'Lots on hand in warehouses by the day they expire: those past it, and the 14 days from today.',
    ),
    empty: label('没有已过期或 14 天内到期的批次。', 'Nothing has expired or expires within 14 days.'),
    rights: ['stockbatch_view'],
    list: '/store/stockbatch',
    listLabel: label('库存批次', 'Lots'),
    group: label('到期日', 'Expires on'),
    unit: 'count',
    icon: 'calendar',
  }),
  card('waste', {
    label: label('每日损失金额', 'Losses by day'),
    counts: label(
      '仓库盘亏（按原因）和在途损失的金额，按发生日期。近 14 天。',
      'Value lost in warehouses at counts, by cause, and in transit, by day. The last 14 days.',
    ),
    empty: label('近 14 天没有损失。', 'Nothing was lost in the last 14 days.'),
    rights: ['stockbatchlogs_view', 'stockbatchlogs_view_cost'],
    list: '/store/stockbatchlogs',
    listLabel: label('库存批次流水', 'Moves'),
    group: label('日期', 'Day'),
    unit: 'money',
    icon: 'container',
  }),
  card('ready', {
    label: label('资料未完备的物料', 'Materials that are not ready'),
    counts: label(
      '资料还不足以计划、采购、核算或做标签的物料，冻结的也算；一种物料可以缺几项。',
      'Materials that lack data for planning, buying, costing or labelling, frozen ones included. One material may count more than once.',
    ),
    empty: label('所有物料的资料都已完备。', 'Every material is ready.'),
    rights: ['material_view', 'material_add'],
    list: '/masterdata/material',
    listLabel: label('物料档案', 'Materials'),
    group: label('用途', 'Not ready'),
    unit: 'count',
    icon: 'book',
  }),
  card('meals', {
    label: label('每日计划份数', 'Portions planned by day'),
    counts: label(
      '已审批营销计划的份数，按用餐日期和餐次。今天起 14 天。',
      'Portions of approved sales plans by day and meal. The 14 days from today.',
    ),
    empty: label('今天起 14 天没有已审批的营销计划。', 'No sales plan is approved for the 14 days from today.'),
    rights: ['gearsalesplan_view'],
    list: '/gear/gearsalesplan',
    listLabel: label('营销计划', 'Sales plans'),
    group: label('日期', 'Day'),
    unit: 'portions',
    icon: 'shop',
  }),
  card('approvals', {
    label: label('待审批单据', 'Waiting for approval'),
    counts: label(
      '您能查看的各类单据中待审批的，按提交后经过的天数。',
      'Documents of every kind you may see that wait for approval, by the days since they were sent.',
    ),
    empty: label('没有待审批的单据。', 'Nothing waits for approval.'),
    rights: [],
    list: '/work/todo',
    listLabel: label('待办事务', 'To do'),
    group: label('单据', 'Document'),
    unit: 'count',
    icon: 'form',
  }),
] as const satisfies readonly Card[];

export type CardKey = (typeof cards)[number]['key'];

/** Parts of a figure whose names are fixed. */
export const partLabels = {
  other: label('其他供应商', 'Other suppliers'),
  none: label('未指定供应商', 'No supplier'),
  'other-materials': label('其他物料', 'Other materials'),
  warn: label('预警', 'Warning'),
  block: label('禁止', 'Blocked'),
  unready: label('未完备', 'Not ready'),
  'as-ordered': label('与订单一致', 'As ordered'),
  short: label('少收', 'Short'),
  over: label('多收', 'Over'),
  refused: label('有拒收', 'Part refused'),
  actual: label('实际', 'Actual'),
  target: label('目标', 'Target'),
  normal: label('正常', 'Good'),
  near: label('临期', 'Near expiry'),
  expired: label('已过期', 'Expired'),
  soon: label('14 天内到期', 'Within 14 days'),
  today: label('当天', 'Same day'),
  days: label('1–3 天', '1–3 days'),
  week: label('4–7 天', '4–7 days'),
  older: label('7 天以上', 'Over 7 days'),
  enough: label('库存够用', 'Enough in stock'),
  arrived: label('已到货', 'Received'),
  ordered: label('已订购', 'Ordered'),
  open: label('未订购', 'Not ordered'),
  'lost-expired': label('过期', 'Expired'),
  'lost-transit': label('在途损失', 'Lost in transit'),
  'lost-other': label('盘亏', 'Missing at counts'),
} as const;
