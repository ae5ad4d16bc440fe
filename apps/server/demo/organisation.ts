/** Departments, restaurants, stalls and warehouses of a company, through its own calls. */
import type { CompanyClient, Records } from './company-client.ts';
import type { CompanyShape, DemoSite } from './company.ts';
import { buildProfileKinds } from './profiles.ts';
import { save } from './saving.ts';

/** Everybody of the company works for the whole of it here; the roles decide what each may do. */
export async function buildOrganisation(
  admin: CompanyClient,
  shape: CompanyShape,
): Promise<{ companyDeptId: string; factoryDeptId: string; sites: DemoSite[] }> {
  const dept = (row: Readonly<Record<string, unknown>>): Promise<string> =>
    save(admin, 'blade-system/dept/submit', { fullName: row['deptName'], ...row });
  const existing = await admin.get<Records<{ id: string; deptName: string; deptCategory: string }>>(
    'blade-system/dept/page',
    { size: '200' },
  );
  const company =
    existing.records.find((each) => String(each.deptCategory) === '1')?.id ??
    (await dept({ deptName: '味禾餐饮', fullName: '味禾餐饮管理有限公司', deptCategory: '1', sort: 1 }));
  let sort = 10;
  for (const name of ['计划部', '采购部', '财务部'])
    if (!existing.records.some((each) => each.deptName === name))
      await dept({ deptName: name, parentId: company, deptCategory: '5', sort: (sort += 1) });
  const factoryDeptId = await dept({ deptName: '味禾中央厨房', parentId: company, deptCategory: '6', sort: 30 });
  const kinds = await buildProfileKinds(admin);
  const sites: DemoSite[] = [];
  for (const [index, site] of shape.sites.entries()) {
    const deptId = await dept({ deptName: site.name, parentId: company, deptCategory: '2', sort: index + 1 });
    await save(admin, 'gear-operation/gearprojectdeptsys/submit', {
      projectDeptName: site.name,
      bladeProjectDeptId: deptId,
      receiveLeadDays: 0,
      projectDeptTypeId: kinds.types.get(site.guests === 'school' ? 'school' : 'enterprise'),
      districtId: kinds.districtId,
      operationTypeId: kinds.operations.get('fast'),
      businessModelId: kinds.models.get('self'),
    });
    const restaurants: DemoSite['restaurants'][number][] = [];
    for (const restaurant of site.restaurants) {
      const restaurantId = await dept({
        deptName: restaurant.name,
        parentId: deptId,
        deptCategory: '3',
        sort: restaurants.length + 1,
      });
      await save(admin, 'smart-meal/userestaurant/submit', {
        useRestaurantName: restaurant.name,
        useRestaurantDeptId: restaurantId,
        seatCount: 320,
        menuPublic: index === 0 ? 1 : 0,
      });
      const stalls: DemoSite['restaurants'][number]['stalls'][number][] = [];
      for (const stall of restaurant.stalls) {
        const stallId = await dept({
          deptName: stall.name,
          parentId: restaurantId,
          deptCategory: '4',
          sort: stalls.length + 1,
        });
        stalls.push({ ...stall, deptId: stallId });
      }
      restaurants.push({ name: restaurant.name, deptId: restaurantId, stalls });
    }
    const warehouseId = await save(admin, 'store-management/warehouse/submit', {
      name: `${site.name.replace('项目部', '')}仓库`,
      companyDeptId: company,
      projectGroupDeptId: deptId,
      zones: 'ambient,cool,chilled,frozen',
      sort: index + 1,
    });
    for (const stall of restaurants.flatMap((each) => each.stalls)) await openStall(admin, stall, warehouseId, kinds);
    sites.push({ name: site.name, guests: site.guests, deptId, warehouseId, restaurants });
  }
  await buildCrateTypes(admin);
  return { companyDeptId: company, factoryDeptId, sites };
}

async function buildCrateTypes(admin: CompanyClient): Promise<void> {
  for (const [name, tareKg, deposit] of CRATES)
    await save(admin, 'store-management/cratetype/submit', { name, tareKg, deposit, taxRate: '13' });
}

/** What goods come in, what it weighs, and what one that is lost is charged. */
const CRATES = [
  ['蓝色周转筐', '2.1', '35.00'],
  ['泡沫箱', '0.35', '8.00'],
] as const;

/** A stall as a place of business: its kind, its hours, where it draws from. */
const openStall = (
  admin: CompanyClient,
  stall: DemoSite['restaurants'][number]['stalls'][number],
  warehouseId: string,
  kinds: Awaited<ReturnType<typeof buildProfileKinds>>,
): Promise<string> =>
  save(admin, 'gear-operation/gearoperationsys/submit', {
    gearOperationName: stall.name,
    gearOperationDeptId: stall.deptId,
    operationTypeId: kinds.operations.get(stall.kind === 'noodle' ? 'noodle' : 'fast'),
    businessModelId: kinds.models.get('self'),
    warehouseId,
    timeIntervals: [
      { mealType: 'breakfast', startTime: '06:45', endTime: '09:00' },
      { mealType: 'lunch', startTime: '11:00', endTime: '13:30' },
      { mealType: 'dinner', startTime: '17:00', endTime: '19:00' },
    ],
  });

/** Whoever looks at the demonstration may read it in his language. */
export async function allowLanguages(admin: CompanyClient): Promise<void> {
  const { records } = await admin.get<Records<Readonly<Record<string, unknown>>>>('blade-system/param/page', {
    paramKey_equal: 'ui.languageSwitch',
  });
  await save(admin, 'blade-system/param/submit', { ...records[0], paramValue: '1' });
}
