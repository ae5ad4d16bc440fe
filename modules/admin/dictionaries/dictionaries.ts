import { label, type Label } from '../../../kernel/core/label.ts';

type Entry = readonly [key: string, zh: string, en: string, remark?: string];
interface Dictionary {
  readonly label: Label;
  readonly entries: readonly Entry[];
}

/** Dictionaries of the platform, with the keys existing clients know. */
export const platformDictionaries: Readonly<Record<string, Dictionary>> = {
  sex: {
    label: label('性别', 'Sex'),
    entries: [
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ],
  },
  notice: {
    label: label('通知类型', 'Kind of notice'),
    entries: [
      ['1', '发布通知', 'Release'],
      ['2', '批转通知', 'For action'],
      ['3', '转发通知', 'Forwarded'],
      ['4', '指示通知', 'Instruction'],
      ['5', '任免通知', 'Appointment'],
      ['6', '事务通知', 'Affairs'],
    ],
  },
  post_category: {
    label: label('岗位类型', 'Kind of post'),
    entries: [
      ['1', '高层', 'Senior'],
      ['2', '中层', 'Middle'],
      ['3', '基层', 'Junior'],
      ['4', '其他', 'Other'],
    ],
  },
  menu_category: {
    label: label('菜单类型', 'Kind of menu'),
    entries: [
      ['1', '菜单', 'Menu'],
      ['2', '按钮', 'Button'],
    ],
  },
  button_func: {
    label: label('按钮功能', 'Kind of button'),
    entries: [
      ['1', '工具栏', 'Toolbar'],
      ['2', '操作栏', 'Row'],
      ['3', '工具操作栏', 'Both'],
    ],
  },
  yes_no: {
    label: label('是否', 'Yes or no'),
    entries: [
      ['1', '否', 'No'],
      ['2', '是', 'Yes'],
    ],
  },
  user_type: {
    label: label('用户平台', 'Platform'),
    entries: [
      ['1', 'WEB', 'Web'],
      ['2', 'APP', 'App'],
      ['3', 'OTHER', 'Other'],
    ],
  },
  data_scope_type: {
    label: label('数据权限类型', 'Data scope'),
    entries: [
      ['1', '全部可见', 'All'],
      ['2', '本人可见', 'Own'],
      ['3', '所在机构可见', 'Department'],
      ['4', '所在机构及子级可见', 'Department and below'],
      ['5', '自定义', 'Custom'],
    ],
  },
  api_scope_type: {
    label: label('接口权限类型', 'API scope'),
    entries: [
      ['1', '系统接口', 'System'],
      ['2', '业务接口', 'Business'],
    ],
  },
  region: {
    label: label('区划等级', 'Region level'),
    entries: [
      ['0', '国家', 'Country'],
      ['1', '省份', 'Province'],
      ['2', '地市', 'City'],
      ['3', '区县', 'District'],
      ['4', '乡镇', 'Town'],
      ['5', '村委', 'Village'],
    ],
  },
  org_category: {
    label: label('部门类型', 'Kind of department'),
    entries: [
      ['1', '公司', 'Company'],
      ['2', '项目部', 'Project department'],
      ['3', '餐厅', 'Restaurant'],
      ['4', '档口', 'Stall'],
      ['5', '职能部门', 'Office'],
      ['6', '工厂', 'Factory'],
    ],
  },
  oss: {
    label: label('对象存储', 'Object storage'),
    entries: [
      ['0', '本地磁盘', 'Local disk'],
      ['1', 'MinIO及S3兼容', 'S3 compatible'],
      ['2', '七牛云', 'Qiniu'],
      ['3', '阿里云', 'Aliyun'],
      ['4', '腾讯云', 'Tencent'],
      ['5', '华为云', 'Huawei'],
      ['6', '亚马逊', 'Amazon S3'],
    ],
  },
  sms: {
    label: label('短信', 'Short messages'),
    entries: [
      ['0', '开发收件箱', 'Development outbox'],
      ['1', '云片', 'Yunpian'],
      ['2', '七牛云', 'Qiniu'],
      ['3', '阿里云', 'Aliyun'],
      ['4', '腾讯云', 'Tencent'],
    ],
  },
  flow: {
    label: label('流程类型', 'Kind of workflow'),
    // The last word is the segment of the document's address, and the folder of its form pages.
    entries: [
      ['1', '请假', 'Leave', 'leave'],
      ['2', '菜谱模板', 'Menu template', 'menutemplate'],
      ['3', '管理价方案', 'Management price', 'managementpriceplan'],
      ['4', '联营价方案', 'Joint-operation price', 'operatingjointventurepriceplan'],
      ['5', '考核价维护', 'Assessment price', 'assessmentpricemaintenance'],
      ['6', '价格方案', 'Price scheme', 'priceschememanagement'],
      ['7', '需求计划', 'Requirement plan', 'invrequireplan'],
      ['8', '请购单', 'Purchase request', 'invpleasepurchase'],
      ['9', '采购订单', 'Purchase order', 'purchaseorder'],
      ['10', '自采单', 'Self-purchase', 'selfpurchaseorder'],
      ['11', '配送单', 'Distribution', 'invdistribution'],
      ['12', '工厂强压单', 'Suppress order', 'factorysuppressorder'],
      ['13', '其他入库', 'Other receipt', 'otherinstore'],
      ['14', '其他出库', 'Other issue', 'otheroutstore'],
      ['15', '采购退货', 'Purchase return', 'purchasereturn'],
      ['16', '退库单', 'Inventory return', 'invreturn'],
      ['17', '工厂退货', 'Factory return', 'factoryreturned'],
      ['18', '盘点单', 'Stock check', 'invcheck'],
      ['19', '工厂盘点', 'Factory check', 'factoryinvcheck'],
      ['20', '调拨单', 'Allocation', 'allocation'],
      ['21', '领料单', 'Pick bill', 'pick'],
      ['22', '合作企业', 'Enterprise', 'enterprise'],
      ['23', '餐厅公共费用', 'Public cost', 'restaurantpubliccost'],
      ['24', '公共费用申报', 'Cost declaration', 'restaurantpubliccostdeclare'],
      ['25', '公共费用支出', 'Public expense', 'gearpublicexpenses'],
      ['26', '费用报告', 'Expense report', 'gearexpend'],
      ['27', '特殊餐', 'Special meal', 'gearspecialmeal'],
      ['28', '营销计划', 'Sales plan', 'gearsalesplan'],
      ['29', '客户订单', 'Client order', 'clientorder'],
      ['30', '营业收入', 'Business income', 'businessincome'],
      ['31', '合作类型', 'Cooperation type', 'cooperationtype'],
      ['32', '调价单', 'Price run', 'pricerun'],
      ['33', '补差单', 'Price correction', 'pricecorrection'],
      ['34', '订单变更单', 'Order change', 'purchaseorderchange'],
      ['35', '客户对账单', 'Client statement', 'clientsettlement'],
      ['45', '营销计划修订', 'Revision of a sales plan', 'salesplanrevision'],
    ],
  },
};

/** Business dictionaries that no single area owns. */
export const commonDictionaries: Readonly<Record<string, Dictionary>> = {
  sex: platformDictionaries['sex']!,
  mealType: {
    label: label('餐次', 'Meal'),
    entries: [
      ['breakfast', '早餐', 'Breakfast'],
      ['lunch', '午餐', 'Lunch'],
      ['tea', '下午茶', 'Tea'],
      ['dinner', '晚餐', 'Dinner'],
      ['night', '夜宵', 'Night'],
      ['other', '其他', 'Other'],
    ],
  },
  cookingMethod: {
    label: label('烹饪方式', 'Cooking method'),
    entries: [
      ['stir-fry', '炒', 'Stir-fry'],
      ['deep-fry', '炸', 'Deep-fry'],
      ['pan-fry', '煎', 'Pan-fry'],
      ['steam', '蒸', 'Steam'],
      ['boil', '煮', 'Boil'],
      ['stew', '炖', 'Stew'],
      ['braise', '焖', 'Braise'],
      ['red-braise', '红烧', 'Red-braise'],
      ['roast', '烤', 'Roast'],
      ['soy', '卤', 'Soy-stew'],
      ['cold', '凉拌', 'Cold mix'],
      ['blanch', '汆烫', 'Blanch'],
      ['simmer', '烩', 'Simmer'],
      ['glaze', '熘', 'Glaze'],
      ['pot', '煲', 'Clay pot'],
      ['bake', '焗', 'Bake'],
      ['pickle', '腌', 'Pickle'],
      ['smoke', '熏', 'Smoke'],
      ['raw', '生食', 'Raw'],
      ['other', '其他', 'Other'],
    ],
  },
  incomeMode: {
    label: label('收入方式', 'Income mode'),
    entries: [
      ['account', '消费账户', 'Diner account'],
      ['wechat', '微信', 'WeChat'],
      ['alipay', '支付宝', 'Alipay'],
      ['unionpay', '银联', 'UnionPay'],
      ['ecny', '数字人民币', 'e-CNY'],
      ['cash', '现金', 'Cash'],
      ['voucher', '餐券', 'Voucher'],
      ['group-meal', '团餐记账', 'Group account'],
      ['platform', '外卖平台', 'Delivery platform'],
      ['other', '其他', 'Other'],
    ],
  },
  deviceType: {
    label: label('设备类型', 'Device'),
    entries: [
      ['weigh-table', '称重餐台', 'Weighing table'],
      ['settle-table', '结算台', 'Settlement table'],
      ['gate', '闸机', 'Gate'],
      ['self-service', '自助机', 'Self-service'],
      ['pos', '收银机', 'Till'],
      ['waste-scale', '厨余秤', 'Waste scale'],
      ['receiving-scale', '收货秤', 'Receiving scale'],
      ['label-printer', '标签打印机', 'Label printer'],
    ],
  },
  rejectReason: {
    label: label('驳回常用语', 'Reasons to reject'),
    entries: [
      ['data', '资料不全', 'Incomplete'],
      ['quantity', '数量有误', 'Quantity'],
      ['price', '价格偏高', 'Price'],
      ['budget', '超预算', 'Over budget'],
      ['date', '日期有误', 'Date'],
      ['duplicate', '重复申请', 'Duplicate'],
    ],
  },
  voidReason: {
    label: label('作废原因', 'Reasons to void'),
    entries: [
      ['mistake', '录入错误', 'Mistake'],
      ['cancelled', '业务取消', 'Cancelled'],
      ['replaced', '已重开', 'Replaced'],
    ],
  },
};

/** Parameters this area reads, and those existing clients look for. */
export const adminParameters: Readonly<
  Record<
    string,
    { readonly label: Label; readonly value: string; readonly platform?: boolean; readonly secret?: boolean }
  >
> = {
  'account.registerUser': { label: label('开放第三方注册', 'Guests may register'), value: '0' },
  'social.allowedHosts': {
    label: label('允许的第三方登录主机（平台），逗号分隔', 'Hosts of sign-in providers (platform), with commas'),
    value: '-',
    platform: true,
  },
  'account.initPassword': {
    label: label(
      '初始密码（加密保存，- 为每个账号随机）',
      'Initial password (kept sealed; - for one of its own for each account)',
    ),
    value: '-',
    secret: true,
  },
  'account.passwordMinLength': {
    label: label('密码最短长度（0 为 6-12 位数字和字母）', 'Shortest password (0: 6 to 12 letters and digits)'),
    value: '0',
  },
  'account.failCount': { label: label('登录失败锁定次数', 'Failures until an account locks'), value: '5' },
  'account.failWindowMinutes': { label: label('登录失败统计分钟', 'Minutes in which failures add up'), value: '15' },
  'account.lockMinutes': { label: label('登录锁定分钟', 'Minutes an account stays locked'), value: '15' },
  'captcha.afterFailures': { label: label('几次失败后须验证码', 'Failures until a captcha is demanded'), value: '3' },
  'session.maxPerUser': { label: label('每人同时登录数', 'Sessions of one person'), value: '50' },
  'session.tokenTime': { label: label('令牌刷新间隔(秒)', 'Seconds between refreshes'), value: '3000' },
  'session.lockTries': { label: label('解锁可试次数', 'Wrong lock passwords until the session ends'), value: '5' },
  'download.queryToken': { label: label('下载链接可带令牌', 'Links to files may carry a token'), value: '1' },
  'ui.languageSwitch': { label: label('语言切换', 'People may switch the language'), value: '0' },
  'ui.statusWhiteList': {
    label: label('静默状态码，逗号分隔', 'Codes refused without a word, with commas'),
    value: '-',
  },
  'embed.allowedHosts': {
    label: label('允许嵌入的站点，逗号分隔', 'Hosts whose pages may be embedded, with commas'),
    value: '-',
  },
  'tenant.default.password': {
    label: label(
      '新租户管理员密码（加密保存，- 为随机）',
      'Password of a new tenant (kept sealed; - for a random one)',
    ),
    value: '-',
    secret: true,
  },
  'tenant.default.accountNumber': { label: label('新租户账号额度', 'Accounts of a new tenant'), value: '-1' },
  'tenant.default.menuCode': {
    label: label('新租户菜单', 'Menus of a new tenant'),
    value: 'desk,work,system,authority,base,resource,flow,monitor,report',
  },
  'offline.hours': { label: label('离线多少小时后提醒上传', 'Hours without a network until it is said'), value: '8' },
  'approval.separation': { label: label('申请人不能审批', 'Applicants do not approve'), value: '1' },
};

/** What a meal is called; its key where the tenant made it. */
export const mealName = (mealType: string): Label => {
  const entry = commonDictionaries['mealType']?.entries.find(([key]) => key === mealType);
  return { zh: entry?.[1] ?? mealType, en: entry?.[2] ?? mealType };
};
