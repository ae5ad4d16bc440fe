/** Calls of a person about their own account, and of a guest who asks for one. Existing clients ask them. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { user } from './user.resource.ts';

const own = { service: 'blade-user', permission: SESSION } as const;
const optional = { optional: true } as const;

/** The caller's own row; no keys for the seconds in which somebody whose account was removed can still ask. */
export const ownProfile = contract({
  ...own,
  method: 'GET',
  path: 'info',
  summary: label('个人信息', 'Own profile'),
  input: {},
  answer: shape.either(shape.row(user), shape.object({})),
});

/** What is left out stays, what is sent empty is cleared; an `id` counts for nothing. */
export const updateOwnProfile = contract({
  ...own,
  method: 'POST',
  path: 'update-info',
  summary: label('修改个人信息', 'Change own profile'),
  input: {
    avatar: text('头像', 'Picture', { optional: true, max: 500 }),
    name: text('用户昵称', 'Display name', optional),
    realName: text('用户姓名', 'Name', optional),
    phone: text('手机号码', 'Mobile', optional),
    email: text('电子邮箱', 'E-mail', optional),
  },
  answer: shape.done,
});

/** Passwords are MD5 digests or clear text. Every other session of the caller ends. */
export const changePassword = contract({
  ...own,
  method: 'POST',
  path: 'update-password',
  summary: label('修改密码', 'Change password'),
  input: {
    oldPassword: secret('原密码', 'Current password', optional),
    newPassword: secret('新密码', 'New password', optional),
    newPassword1: secret('确认密码', 'New password again', optional),
  },
  answer: shape.done,
});

/** Whether this is the caller's password; counts as an attempt to sign in. */
export const checkPassword = contract({
  ...own,
  method: 'GET',
  path: 'user-verifypwd',
  summary: label('核对密码', 'Check password'),
  input: { password: secret('密码', 'Password', optional) },
  answer: shape.boolean,
});

/** Makes an account that waits for approval, for somebody whom a sign-in provider vouches for. */
export const registerGuest = contract({
  ...own,
  method: 'POST',
  path: 'register-guest',
  summary: label('第三方账号注册', 'Ask for an account'),
  input: {
    tenantId: text('租户编号', 'Tenant', optional),
    name: text('用户姓名', 'Name', { optional: true, max: 1_000 }),
    account: text('登录账号', 'Account', { optional: true, max: 1_000 }),
    password: secret('密码', 'Password', optional),
    oauthId: text('第三方账号编号', 'Id of the link', optional),
  },
  answer: shape.done,
});
