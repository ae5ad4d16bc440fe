/**
 * Prices that are planned and approved: what the company charges its own sites, what partners pay, what sites are
 * measured by.
 */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { Records } from './company-client.ts';
import { admitPartners } from './partners.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';
import { stallsOf, type World } from './world.ts';

const PLANNED = 10;
/** New prices come with the next season. */
const SEASON_DAYS = 30;

interface Charged {
  readonly materialId: string;
  readonly unitId: string;
  readonly price: string;
}

interface InForce {
  readonly startDate: string;
  readonly management: string;
  readonly joint: string;
  readonly scheme: string;
  /** The goods that are planned, so many per cent above what they are charged at. */
  details(percent: number): readonly Charged[];
}

/** One of each kind in force since the first day. */
export async function approvePlans(world: World, moment: string): Promise<InForce> {
  const { company, client } = world;
  const [controller, finance] = [client.as('price-controller').at(moment), client.as(world.office.finance).at(moment)];
  const startDate = moment.slice(0, 10);
  const { records } = await controller.get<Records<Charged>>('master-data/settlementprice/page', {
    size: String(PLANNED),
    deptId_null: '1',
  });
  const details = (percent: number) =>
    records.map(({ materialId, unitId, price }) => ({
      materialId,
      unitId,
      price: raised(price, percent),
      taxRate: '9',
    }));
  const plan = async (segment: string, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const { companyDeptId } = company;
    const id = await save(controller, `master-data/${segment}/submit`, { companyDeptId, startDate, ...body });
    await controller.post(`master-data/${segment}/toApply`, { ids: id });
    await finance.post(`master-data/${segment}/doApply`, { ids: id });
    return id;
  };
  const stall = stallsOf(company.sites.at(-1)!).at(-1)!.stall;
  const management = await plan('managementpriceplan', { name: '公司管理价', isDefault: 1, details: details(2) });
  await save(controller, 'master-data/managementpricedeptrelation/submit', {
    deptId: company.sites.at(-1)!.deptId,
    managementPricePlanId: management,
    startDate,
  });
  const joint = await plan('operatingjointventurepriceplan', {
    name: '风味档口联营价',
    enterpriseId: await admitPartners(world, moment),
    gearOperationDeptIds: [stall.deptId],
    details: details(3),
  });
  const assessYear = Number(startDate.slice(0, 4));
  const assessment = await plan('assessmentpricemaintenance', { name: '年度考核价', assessYear, details: details(1) });
  for (const site of company.sites)
    await save(controller, 'master-data/assessmentpricerelation/submit', {
      deptId: site.deptId,
      assessmentPriceMaintenanceId: assessment,
      startDate,
    });
  const scheme = await plan('priceschememanagement', {
    name: '内部用餐优惠',
    type: 'settlement',
    mode: 'percent',
    ratePercent: '-5',
  });
  const [staff] = await client.get<readonly { id: string }[]>('blade-system/role/select', { keyword: '厨师长' });
  await save(controller, 'master-data/priceplanrolerelation/submit', {
    roleId: staff!.id,
    priceSchemeId: scheme,
    startDate,
  });
  return { startDate, management, joint, scheme, details };
}

/**
 * What follows the plans in force, on the desk of the price controller. A draft keeps what its goods cost when it is
 * saved: it is saved when prices have moved for the last time.
 */
export async function draftPlans(world: World, inForce: InForce, moment: string): Promise<void> {
  const { companyDeptId } = world.company;
  const { startDate, details } = inForce;
  const controller = world.client.as('price-controller').at(moment);
  const winter = dayPlus(startDate, SEASON_DAYS);
  const inWinter = (segment: string, id: string): Promise<unknown> =>
    controller.post(`master-data/${segment}/newVersion`, { ids: id, startDate: winter, changeReason: '冬季调价' });
  await inWinter('managementpriceplan', inForce.management);
  // What is dearer in winter is there to be looked at, and what no longer has a price.
  const { versions } = await controller.get<{ versions: readonly { id: string }[] }>(
    'master-data/managementpriceplan/detail',
    { id: inForce.management },
  );
  await save(controller, 'master-data/managementpriceplan/submit', {
    id: versions[0]!.id,
    details: [
      ...details(6).slice(0, 3),
      ...details(18).slice(3, 4),
      ...details(6).slice(4, PLANNED / 2),
      ...details(-1).slice(PLANNED / 2, -1),
    ],
  });
  await inWinter('operatingjointventurepriceplan', inForce.joint);
  await save(controller, 'master-data/assessmentpricemaintenance/submit', {
    companyDeptId,
    name: '次年考核价',
    assessYear: Number(startDate.slice(0, 4)) + 1,
    startDate: '',
    details: details(4),
  });
  await inWinter('priceschememanagement', inForce.scheme);
  await save(controller, 'master-data/pricerun/submit', {
    companyDeptId,
    startDate: winter,
    remark: '冬季按采购价调整',
  });
}
