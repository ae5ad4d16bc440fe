import { resource } from '../../../kernel/core/declaration.ts';
import { code, flag, integer, secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** An OpenID Connect provider whose word a tenant takes for who somebody is. None is asked before it is switched on. */
export const socialProvider = resource('socialProvider', {
  label: label('第三方登录', 'Sign-in provider'),
  service: 'blade-system',
  segment: 'social-provider',
  permission: 'social_provider',
  path: '/system/social',
  purpose: label(
    '让员工用公司的统一身份（OpenID Connect）登录；启用后登录页出现对应按钮',
    'People sign in with the identity their company already gives them (OpenID Connect); a button stands on the page of signing in once one is on',
  ),
  title: 'name',
  keyword: ['source', 'name', 'issuer'],
  sort: 'sort',
  scope: null,
  excelKey: ['source'],
  few: true,
  fields: {
    source: code('编号', 'Code', {
      max: 20,
      unique: true,
      fixed: true,
      search: true,
      list: true,
      hint: label(
        '2-20 位小写字母、数字、- 或 _，是回调地址的最后一段',
        '2 to 20 lower-case letters, digits, - or _; the last part of the return address',
      ),
    }),
    name: text('显示名称', 'Display name', {
      max: 20,
      search: true,
      list: true,
      hint: label('登录页按钮上的名称，如：企业账号', 'What the button says, such as: Company account'),
    }),
    issuer: text('签发地址', 'Issuer', {
      max: 255,
      list: true,
      hint: label(
        '如 https://id.example.com/realms/food；主机须在参数 social.allowedHosts 中',
        'Such as https://id.example.com/realms/food; its host has to stand in the parameter social.allowedHosts',
      ),
    }),
    clientId: text('客户端ID', 'Client id', { max: 200 }),
    clientSecret: secret('客户端密钥', 'Client secret', { max: 500, optional: true }),
    scope: text('授权范围', 'Scopes', { max: 200, default: 'openid profile' }),
    redirectUri: text('回调地址', 'Return address', {
      max: 255,
      list: true,
      hint: label(
        '本系统地址加 /oauth/redirect/编号，须与服务商登记的一致',
        'The address of this system and /oauth/redirect/code, as registered with the provider',
      ),
    }),
    sort: integer('排序', 'Order', { min: 0, max: 9999, default: 1 }),
    enabled: flag('启用', 'On', { default: 0, search: true, list: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});
