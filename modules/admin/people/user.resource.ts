import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, dictionary, flag, moment, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A person who signs in. The password is no field: it is handled by `password.server.ts` alone. */
export const user = resource('user', {
  label: label('用户', 'User'),
  service: 'blade-user',
  segment: '',
  permission: 'user',
  path: '/system/user',
  purpose: label(
    '为每个使用系统的人建立账号，并给他角色和部门',
    'One account for each person, with roles and departments',
  ),
  title: 'realName',
  keyword: ['account', 'realName', 'name', 'code', 'phone'],
  alike: ['realName'],
  sort: '-createTime',
  scope: 'deptId',
  namedByAll: true,
  excelKey: ['account'],
  tabs: [
    { key: 'pending', label: label('待审核', 'Waiting'), where: { auditState: 'pending' } },
    { key: 'frozen', label: label('冻结', 'Frozen'), where: { frozen: '1' } },
  ],
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'update',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  fields: {
    account: text('登录账号', 'Account', { min: 2, max: 45, fixed: true, search: true, list: true }),
    realName: text('用户姓名', 'Name', { max: 20, search: true, list: true }),
    name: text('用户昵称', 'Display name', { max: 20, list: true }),
    code: code('用户工号', 'Staff number', { max: 20, optional: true, unique: true, search: true, list: true }),
    deptId: refs('所属部门', 'Departments', 'dept', {
      list: true,
      search: true,
      hint: label('第一个是主部门', 'The first is the main one'),
    }),
    roleId: refs('角色', 'Roles', 'role', { list: true }),
    postId: refs('岗位', 'Posts', 'post', { optional: true, list: true }),
    phone: text('手机号码', 'Mobile', { max: 20, optional: true, search: true }),
    email: text('电子邮箱', 'E-mail', { max: 64, optional: true }),
    avatar: text('头像', 'Picture', { max: 500, optional: true }),
    sex: dictionary('性别', 'Sex', 'sex', { numeric: true, optional: true }),
    birthday: day('生日', 'Birthday', { optional: true }),
    userType: dictionary('用户平台', 'Platform', 'user_type', { numeric: true, default: '1' }),
    partyType: choice(
      '身份',
      'Belongs to',
      [
        ['staff', '员工', 'Staff'],
        ['supplier', '供应商', 'Supplier'],
        ['client', '客户', 'Client'],
      ],
      { default: 'staff', list: true, search: true },
    ),
    supplierId: ref('所属供应商', 'Supplier', 'supplier', {
      optional: true,
      list: true,
      hint: label('身份为供应商时必填', 'Required of a supplier’s people'),
    }),
    auditState: choice(
      '审核状态',
      'Review',
      [
        ['approved', '已通过', 'Approved', 'done'],
        ['pending', '待审核', 'Pending', 'waiting'],
        ['refused', '已拒绝', 'Refused', 'stop'],
      ],
      { default: 'approved', readonly: true, list: true, search: true },
    ),
    leaveDate: day('离职日期', 'Leaves on', { optional: true }),
    frozen: flag('冻结', 'Frozen', { default: 0, readonly: true, list: true, search: true }),
    mustChangePassword: flag('须改密码', 'Must change password', { default: 0, readonly: true }),
    passwordChangedTime: moment('改密时间', 'Password changed', { optional: true, readonly: true }),
    lastLoginTime: moment('最后登录时间', 'Last sign-in', { optional: true, readonly: true, list: true }),
    lastLoginIp: text('最后登录地址', 'Last address', { max: 45, optional: true, readonly: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const userReads = ['account', 'realName', 'auditState', 'oauthName', 'createTime'] as const;
