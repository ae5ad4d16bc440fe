import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { mealForecast } from './forecast/meal-forecast.resource.ts';
import { servedCount } from './forecast/served-count.resource.ts';
import { weatherDay } from './forecast/weather-day.resource.ts';
import { centralFactory } from './factories/central-factory.resource.ts';
import { projectDeptCentralFactory } from './factories/project-dept-central-factory.resource.ts';
import { goodsSystem, goodsSystemMenuTemplate } from './goods-systems/goods-system.resource.ts';
import { businessModel, district, operationType, projectDeptType } from './profiles/profile-types.resource.ts';
import { projectDeptUnload } from './profiles/project-dept-unload.resource.ts';
import { storeAdmin } from './profiles/store-admin.resource.ts';
import { salesPlanRevision } from './revisions/sales-plan-revision.document.ts';
import { salesPlan } from './sales-plan/sales-plan.document.ts';
import { operationSystem, projectDeptSystem, SEES_CONTACTS, useRestaurant } from './sites/sites.resource.ts';
import { specialMeal } from './meals/special-meal.document.ts';
import { timeIntervalRecord } from './sites/time-interval-record.resource.ts';

/** Sites, restaurants and stalls, and what they plan to sell. */
export const operations: Module = {
  name: 'operations',
  label: label('现场运营', 'Site operations'),
  declarations: [
    projectDeptType,
    businessModel,
    district,
    operationType,
    projectDeptUnload,
    storeAdmin,
    goodsSystem,
    goodsSystemMenuTemplate,
    projectDeptSystem,
    useRestaurant,
    operationSystem,
    timeIntervalRecord,
    centralFactory,
    projectDeptCentralFactory,
    salesPlan,
    salesPlanRevision,
    specialMeal,
    servedCount,
    weatherDay,
    mealForecast,
  ] as readonly Declaration[],
  menu: [
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_org',
          label: label('项目与档口', 'Sites and stalls'),
          icon: 'apartment',
          children: [
            {
              code: 'gearprojectdeptsys',
              label: label('项目部体系', 'Sites'),
              icon: 'project',
              path: '/gear/gearprojectdeptsys',
              resource: 'projectDeptSystem',
            },
            {
              code: 'userestaurant',
              label: label('使用餐厅', 'Restaurants'),
              icon: 'home',
              path: '/smart-meal/userestaurant',
              resource: 'useRestaurant',
            },
            {
              code: 'gearoperationsys',
              label: label('档口体系', 'Stalls'),
              icon: 'shop',
              path: '/gear/gearoperationsys',
              resource: 'operationSystem',
            },
            {
              code: 'gearprojectdeptsysunload',
              label: label('卸货点', 'Unloading points'),
              icon: 'environment',
              path: '/gear/gearprojectdeptsysunload',
              resource: 'projectDeptUnload',
            },
            {
              code: 'gearstoreadmin',
              label: label('店铺管理员', 'Stall administrators'),
              icon: 'team',
              path: '/gear/gearstoreadmin',
              resource: 'storeAdmin',
            },
            {
              code: 'gearprojectdepttype',
              label: label('项目部类型', 'Site types'),
              icon: 'appstore',
              path: '/gear/gearprojectdepttype',
              resource: 'projectDeptType',
            },
            {
              code: 'gearbusinessmodel',
              label: label('经营模式', 'Business models'),
              icon: 'appstore',
              path: '/gear/gearbusinessmodel',
              resource: 'businessModel',
            },
            {
              code: 'geardistrict',
              label: label('区域', 'Districts'),
              icon: 'global',
              path: '/gear/geardistrict',
              resource: 'district',
            },
            {
              code: 'gearoperationtype',
              label: label('经营类型', 'Operation types'),
              icon: 'appstore',
              path: '/gear/gearoperationtype',
              resource: 'operationType',
            },
          ],
        },
        {
          code: 'gear_plan',
          label: label('菜单与计划', 'Menus and plans'),
          icon: 'calendar',
          children: [
            {
              code: 'geargoodssys',
              label: label('商品体系', 'Goods systems'),
              icon: 'database',
              path: '/gear/geargoodssys',
              resource: 'goodsSystem',
            },
            {
              code: 'geargoodssysmenutemplate',
              label: label('商品体系菜谱', 'Menus of goods systems'),
              icon: 'profile',
              path: '/gear/geargoodssysmenutemplate',
              resource: 'goodsSystemMenuTemplate',
            },
            {
              code: 'gearsalesplan',
              label: label('营销计划', 'Sales plans'),
              icon: 'calendar',
              path: '/gear/gearsalesplan',
              resource: 'salesPlan',
            },
            {
              code: 'salesplanrevision',
              label: label('计划修订', 'Plan revisions'),
              icon: 'edit',
              path: '/gear/salesplanrevision',
              resource: 'salesPlanRevision',
            },
            {
              code: 'gearspecialmeal',
              label: label('特殊餐', 'Special meals'),
              icon: 'gift',
              path: '/gear/gearspecialmeal',
              resource: 'specialMeal',
            },
          ],
        },
        {
          code: 'gear_forecast',
          label: label('预测', 'Forecasts'),
          icon: 'bar-chart',
          children: [
            {
              code: 'mealforecast',
              label: label('用餐预测', 'Forecasts'),
              icon: 'bar-chart',
              path: '/gear/mealforecast',
              resource: 'mealForecast',
            },
            {
              code: 'servedcount',
              label: label('就餐登记', 'Served counts'),
              icon: 'team',
              path: '/gear/servedcount',
              resource: 'servedCount',
            },
            {
              code: 'weatherday',
              label: label('天气', 'Weather'),
              icon: 'environment',
              path: '/gear/weatherday',
              resource: 'weatherDay',
            },
          ],
        },
      ],
    },
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      icon: 'build',
      rank: 9,
      path: '/factory',
      children: [
        {
          code: 'centralfactory',
          label: label('中央工厂', 'Central factories'),
          icon: 'build',
          path: '/sales-mall/centralfactory',
          rank: 9,
          resource: 'centralFactory',
        },
        {
          code: 'projectdepartmentcentralfactory',
          label: label('项目部工厂关系', 'Who serves whom'),
          icon: 'link',
          path: '/sales-mall/projectdepartmentcentralfactory',
          rank: 11,
          resource: 'projectDeptCentralFactory',
        },
      ],
    },
  ],
  dictionaries: {
    specialMealType: {
      label: label('特殊餐类型', 'Kind of special meal'),
      entries: [
        ['reception', '接待餐', 'Reception'],
        ['banquet', '宴会', 'Banquet'],
        ['tea-break', '茶歇', 'Tea break'],
        ['overtime', '加班餐', 'Overtime'],
        ['boxed', '盒餐', 'Boxed'],
        ['diet', '治疗膳食', 'Diet'],
      ],
    },
    deliveryPriority: {
      label: label('配送优先级', 'Delivery priority'),
      entries: [
        ['first', '优先', 'First'],
        ['normal', '普通', 'Normal'],
        ['later', '靠后', 'Later'],
      ],
    },
    businessFormat: {
      label: label('业态', 'Kind of client'),
      entries: [
        ['enterprise', '企业', 'Enterprise'],
        ['school', '学校', 'School'],
        ['hospital', '医院', 'Hospital'],
        ['government', '机关', 'Government'],
        ['park', '园区', 'Park'],
        ['event', '会展', 'Event'],
      ],
    },
  },
  buttons: [
    { code: SEES_CONTACTS, label: label('查看联系方式', 'See how people are reached'), menu: 'field_right' },
    { code: 'mealforecast_make', label: label('重新预测', 'Forecast again'), menu: 'mealforecast' },
  ],
};
