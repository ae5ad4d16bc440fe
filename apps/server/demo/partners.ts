/** Who works with the company: types of cooperation, and enterprises that came into the pool by them. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import { save } from './saving.ts';
import { creditCode } from './suppliers.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
/** Hangzhou. */
const REGION = '3301';
/** Credit codes behind those of the suppliers. */
const FIRST_CODE = 100;
const YEARS_DAYS = 730;

const TYPES = [
  {
    code: 'LY',
    name: '档口联营',
    kind: 'joint',
    settleWay: 'commission',
    commissionPercent: '12',
    depositAmount: '20000',
    needVisit: 1,
    sort: 1,
    certificateKinds: [{ certificateKind: 'business-license' }, { certificateKind: 'food-operation' }],
  },
  {
    code: 'CG',
    name: '采购供货',
    kind: 'supply',
    settleWay: 'purchase-price',
    sort: 2,
    certificateKinds: [{ certificateKind: 'business-license' }],
  },
] as const;
/** Still being thought about. */
const DRAFT = { code: 'ZL', name: '场地租赁', kind: 'lease', settleWay: 'rent', guaranteeAmount: '8000', sort: 3 };

/**
 * Two types and one to come, a partner who runs stalls, a house that wants to supply, and one whose papers are still
 * missing. Answers the partner.
 */
export async function admitPartners(world: World, moment: string): Promise<string> {
  const { client, company, office } = world;
  const [admin, purchaser, manager] = [
    client.as('admin').at(moment),
    client.as(office.purchaser).at(moment),
    client.as(office.purchaseManager).at(moment),
  ];
  const [joint, supply] = await Promise.all(TYPES.map((type) => save(admin, `${STORE}/cooperationtype/submit`, type)));
  await save(admin, `${STORE}/cooperationtype/submit`, DRAFT);
  const types = `${joint},${supply}`;
  await admin.post(`${STORE}/cooperationtype/toApply`, { ids: types });
  await manager.post(`${STORE}/cooperationtype/doApply`, { ids: types });
  const day = moment.slice(0, 10);
  const papers = (kinds: readonly string[]) =>
    kinds.map((certificateKind, index) => ({
      certificateKind,
      certificateNo: `JY1330106${String(2_026_110 + index)}`,
      issuer: '杭州市市场监督管理局',
      validTo: dayPlus(day, YEARS_DAYS),
    }));
  const visit = {
    visitDate: dayPlus(day, -6),
    visitors: '采购部、食安专员',
    score: 92,
    conclusion: 'pass',
    content: '门店后厨整洁，留样和索证齐全，出餐能力满足高峰 300 份。',
  };
  const apply = (nth: number, body: Readonly<Record<string, unknown>>): Promise<string> =>
    save(purchaser, `${STORE}/enterprise/submit`, {
      companyDeptId: company.companyDeptId,
      applyDeptId: company.companyDeptId,
      regionId: REGION,
      creditCode: creditCode(FIRST_CODE + nth),
      validStartDate: day,
      validEndDate: dayPlus(day, YEARS_DAYS),
      contactPhone: `1395710${String(3_208 + nth)}`,
      ...body,
    });
  const house = await apply(0, {
    name: '浙里鲜农产品有限公司',
    shortName: '浙里鲜',
    cooperationTypeId: supply,
    legalPerson: '林秋实',
    contact: '方圆',
    certificates: papers(['business-license']),
  });
  const partner = await apply(1, {
    name: '杭州北记面馆餐饮有限公司',
    shortName: '北记面馆',
    brandNames: '北记',
    cooperationTypeId: joint,
    legalPerson: '宋北川',
    contact: '宋北川',
    certificates: papers(['business-license', 'food-operation']),
    visits: [visit],
    storeCount: 6,
  });
  await purchaser.post(`${STORE}/enterprise/toApply`, { ids: `${partner},${house}` });
  await manager.post(`${STORE}/enterprise/doApply`, { ids: `${partner},${house}` });
  await apply(2, {
    name: '轻禾健康餐饮有限公司',
    shortName: '轻禾',
    brandNames: '轻禾沙拉',
    cooperationTypeId: joint,
    legalPerson: '许清和',
    contact: '许清和',
    certificates: papers(['business-license']),
  });
  return partner;
}
