import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
  priceScheme,
  SEES_SCHEMES,
} from './price-plans/price-plan.document.ts';
import { priceEarlyWarning } from './warnings/price-early-warning.resource.ts';
import { priceWarning } from './warnings/price-warning.document.ts';
import { managementPrice } from './price-book/management-price.resource.ts';
import { jointOperationPrice, SEES, settlementPrice } from './price-book/price.resource.ts';
import { marketPrice, marketProduct, marketSource } from './market/market.resource.ts';
import { priceFormula } from './market/price-formula.resource.ts';
import { priceRun, SEES_RUNS } from './market/price-run.document.ts';
import { priceBook } from './price-book/price-book.resource.ts';
import {
  assessmentPriceRelation,
  managementPriceDeptRelation,
  pricePlanRoleRelation,
} from './price-plans/price-relation.resource.ts';

/** What a site, a stall or a partner is charged: published prices by place and day, and the one way to ask for them. */
export const prices: Module = {
  name: 'prices',
  label: label('价格', 'Prices'),
  declarations: [
    settlementPrice,
    jointOperationPrice,
    managementPricePlan,
    operatingJointVenturePricePlan,
    assessmentPriceMaintenance,
    priceScheme,
    managementPriceDeptRelation,
    assessmentPriceRelation,
    pricePlanRoleRelation,
    managementPrice,
    priceBook,
    marketSource,
    marketProduct,
    marketPrice,
    priceEarlyWarning,
    priceWarning,
    priceFormula,
    priceRun,
  ] as readonly Declaration[],
  menu: [
    {
      code: 'price_area',
      label: label('价格管理', 'Prices'),
      icon: 'account-book',
      rank: 4,
      path: '/price',
      children: [
        {
          code: 'price_look',
          label: label('看价', 'Look up prices'),
          icon: 'search',
          children: [
            {
              code: 'pricebook',
              label: label('价格一览', 'Price book'),
              icon: 'book',
              path: '/price/pricebook',
              resource: 'priceBook',
            },
            {
              code: 'managementprice',
              label: label('管理价', 'Management prices'),
              icon: 'container',
              path: '/price/managementprice',
              resource: 'managementPrice',
            },
            {
              code: 'pricewarning',
              label: label('价格预警', 'Price warnings'),
              icon: 'alert',
              path: '/price/pricewarning',
              resource: 'priceWarning',
            },
          ],
        },
        {
          code: 'price_set',
          label: label('定价', 'Set prices'),
          icon: 'edit',
          children: [
            {
              code: 'pricerun',
              label: label('调价单', 'Price runs'),
              icon: 'file-done',
              path: '/price/pricerun',
              resource: 'priceRun',
            },
            {
              code: 'settlementprice',
              label: label('结算价', 'Settlement prices'),
              icon: 'transaction',
              path: '/price/settlementprice',
              resource: 'settlementPrice',
            },
            {
              code: 'jointoperationprice',
              label: label('联营价', 'Joint-operation prices'),
              icon: 'interaction',
              path: '/price/jointoperationprice',
              resource: 'jointOperationPrice',
            },
            {
              code: 'managementpriceplan',
              label: label('管理价方案', 'Management plans'),
              icon: 'container',
              path: '/price/managementpriceplan',
              resource: 'managementPricePlan',
            },
            {
              code: 'operatingjointventurepriceplan',
              label: label('经营联营价格方案', 'Joint-venture plans'),
              icon: 'shop',
              path: '/price/operatingjointventurepriceplan',
              resource: 'operatingJointVenturePricePlan',
            },
            {
              code: 'assessmentpricemaintenance',
              label: label('考核价维护', 'Assessment prices'),
              icon: 'audit',
              path: '/price/assessmentpricemaintenance',
              resource: 'assessmentPriceMaintenance',
            },
            {
              code: 'priceschememanagement',
              label: label('价格方案', 'Price schemes'),
              icon: 'percentage',
              path: '/price/priceschememanagement',
              resource: 'priceScheme',
            },
          ],
        },
        {
          code: 'price_market',
          label: label('行情', 'Market'),
          icon: 'stock',
          children: [
            {
              code: 'marketprice',
              label: label('行情', 'Market prices'),
              icon: 'stock',
              path: '/price/marketprice',
              resource: 'marketPrice',
            },
            {
              code: 'marketproduct',
              label: label('行情品名对照', 'Market names'),
              icon: 'link',
              path: '/price/marketproduct',
              resource: 'marketProduct',
            },
            {
              code: 'marketsource',
              label: label('行情来源', 'Market sources'),
              icon: 'shop',
              path: '/price/marketsource',
              resource: 'marketSource',
            },
          ],
        },
        {
          code: 'price_setup',
          label: label('设置', 'Settings'),
          icon: 'setting',
          children: [
            {
              code: 'priceformula',
              label: label('定价公式', 'Price formulas'),
              icon: 'calculator',
              path: '/price/priceformula',
              resource: 'priceFormula',
            },
            {
              code: 'priceearlywarning',
              label: label('价格预警规则', 'Warning rules'),
              icon: 'bell',
              path: '/price/priceearlywarning',
              resource: 'priceEarlyWarning',
            },
            {
              code: 'managementpricedeptrelation',
              label: label('管理价部门关系', 'Management relations'),
              icon: 'apartment',
              path: '/price/managementpricedeptrelation',
              resource: 'managementPriceDeptRelation',
            },
            {
              code: 'assessmentpricerelation',
              label: label('考核价关系', 'Assessment relations'),
              icon: 'apartment',
              path: '/price/assessmentpricerelation',
              resource: 'assessmentPriceRelation',
            },
            {
              code: 'priceplanrolerelation',
              label: label('价格方案角色关系', 'Roles and schemes'),
              icon: 'team',
              path: '/price/priceplanrolerelation',
              resource: 'pricePlanRoleRelation',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    price_type: {
      label: label('价格类型', 'Kinds of price'),
      entries: [
        ['purchase', '采购价', 'Purchase'],
        ['settlement', '结算价', 'Settlement'],
        ['management', '管理价', 'Management'],
        ['joint', '联营价', 'Joint operation'],
        ['assessment', '考核价', 'Assessment'],
      ],
    },
  },
  buttons: [
    { code: SEES.settlement, label: label('查看结算价', 'See settlement prices'), menu: 'settlementprice' },
    { code: SEES.joint, label: label('查看联营价', 'See joint-operation prices'), menu: 'jointoperationprice' },
    { code: SEES.management, label: label('查看管理价', 'See management prices'), menu: 'managementpriceplan' },
    { code: SEES.assessment, label: label('查看考核价', 'See assessment prices'), menu: 'assessmentpricemaintenance' },
    {
      code: 'managementprice_import',
      label: label('导入管理价', 'Import management prices'),
      menu: 'managementpriceplan',
    },
    {
      code: 'assessmentpricemaintenance_import',
      label: label('导入考核价', 'Import assessment prices'),
      menu: 'assessmentpricemaintenance',
    },
    { code: SEES_SCHEMES, label: label('查看方案价格', 'See prices of schemes'), menu: 'priceschememanagement' },
    { code: 'pricebook_test', label: label('按其他角色试算', 'Try other roles'), menu: 'pricebook' },
    { code: SEES_RUNS, label: label('查看调价单价格', 'See prices of runs'), menu: 'pricerun' },
    {
      code: 'settlementprice_sync',
      label: label('按采购价更新结算价', 'Carry purchase prices over'),
      menu: 'settlementprice',
    },
    {
      code: 'priceearlywarning_override',
      label: label('放行禁止价格', 'Let blocked prices pass'),
      menu: 'priceearlywarning',
    },
    { code: 'price_backdate', label: label('补录历史价格', 'Enter past prices'), menu: 'settlementprice' },
  ],
  parameters: {
    'price.nightlyRun': {
      label: label(
        '每晚按定价公式检查，有变动时生成调价单草稿',
        'Every night draft a price run where formulas give new prices',
      ),
      value: '0',
    },
    'price.onOverlap': {
      label: label('新价格与旧价格重叠时', 'Where a new price meets an older one'),
      value: 'refuse',
    },
  },
};
