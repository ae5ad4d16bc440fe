import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { kitchenDay, prepTick } from './day/kitchen-day.resource.ts';
import { gearLabel } from './labels/label.resource.ts';
import { gearProduce } from './produce/produce.document.ts';
import { splitBom } from './produce/split-bom.resource.ts';
import { gearFoodWaste } from './waste/food-waste.document.ts';

/** The day of a kitchen: what is prepared, cooked, labelled, left over and thrown away. */
export const production: Module = {
  name: 'production',
  label: label('厨房生产', 'Kitchen'),
  declarations: [
    splitBom,
    gearProduce,
    gearLabel,
    gearFoodWaste,
    kitchenDay,
    prepTick,
  ] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      children: [
        {
          code: 'factorytomake',
          label: label('工厂待产', 'To make'),
          icon: 'fire',
          path: '/factory/tomake',
          rank: 1,
        },
      ],
    },
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_floor',
          label: label('现场', 'Floor'),
          icon: 'fire',
          children: [
            {
              code: 'gearkitchenday',
              label: label('生产看板', 'Kitchen day'),
              icon: 'dashboard',
              path: '/gear/kitchenday',
              rank: 1,
            },
            {
              code: 'gearpreplist',
              label: label('备料单', 'Prep list'),
              icon: 'ordered-list',
              path: '/gear/preplist',
              rank: 2,
            },
            {
              code: 'gearproduce',
              label: label('加工生产', 'Production'),
              icon: 'fire',
              path: '/gear/gearproduce',
              resource: 'gearProduce',
              rank: 3,
            },
            {
              code: 'gearwastepad',
              label: label('登记浪费', 'Enter waste'),
              icon: 'form',
              path: '/gear/wastepad',
              rank: 4,
            },
            {
              code: 'gearfoodwaste',
              label: label('餐厨浪费', 'Food waste'),
              icon: 'delete',
              path: '/gear/gearfoodwaste',
              resource: 'gearFoodWaste',
              rank: 5,
            },
            {
              code: 'gearlabel',
              label: label('档口标签', 'Food labels'),
              icon: 'tags',
              path: '/gear/gearlabel',
              resource: 'gearLabel',
              rank: 6,
            },
            {
              code: 'splitbom',
              label: label('分割BOM', 'Cutting lists'),
              icon: 'scissor',
              path: '/gear/splitbom',
              resource: 'splitBom',
              rank: 7,
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    wasteReason: {
      label: label('浪费原因', 'Cause of waste'),
      entries: [
        ['over-plan', '计划偏多', 'Over-planned'],
        ['few-guests', '就餐人数减少', 'Fewer guests'],
        ['taste', '口味不佳', 'Taste'],
        ['late', '出餐过晚', 'Late'],
        ['storage', '储存不当', 'Storage'],
        ['cutting', '切配粗放', 'Cutting'],
        ['equipment', '设备故障', 'Equipment'],
        ['other', '其他', 'Other'],
      ],
    },
    labelType: {
      label: label('标签类型', 'Kind of label'),
      entries: [
        ['dish', '菜品', 'Dish'],
        ['semi', '半成品', 'Semi-finished'],
        ['opened', '开封', 'Opened'],
        ['leftover', '余菜', 'Leftover'],
        ['sample', '留样', 'Sample'],
      ],
    },
  },
  parameters: {
    'production.backdate-days': {
      label: label('加工、浪费可补登', 'How far back production and waste may be entered'),
      value: '3',
    },
    'production.over-percent': {
      label: label('用料超过标准多少须填原因', 'Use beyond the BOM that asks for a reason'),
      value: '30',
    },
    'leftover.hours': { label: label('余菜时限', 'How long leftovers are good'), value: '4' },
    'waste.photo': { label: label('登记浪费须拍照', 'Waste needs a photo'), value: '0' },
    'sample.minGram': { label: label('留样最少重量', 'Least weight of a sample'), value: '125' },
    'sample.keepHours': { label: label('留样保留多久', 'How long a sample is kept'), value: '48' },
  },
  buttons: [{ code: 'gearproduce_close_day', label: label('日结', 'Close a day'), menu: 'gearproduce' }],
};
