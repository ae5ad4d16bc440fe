import { resource } from '../../../kernel/core/declaration.ts';
import { code, flag, integer, secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A program that may ask for tokens. Kept as a digest, the secret never leaves. */
export const client = resource('client', {
  label: label('应用', 'Client'),
  service: 'blade-system',
  segment: 'client',
  path: '/system/client',
  platform: true,
  title: 'clientId',
  keyword: ['clientId'],
  sort: 'clientId',
  scope: null,
  excelKey: ['clientId'],
  few: true,
  fields: {
    clientId: code('应用ID', 'Client id', { max: 48, unique: true, fixed: true, search: true, list: true }),
    clientSecret: secret('应用密钥', 'Secret', { max: 256 }),
    authorizedGrantTypes: text('授权类型', 'Grants', {
      max: 100,
      list: true,
      hint: label('refresh_token,password,captcha', 'refresh_token,password,captcha'),
    }),
    scope: text('授权范围', 'Scope', { max: 100, default: 'all', list: true }),
    accessTokenValidity: integer('令牌秒数', 'Token seconds', { min: 3011, max: 86_400, default: 3600, list: true }),
    refreshTokenValidity: integer('刷新令牌秒数', 'Refresh seconds', {
      min: 3012,
      max: 2_592_000,
      default: 604_800,
      list: true,
    }),
    webServerRedirectUri: text('回调地址', 'Redirect', { max: 255, optional: true }),
    resourceIds: text('资源集合', 'Resources', { max: 255, optional: true }),
    authorities: text('权限', 'Authorities', { max: 255, optional: true }),
    autoapprove: text('自动授权', 'Auto approve', { max: 255, optional: true }),
    additionalInformation: text('附加说明', 'Information', { max: 255, optional: true }),
    frozen: flag('冻结', 'Frozen', { default: 0, list: true }),
  },
  constraints: { validity_ck: 'check (refresh_token_validity > access_token_validity)' },
});
