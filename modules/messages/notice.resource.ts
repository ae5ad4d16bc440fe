import { resource } from '../../kernel/core/declaration.ts';
import { attachments, dictionary, flag, integer, moment, refs, richtext, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const whom = label('发给谁', 'Audience');

/** Something everybody, or chosen departments and roles, is told from its time on. */
export const notice = resource('notice', {
  label: label('通知公告', 'Notice'),
  service: 'blade-desk',
  segment: 'notice',
  path: '/desk/notice',
  purpose: label(
    '发布给全员或指定部门、角色的通知，到时间自动生效',
    'Notices for everybody or for chosen departments and roles; they appear at their time',
  ),
  title: 'title',
  keyword: ['title'],
  sort: '-releaseTime',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
  tabs: [
    { key: 'current', label: label('生效', 'Current'), where: { stage: 'current' } },
    { key: 'coming', label: label('待发布', 'Scheduled'), where: { stage: 'coming' } },
    { key: 'ended', label: label('已结束', 'Ended'), where: { stage: 'ended' } },
  ],
  fields: {
    title: text('通知标题', 'Title', { search: true, list: true }),
    category: dictionary('通知类型', 'Kind', 'notice', { max: 32, search: true, list: true }),
    releaseTime: moment('通知时间', 'From', {
      search: true,
      list: true,
      hint: label('到这个时间才会显示给接收人', 'Readers see it from this time on'),
    }),
    endTime: moment('结束时间', 'Until', { optional: true, list: true }),
    topFlag: flag('置顶', 'On top', { default: 0, list: true }),
    content: richtext('通知内容', 'Text', { max: 100_000 }),
    attachIds: attachments('附件', 'Files', { optional: true, max: 10 }),
    // Whom a notice was meant for is past once it was read: it keeps no department or role from going.
    targetDeptIds: refs('接收部门', 'Departments', 'dept', {
      optional: true,
      weak: true,
      section: whom,
      hint: label(
        '含下级部门；部门和角色都不选则发给全员',
        'Includes the departments below; choose no department and no role to tell everybody',
      ),
    }),
    targetRoleIds: refs('接收角色', 'Roles', 'role', { optional: true, weak: true, section: whom }),
    readCount: integer('已读人数', 'Read by', { optional: true, computed: true, readonly: true, list: true }),
  },
  indexes: [['-releaseTime']],
});

/** What the page of the list reads of a row beside the columns it shows. */
export const noticeReads = ['title'] as const;
