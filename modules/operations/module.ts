import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { mealForecast } from './forecast/meal-forecast.resource.ts';
import { servedCount } from './forecast/served-count.resource.ts';
import { weatherDay } from './forecast/weather-day.resource.ts';
import { centralFactory } from './factories/central-factory.resource.ts';
import { projectDeptCentralFactory } from './factories/project-dept-central-factory.resource.ts';
import { salesPlan } from './sales-plan/sales-plan.document.ts';
import { operationSystem, projectDeptSystem, SEES_CONTACTS, useRestaurant } from './sites/sites.resource.ts';
import { specialMeal } from './meals/special-meal.document.ts';
import { timeIntervalRecord } from './sites/time-interval-record.resource.ts';

/** Sites, restaurants and stalls, and what they plan to sell. */
export const operations: Module = {
  name: 'operations',
  label: label('现场运营', 'Site operations'),
  declarations: [
    projectDeptSystem,
    useRestaurant,
    operationSystem,
    timeIntervalRecord,
    centralFactory,
    projectDeptCentralFactory,
    salesPlan,
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
          ],
        },
        {
          code: 'gear_plan',
          label: label('菜单与计划', 'Menus and plans'),
          icon: 'calendar',
          children: [
            {
              code: 'gearsalesplan',
              label: label('营销计划', 'Sales plans'),
              icon: 'calendar',
              path: '/gear/gearsalesplan',
              resource: 'salesPlan',
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
          rank: 8,
          resource: 'centralFactory',
        },
        {
          code: 'projectdepartmentcentralfactory',
          label: label('项目部工厂关系', 'Who serves whom'),
          icon: 'link',
          path: '/sales-mall/projectdepartmentcentralfactory',
          rank: 10,
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
