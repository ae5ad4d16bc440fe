import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, dictionary, integer, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { CYCLE_DAYS_MAX } from './menu-cycle.rules.ts';
import { dishType } from '../dishes/dish-type.resource.ts';
import { remark } from '../materials/validity.fields.ts';

/** What menus of a kind consist of: staff meals, pupils' meals, free choice. */
export const menuTemplateType = resource('menuTemplateType', {
  label: label('菜谱模板类型', 'Menu type'),
  service: 'master-data',
  segment: 'menutemplatetype',
  path: '/masterdata/menutemplatetype',
  purpose: label(
    '职工餐、学生营养餐、自选等菜谱的类型，规定默认周期和每餐的菜式结构。先建类型，再做菜谱模板。',
    'Kinds of menus, such as meals for staff or for pupils, with their cycle and what each meal consists of. Make them here, then the menu templates.',
  ),
  few: true,
  fields: {
    code: code('类型编码', 'Code', { unique: true, max: 20, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: true, max: 40, list: true, search: true }),
    cycleDays: integer('默认周期(天)', 'Cycle (days)', { default: 7, min: 1, max: CYCLE_DAYS_MAX, list: true }),
    noRepeatDays: integer('不重复天数', 'No dish again within (days)', { default: 2, min: 0, max: 14, list: true }),
    checkLevel: choice(
      '校验级别',
      'If a rule is broken',
      [
        ['warn', '提醒', 'Warn', 'look'],
        ['block', '禁止提交', 'Do not send', 'stop'],
      ],
      { default: 'warn', list: true },
    ),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    remark,
  },
  lines: {
    structure: {
      label: label('菜式结构', 'What a meal consists of'),
      table: 'menu_template_type_structure',
      unique: ['mealType', 'dishRole'],
      fields: {
        mealType: dictionary('餐次', 'Meal', 'mealType', { list: true }),
        dishRole: choice(
          '菜谱角色',
          'Role in a menu',
          (dishType.fields.dishRole.rules.choices ?? []).map(
            ({ value, label: { zh, en } }) => [value, zh, en] as const,
          ),
          { optional: true, list: true, hint: label('不填为全部菜品', 'Leave empty for all dishes') },
        ),
        min: integer('最少(个)', 'At least', { default: 1, min: 0, max: 99, list: true }),
        max: integer('最多(个)', 'At most', { default: 1, min: 1, max: 99, list: true }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  keyword: ['code', 'name'],
  sort: 'sort,code',
  scope: null,
});
