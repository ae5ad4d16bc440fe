import { resource } from '../../../kernel/core/declaration.ts';
import { choice, dictionary, flag, integer, moment, pictures, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A picture that takes its turn on the mall's home page, a menu board or a meal device. */
export const rotationChart = resource('rotationChart', {
  label: label('轮播图', 'Rotating picture'),
  service: 'master-data',
  segment: 'rotationchart',
  path: '/masterdata/rotationchart',
  purpose: label(
    '商城首页、菜单屏和就餐设备上轮换展示的图片，按排序依次出现。',
    'Pictures that take turns on the mall’s home page, menu boards and meal devices, in their order.',
  ),
  few: true,
  fields: {
    title: text('标题', 'Title', { max: 50, list: true, search: true }),
    position: dictionary('展示位置', 'Where', 'rotationPosition', { list: true, search: true }),
    picture: pictures('图片', 'Picture', {
      optional: true,
      max: 1,
      list: true,
      hint: label('启用时必须有图片', 'Needed once it is in use'),
    }),
    sort: integer('排序', 'Order', {
      default: 0,
      min: 0,
      list: true,
      hint: label('数字小者先出现', 'The lowest comes first'),
    }),
    linkKind: choice(
      '跳转',
      'Leads to',
      [
        ['none', '无', 'Nothing'],
        ['dish', '菜品', 'A dish'],
        ['template', '菜谱模板', 'A menu template'],
        ['url', '链接', 'An address'],
      ],
      { default: 'none', list: true },
    ),
    dishId: ref('菜品', 'Dish', 'dish', { optional: true }),
    menuTemplateId: ref('菜谱模板', 'Menu template', 'menuTemplate', { optional: true }),
    url: text('链接', 'Address', { optional: true, max: 300, hint: label('以 https:// 开头', 'Begins with https://') }),
    deptIds: refs('展示部门', 'Shown at', 'dept', {
      optional: true,
      list: true,
      hint: label('不填则处处展示', 'Leave empty for everywhere'),
    }),
    startTime: moment('开始时间', 'From', { optional: true, list: true }),
    endTime: moment('结束时间', 'Until', { optional: true, list: true }),
    enabled: flag('启用', 'In use', { default: 1, list: true, search: true }),
  },
  calls: ['list', 'page', 'detail', 'remove', 'submit'],
  title: 'title',
  keyword: ['title'],
  sort: 'position,sort',
  constraints: { times_ck: 'check (end_time is null or start_time is null or end_time > start_time)' },
  scope: null,
});
