/** One more record of a declaration through its own call: one that is there posted again as a new one, with what two may not share changed. */
import { randomInt } from 'node:crypto';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { dayPlus } from '../../modules/master-data/figures/calendar-day.rules.ts';
import { nutrients } from '../../modules/master-data/nutrients/material-nutrient.resource.ts';
import { aCreditCode } from '../../modules/suppliers/partners.testing.ts';
import { makeDocument } from './made-documents.ts';
import { saveVerb, serves, type Row, type TheCompany } from './the-company.ts';

type Body = Record<string, unknown>;
let made = randomInt(1, 100_000);
let pairs = 0;

/** The body alone. */
export async function another(company: TheCompany, of: Declaration): Promise<Body> {
  made += 1;
  const [row] = (await company.rowsOf(of)).slice(-1);
  const record =
    row === undefined || !serves(of, 'detail')
      ? (row ?? {})
      : ((await company.get(of, 'detail', { id: row.id })).body.data as Body);
  const body: Body = {};
  for (const [name, field] of Object.entries(of.fields)) {
    if (!isWritable(field) || record[name] === undefined || record[name] === null || record[name] === '') continue;
    body[name] = field.kind === 'secret' ? 'secret1' : field.rules.unique === undefined ? record[name] : `T${made}`;
  }
  for (const key of Object.keys(of.lines ?? {}))
    body[key] = ((record[key] ?? []) as Row[]).map(({ id: _id, ...line }) => line);
  return { ...body, ...(await OWN[of.name]?.(company, body)) };
}

/** The id of one made so. */
export async function anotherRecord(company: TheCompany, of: Declaration, more: Body = {}): Promise<string> {
  const { status, body } = await company.post(of, serves(of, 'submit') ? 'submit' : (saveVerb(of) ?? 'submit'), {
    ...(await another(company, of)),
    ...more,
  });
  if (status !== 200) throw new Error(`another ${of.name}: ${body.msg ?? status}`);
  return (body.data as Row).id;
}

const one = (company: TheCompany, name: string, more: Body = {}): Promise<string> =>
  anotherRecord(company, company.program.registry.find(name), more);
const rows = (company: TheCompany, name: string): Promise<Row[]> => company.rowsOf(company.program.registry.find(name));
/** A department of a kind below the first of the kind above it. */
async function newDept(company: TheCompany, category: string): Promise<string> {
  const above = (await rows(company, 'dept')).find(
    (dept) => String(dept['deptCategory']) === String(Number(category) - 1),
  )!;
  return one(company, 'dept', {
    parentId: above.id,
    deptCategory: category,
    deptName: `部门${made}`,
    fullName: `部门${made}`,
  });
}
async function exchange(company: TheCompany, other: 'replace' | 'substitute'): Promise<Body> {
  const [from, to] = (await rows(company, 'material')).slice((pairs += 2));
  return {
    materialId: from!.id,
    [`${other}MaterialId`]: to!.id,
    qty: '1',
    unitId: from!['baseUnitId'],
    [`${other}Qty`]: '2',
    [`${other}UnitId`]: to!['baseUnitId'],
    startDate: '2026-11-01',
  };
}

/** Goods that have no price yet, by their base unit. */
async function unpriced(company: TheCompany): Promise<{ materialId: string; unitId: unknown }> {
  const materialId = await one(company, 'material');
  const { baseUnitId } = (await company.get(company.program.registry.find('material'), 'detail', { id: materialId }))
    .body.data as Row;
  return { materialId, unitId: baseUnitId };
}
/** Goods counted by weight. */
async function weighed(company: TheCompany): Promise<{ materialId: string }> {
  const kilogram = (await rows(company, 'materialUnit')).find((row) => row['code'] === 'KG')!;
  return { materialId: await one(company, 'material', { baseUnitId: kilogram.id, purchaseUnitId: kilogram.id }) };
}
const newPrice = async (company: TheCompany): Promise<Body> => ({
  ...(await unpriced(company)),
  deptId: '',
  price: '4.8',
  taxRate: '9',
  startDate: '2031-01-01',
  endDate: '',
});
const newOffer = async (company: TheCompany): Promise<Body> => ({
  ...(await unpriced(company)),
  factor: '',
  isDefault: 0,
  sharePercent: '',
});

/** Of a company no two series of prices have one name. */
const newPlan = async (): Promise<Body> => ({ name: `方案${made}` });
/** What has begun can be charged by and is not removed. */
const newRelation = async (company: TheCompany): Promise<Body> => ({
  deptId: await newDept(company, '4'),
  startDate: '2031-01-01',
  endDate: '',
});

let regions = 10;
/** A city of a province made for it. */
async function newRegion(company: TheCompany): Promise<Body> {
  const region = company.program.registry.find('region');
  for (const above of [
    { code: '00', parentCode: '', name: '中华人民共和国', level: '0', sort: 1 },
    { code: '99', parentCode: '00', name: '某省', level: '1', sort: 1 },
  ]) {
    if ((await company.get(region, 'detail', { id: above.code })).status === 404)
      await company.post(region, 'submit', above);
  }
  return { code: `99${(regions += 1)}`, parentCode: '99', level: '2', name: `区划${made}`, sort: 1 };
}

/** What else two records of a kind may not share, or what the first of a kind consists of. */
const OWN: Readonly<Record<string, (company: TheCompany, body: Body) => Promise<Body>>> = {
  materialAlias: async () => ({ alias: `别名${made}` }),
  materialAuthRange: async () => ({
    startDate: `19${40 + (made % 50)}-0${1 + (made % 9)}-01`,
    endDate: `19${40 + (made % 50)}-0${1 + (made % 9)}-01`,
  }),
  materialCost: async (company) => ({
    ...(await unpriced(company)),
    unitCost: '4.8',
    startDate: '2031-01-01',
    endDate: '',
  }),
  materialNutrient: async (company) => ({ materialId: (await weighed(company)).materialId }),
  nutrientRetention: async () => ({
    cookingMethod: 'boil',
    materialTypeId: '',
    nutrient: Object.keys(nutrients)[made % Object.keys(nutrients).length],
    retention: '80',
  }),
  settlementPrice: newPrice,
  jointOperationPrice: newPrice,
  managementPricePlan: newPlan,
  operatingJointVenturePricePlan: newPlan,
  assessmentPriceMaintenance: newPlan,
  priceScheme: newPlan,
  managementPriceDeptRelation: newRelation,
  assessmentPriceRelation: newRelation,
  pricePlanRoleRelation: async (company) => ({
    roleId: await one(company, 'role'),
    startDate: '2031-01-01',
    endDate: '',
  }),
  marketSource: async () => ({ name: `行情${made}` }),
  marketProduct: async () => ({ productName: `品名${made}` }),
  marketPrice: async () => ({ productName: `品名${made}` }),
  priceFormula: async (company) => ({ materialId: (await unpriced(company)).materialId, materialTypeId: '' }),
  priceRun: async () => ({ startDate: '2031-01-01', endDate: '' }),
  // What was received is corrected to another price each time.
  priceCorrection: async (_company, body) => ({
    prices: (body['prices'] as Body[]).map((line) => ({ ...line, newPrice: `${1 + (made % 90)}.01` })),
    publishes: 0,
  }),
  priceEarlyWarning: async (company) => ({ materialId: (await unpriced(company)).materialId, materialTypeId: '' }),
  supplierMaterial: newOffer,
  enterprise: async () => ({ creditCode: aCreditCode() }),
  user: async () => ({ account: `tester${made}`, password: 'abc123', password2: 'abc123' }),
  role: async () => ({ roleName: `角色${made}`, roleAlias: `alias${made}`, parentId: '0' }),
  socialProvider: async () => ({
    source: `provider${made}`,
    name: `登录${made}`,
    issuer: 'https://id.example.com/realms/food',
    clientId: 'larder',
    redirectUri: `https://larder.example.com/oauth/redirect/provider${made}`,
    enabled: 0,
  }),
  supplierProject: async (company) => ({
    supplierId: (await rows(company, 'supplier'))[0]!.id,
    bladeProjectDeptId: await newDept(company, '2'),
  }),
  operationSystem: async (company) => ({
    gearOperationName: `档口${made}`,
    gearOperationDeptId: await newDept(company, '4'),
  }),
  client: async () => ({ clientId: `client${made}` }),
  dict: async () => ({ parentId: '0', code: `dict${made}`, dictKey: '-1' }),
  dictBiz: async () => ({ parentId: '0', code: `dict${made}`, dictKey: '-1' }),
  topMenu: async () => ({ code: `top${made}`, name: `顶部${made}`, sort: 1 }),
  region: newRegion,
  report: async () => ({
    name: `report ${made}`,
    resource: 'post',
    config: { columns: ['postCode', 'postName'], groupBy: [], measures: [], filters: [], sort: '' },
    shareScope: 'private',
  }),
  sms: async () => ({ smsCode: `sms${made}`, category: '0', templateId: 't', signName: '膳链', accessKey: 'secret1' }),
  oss: async () => ({
    ossCode: `oss${made}`,
    category: '0',
    endpoint: 'https://local',
    bucketName: 'x',
    region: 'us-east-1',
    pathStyle: 1,
    accessKey: 'secret1',
    secretKey: 'secret1',
  }),
  dataScope: async (company) => ({
    scopeName: `数据${made}`,
    resourceCode: `data_scope_${made}`,
    menuId: (await rows(company, 'menu'))[0]!.id,
    scopeClass: 'user',
    scopeColumn: 'deptId',
    scopeType: '4',
    scopeField: '*',
  }),
  apiScope: async (company) => ({
    scopeName: `接口${made}`,
    resourceCode: `api_scope_${made}`,
    menuId: (await rows(company, 'menu'))[0]!.id,
    scopePath: '/api/blade-system/param/list',
    scopeType: '1',
  }),
  tenantPackage: async (company) => ({ packageName: `套餐${made}`, menuId: (await rows(company, 'menu'))[0]!.id }),
  dataSource: async () => ({
    name: `数据源${made}`,
    driverClass: 'org.postgresql.Driver',
    url: 'jdbc:postgresql://db/x',
    username: 'x',
    password: 'secret1',
  }),
  codeGeneration: async () => ({
    codeName: `代码${made}`,
    serviceName: 'blade-system',
    tableName: 'post',
    pkName: 'id',
  }),
  notice: async () => ({
    title: `通知${made}`,
    category: '1',
    releaseTime: '2026-11-01 08:00:00',
    content: '<p>内容</p>',
  }),
  dept: async () => ({ deptName: `部门${made}`, fullName: `部门${made}` }),
  basicUnitConversion: async (company) => ({
    fromUnitId: await one(company, 'materialUnit', {
      code: `u${made}`,
      name: `单位${made}`,
      dimension: 'volume',
      isDimensionBase: 0,
    }),
  }),
  itemUnitConversion: async (company) => ({
    fromUnitId: await one(company, 'materialUnit', {
      code: `p${made}`,
      name: `包装${made}`,
      dimension: 'pack',
      isDimensionBase: 0,
    }),
    packBarcode: '',
  }),
  materialChannel: async (company) => ({
    sourceKind: 'self',
    materialId: (await rows(company, 'material'))[(pairs += 1)]!.id,
  }),
  dishBomTag: async () => ({ code: `T${made}`, name: `标签${made}`, tagGroup: 'diet' }),
  dishBom: async (company) => ({ dishId: await one(company, 'dish'), released: 0 }),
  dishBomSpecialGear: async (company) => {
    const [bom] = await rows(company, 'dishBom');
    const { details } = (await company.get(company.program.registry.find('dishBom'), 'detail', { id: bom!.id })).body
      .data as { details: Row[] };
    const stall = (await rows(company, 'operationSystem'))[0]!;
    return {
      dishId: bom!['dishId'],
      deptId: stall['gearOperationDeptId'],
      reason: `口味${made}`,
      startDate: `20${30 + (made % 60)}-01-01`,
      endDate: `20${30 + (made % 60)}-01-01`,
      details: [
        { action: 'change', targetMaterialId: details[0]!['materialId'], netQty: '1', unitId: details[0]!['unitId'] },
      ],
    };
  },
  // A leave names its process itself, so that this one decides on nothing.
  flowBinding: async () => ({ billType: 'leave', processKey: 'leave' }),
  flowDelegation: async (company) => ({
    agentUserId: (await company.person('chef')).userId,
    startTime: '2031-01-01 00:00:00',
    endTime: '2031-01-08 00:00:00',
    reason: '出差',
  }),
  flowModel: async () => ({
    modelKey: `flow${made}`,
    category: 'flow_9',
    chain: { steps: [{ id: 'one', name: '审批', settings: { candidates: [{ kind: 'dept-leader' }] }, when: '' }] },
  }),
  materialReplace: (company) => exchange(company, 'replace'),
  materialSubstitute: (company) => exchange(company, 'substitute'),
  projectDeptSystem: async (company) => ({ bladeProjectDeptId: await newDept(company, '2') }),
  useRestaurant: async (company) => ({ useRestaurantDeptId: await newDept(company, '3') }),
  inStore: async (company) => ({
    sourceBillId: (await makeDocument(company, company.program.registry.find('purchaseOrder'), 'approved')).id,
    sourceBillType: 'purchase-order',
  }),
  sourceInventoryConfigure: async () => ({ priority: 20 + (made % 900) }),
  purchaseDirectDeliveryRule: async () => ({ priority: 20 + (made % 900) }),
  pick: async () => ({ needTime: `${dayPlus(momentIn('Asia/Shanghai', new Date()).slice(0, 10), 1)} 08:00:00` }),
};
