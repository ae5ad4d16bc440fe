/**
 * A catering company made up by us, of any number of sites: 味禾餐饮 with two for the demonstration, more for simulations.
 */
import type { CompanyClient } from './company-client.ts';
import { buildFactory, type DemoFactory } from './factories.ts';
import { buildAboutMaterials } from './about-materials.ts';
import { buildDishes, buildMaterials, buildSafety, buildUnits, goodsOf, type Unit } from './goods.ts';
import type { Kitchen } from './menus.ts';
import { allowLanguages, buildOrganisation } from './organisation.ts';
import { buildAreas } from './areas.ts';
import { buildPriceRules } from './price-rules.ts';
import { buildPrices } from './prices.ts';
import { buildDelivery } from './delivery.ts';
import { buildSources } from './sources.ts';
import { buildSuppliers } from './suppliers.ts';

/** Accounts of those who work at a site. */
export interface SiteStaff {
  readonly projectManager: string;
  readonly restaurantManager: string;
  readonly storekeeper: string;
  readonly chef: string;
}
export type StallKind = 'rice' | 'noodle' | 'light';

interface SiteShape {
  readonly name: string;
  readonly guests: 'company' | 'school';
  readonly restaurants: readonly {
    readonly name: string;
    readonly stalls: readonly { readonly name: string; readonly kind: StallKind }[];
  }[];
}
export interface CompanyShape {
  readonly sites: readonly SiteShape[];
  /** Dishes of each type; absent: all there are. Materials nobody cooks with are then left out too. */
  readonly dishesEach?: number;
}

/** A site by id, as later steps need it. */
export interface DemoSite {
  readonly name: string;
  readonly guests: SiteShape['guests'];
  readonly deptId: string;
  readonly warehouseId: string;
  readonly restaurants: readonly {
    readonly name: string;
    readonly deptId: string;
    readonly stalls: readonly { readonly name: string; readonly deptId: string; readonly kind: StallKind }[];
  }[];
}
export interface Company {
  readonly companyDeptId: string;
  readonly factory: DemoFactory;
  readonly sites: readonly DemoSite[];
  readonly kitchen: Kitchen;
  /** By id. */
  readonly units: ReadonlyMap<string, Unit>;
}

export const DEMO_SHAPE: CompanyShape = {
  sites: [
    {
      name: '云谷科技园项目部',
      guests: 'company',
      restaurants: [
        {
          name: '云谷一号餐厅',
          stalls: [
            { name: '家常菜档', kind: 'rice' },
            { name: '面食档', kind: 'noodle' },
          ],
        },
        {
          name: '云谷二号餐厅',
          stalls: [
            { name: '自选快餐档', kind: 'rice' },
            { name: '轻食档', kind: 'light' },
          ],
        },
      ],
    },
    {
      name: '江畔实验学校项目部',
      guests: 'school',
      restaurants: [
        {
          name: '学生餐厅',
          stalls: [
            { name: '学生套餐档', kind: 'rice' },
            { name: '风味面点档', kind: 'noodle' },
          ],
        },
      ],
    },
  ],
};

/** A company of so many sites, each with a restaurant of two stalls. */
export const shapeOf = (sites: number): CompanyShape => ({
  sites: Array.from({ length: sites }, (_, index): SiteShape => {
    const nr = String(index + 1).padStart(2, '0');
    return {
      name: `站点${nr}项目部`,
      guests: index % 3 === 2 ? 'school' : 'company',
      restaurants: [
        {
          name: `站点${nr}餐厅`,
          stalls: [
            { name: `站点${nr}快餐档`, kind: 'rice' },
            { name: `站点${nr}${index % 2 === 0 ? '面食' : '轻食'}档`, kind: index % 2 === 0 ? 'noodle' : 'light' },
          ],
        },
      ],
    };
  }),
});

/** Builds everything that stands before the first working day; `from` is the day its prices and recipes begin. */
export async function buildCompany(admin: CompanyClient, from: string, shape: CompanyShape): Promise<Company> {
  const goods = goodsOf(shape.dishesEach);
  await allowLanguages(admin);
  const units = await buildUnits(admin);
  const { companyDeptId, factoryDeptId, sites } = await buildOrganisation(admin, shape);
  const factory = await buildFactory(admin, factoryDeptId, sites, from);
  const materials = await buildMaterials(admin, units, goods.materials);
  const suppliers = await buildSuppliers(admin, units, materials, goods.materials, from);
  await buildAreas(admin);
  await buildPrices(admin, units, materials, goods.materials, sites, from);
  await buildPriceRules(admin, materials, goods.materials, from);
  await buildAboutMaterials(admin, units, materials, goods.materials, sites, from);
  await buildSources(admin, companyDeptId, sites[0]!, suppliers, from);
  const sender = { factoryDeptId, finishedStoreId: factory.finishedStoreId };
  await buildDelivery(admin, sender, sites, suppliers[8]!, from);
  const kitchen = await buildDishes(admin, units, materials, goods.dishes, from);
  for (const site of sites) await buildSafety(admin, site.warehouseId, materials, goods.materials);
  const unitsById = new Map([...units.values()].map((unit) => [unit.id, unit]));
  return { companyDeptId, factory, sites, kitchen, units: unitsById };
}
