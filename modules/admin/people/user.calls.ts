/** Calls on people beyond list, detail, submit and remove. Existing clients ask them. */
import { callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { importShapes } from '../../../parts/sheet-answer/import-result.ts';
import { user } from './user.resource.ts';

const optional = { optional: true } as const;
const service = 'blade-user';
/** `userIds` with commas or as a list, or one `id`. */
const chosenPeople = { userIds: json('用户', 'People', optional), id: json('用户', 'Person', optional) };
const roleIds = json('角色', 'Roles', optional);

/** The list as a sheet, by the filters of the list, which are read as they are sent. */
export const exportUsers = contract({
  ...callOf(user, 'export', 'export'),
  method: 'GET+POST',
  path: 'export-user',
  summary: label('导出用户', 'Export User'),
  input: {},
  answer: shape.file,
});

export const userTemplate = contract({
  ...callOf(user, 'template', 'import'),
  method: 'GET',
  path: 'export-template',
  summary: label('用户导入模板', 'Import template of User'),
  input: {},
  answer: shape.file,
});

/** Accounts that exist stay as they are unless `isCovered` is 1. */
export const importUsers = contract({
  ...callOf(user, 'import', 'import'),
  method: 'POST',
  path: 'import-user',
  summary: label('导入用户', 'Import User'),
  input: {
    dryRun: text('只检查', 'Check only', optional),
    onlyGood: text('只导入正确的行', 'Import the good rows although others are bad', optional),
    isCovered: text('覆盖已有数据', 'Change what exists', optional),
  },
  answer: shape.object({ ...importShapes, landed: shape.optional(shape.boolean) }),
});

/** These roles in place of those the people have; none beyond what the caller holds. */
export const grantRoles = contract({
  service,
  method: 'POST',
  path: 'grant',
  permission: 'user_role',
  summary: label('分配角色', 'Give roles'),
  input: { ...chosenPeople, roleIds },
  answer: shape.done,
});

/** `true`; where the tenant has no initial password, the random ones of these accounts, answered this once. */
export const resetPassword = contract({
  service,
  method: 'POST',
  path: 'reset-password',
  permission: 'user_reset',
  summary: label('重置密码', 'Reset password'),
  input: chosenPeople,
  answer: shape.either(
    shape.done,
    shape.list(shape.object({ id: shape.id, account: shape.text, realName: shape.text, initialPassword: shape.text })),
  ),
});

/** Failed sign-ins of these accounts no longer count. */
export const unlockAccounts = contract({
  service,
  method: 'POST',
  path: 'unlock',
  permission: 'user_unlock',
  summary: label('解除锁定', 'Unlock'),
  input: chosenPeople,
  answer: shape.done,
});

/** Whoever approves gives roles and departments; without roles the person becomes a guest. */
export const approveRegistration = contract({
  service,
  method: 'POST',
  path: 'audit-pass',
  permission: 'user_audit',
  summary: label('通过注册申请', 'Pass a registration'),
  input: { ...chosenPeople, roleIds, deptIds: json('部门', 'Departments', optional) },
  answer: shape.done,
});

/** A refused registration can still be approved. */
export const refuseRegistration = contract({
  service,
  method: 'POST',
  path: 'audit-refuse',
  permission: 'user_audit',
  summary: label('拒绝注册申请', 'Refuse a registration'),
  input: chosenPeople,
  answer: shape.done,
});

/** What another platform stores about a person, as it was given: text, or an object stored as its JSON. */
export const updatePlatform = contract({
  service,
  method: 'POST',
  path: 'update-platform',
  permission: 'user_platform',
  summary: label('修改用户平台信息', 'Change what a platform keeps of a user'),
  input: {
    userId: json('用户', 'Person', optional),
    id: json('用户', 'Person', optional),
    userType: text('用户平台', 'Platform', optional),
    userExt: json('扩展信息', 'Extension', optional),
  },
  answer: shape.done,
});

/** Of the platform asked for, else of the person's own; `id` is empty where nothing is stored. */
export const platformDetail = contract({
  service,
  method: 'GET',
  path: 'platform-detail',
  permission: ['user_platform', 'user_view'],
  summary: label('用户平台信息', 'What a platform keeps of a user'),
  input: { id: json('用户', 'Person', optional), userType: text('用户平台', 'Platform', optional) },
  answer: shape.object({ id: shape.text, userId: shape.id, userType: shape.text, userExt: shape.text }),
});

const lookUp = {
  service,
  method: 'GET',
  permission: SESSION,
  /** At most 500 people, by name; nobody who is frozen or not approved. */
  answer: shape.list(shape.object({ id: shape.id, account: shape.text, name: shape.text, realName: shape.text })),
} as const;
const id = json('编号', 'Id', optional);

export const people = contract({
  ...lookUp,
  path: 'user-list',
  summary: label('用户下拉', 'People to choose'),
  input: {},
});

export const peopleOfRole = contract({
  ...lookUp,
  path: 'getUserNameByRoleId',
  summary: label('角色下的用户', 'People with a role'),
  input: { roleId: json('角色', 'Role', optional), id },
});

/** Those of the departments below it as well. */
export const peopleOfDepartment = contract({
  ...lookUp,
  path: 'getOptionsByDeptId',
  summary: label('部门下的用户', 'People of a department'),
  input: { deptId: json('部门', 'Department', optional), id },
});

export const buyers = contract({
  ...lookUp,
  path: 'getBuyerOptions',
  summary: label('采购员', 'Buyers'),
  input: {},
});

/** With a department those of its company alone. */
export const districtDirectors = contract({
  ...lookUp,
  path: 'getDistrictDirector',
  summary: label('区域总监', 'District directors'),
  input: { deptId: json('部门', 'Department', optional), id },
});
