/** The first records of areas that are only beginning: kinds of clients, shelves of the mall, kinds of restaurants. */
import type { CompanyClient } from './company-client.ts';
import { save } from './saving.ts';

/** Client types, goods categories and restaurant types. */
export async function buildAreas(admin: CompanyClient): Promise<void> {
  for (const [code, name, settleMode] of [
    ['external', '外部单位', 'credit'],
    ['internal', '内部项目部', 'credit'],
    ['group', '团购', 'prepaid'],
    ['retail', '零售', 'cash'],
  ] as const)
    await save(admin, 'sales-mall/clienttype/saveOrUpdate', { code, name, settleMode });
  const ready = await save(admin, 'sales-mall/goodscategory/submit', { code: 'G1', name: '成品菜', parentId: '0' });
  for (const [code, name] of [
    ['G11', '热菜'],
    ['G12', '凉菜'],
  ] as const)
    await save(admin, 'sales-mall/goodscategory/submit', { code, name, parentId: ready });
  await save(admin, 'sales-mall/goodscategory/submit', { code: 'G2', name: '净菜', parentId: '0' });
  for (const [code, name] of [
    ['staff', '职工餐厅'],
    ['pupils', '学生餐厅'],
    ['halal', '清真餐厅'],
    ['grill', '小炒餐厅'],
    ['teachers', '教工餐厅'],
  ] as const)
    await save(admin, 'smart-meal/restauranttype/submit', { code, name });
}
