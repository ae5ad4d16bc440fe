import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, dictionary, integer, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** What a person does; decides who is offered as buyer or district director. */
export const post = resource('post', {
  label: label('岗位', 'Post'),
  service: 'blade-system',
  segment: 'post',
  path: '/system/post',
  purpose: label(
    '岗位说明一个人做什么，例如采购员、仓管员',
    'A post says what a person does, for example buyer or storekeeper',
  ),
  title: 'postName',
  keyword: ['postName', 'postCode'],
  sort: 'sort',
  scope: null,
  excelKey: ['postCode'],
  few: true,
  fields: {
    category: dictionary('岗位类型', 'Kind', 'post_category', { numeric: true, search: true, list: true }),
    postCode: code('岗位编号', 'Code', { max: 12, unique: true, search: true, list: true }),
    postName: text('岗位名称', 'Name', { max: 50, search: true, list: true }),
    duty: choice(
      '业务职责',
      'Duty',
      [
        ['buyer', '采购员', 'Buyer'],
        ['district-director', '区域总监', 'District director'],
        ['project-manager', '项目经理', 'Project manager'],
        ['storekeeper', '仓管员', 'Storekeeper'],
        ['chef', '厨师长', 'Chef'],
        ['finance', '财务', 'Finance'],
        ['other', '其他', 'Other'],
      ],
      { default: 'other', search: true, list: true },
    ),
    sort: integer('排序', 'Order', { min: 0, max: 9999, default: 1, list: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});
