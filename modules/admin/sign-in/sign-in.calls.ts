/** Calls that need no session: what the sign-in page shows, and all grants. Existing clients ask them. */
import { contract, PUBLIC } from '../../../kernel/core/contract.ts';
import { secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const auth = { service: 'blade-auth', permission: PUBLIC } as const;
const optional = { optional: true } as const;
const tenantId = text('租户编号', 'Tenant', optional);
const source = text('第三方登录方式', 'Provider', optional);

/** A picture of five characters, good for two minutes and one attempt. `image` is a data URL. */
export const captcha = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/captcha',
  summary: label('验证码', 'Captcha'),
  input: {},
  answer: shape.bare(shape.object({ key: shape.text, image: shape.text })),
});

/**
 * Tokens and who they belong to, the same for every grant: `password`, `captcha`, `social` and `refresh_token`. A
 * refusal is bare as well, with status 400, or 401 of a refresh. `password` is the MD5 of the password or the password
 * itself.
 */
export const token = contract({
  ...auth,
  method: 'POST',
  path: 'oauth/token',
  summary: label('登录', 'Sign in'),
  input: {
    grant_type: text('授权方式', 'Grant', optional),
    tenantId,
    tenant_id: tenantId,
    username: text('登录账号', 'Account', optional),
    password: secret('密码', 'Password', optional),
    refresh_token: text('刷新令牌', 'Refresh token', { optional: true, max: 4_000 }),
    source,
    code: text('授权码或验证码', 'Code of the provider, or the captcha as read', { optional: true, max: 8_000 }),
    state: text('授权状态', 'State of the provider', { optional: true, max: 8_000 }),
    iss: text('签发方', 'Issuer', { optional: true, max: 2_000 }),
    /** Of the captcha, where it does not come in the header `Captcha-Key`. */
    key: text('验证码编号', 'Captcha key', optional),
  },
  answer: shape.bare(
    shape.object({
      access_token: shape.text,
      /** Empty of somebody without an account. */
      refresh_token: shape.text,
      token_type: shape.oneOf('bearer'),
      /** Seconds. */
      expires_in: shape.integer,
      tenant_id: shape.text,
      /** -1 of somebody without an account. */
      user_id: shape.id,
      account: shape.text,
      user_name: shape.text,
      nick_name: shape.text,
      real_name: shape.text,
      avatar: shape.text,
      /** Aliases of the roles with commas; `role_id`, `dept_id` and `post_id` are ids with commas. */
      role_name: shape.text,
      role_id: shape.text,
      dept_id: shape.text,
      dept_name: shape.text,
      post_id: shape.text,
      oauth_id: shape.text,
      detail: shape.object({ type: shape.text }),
      license: shape.text,
      client_id: shape.text,
      scope: shape.text,
      must_change_password: shape.flag,
      /** Missing of somebody without an account. */
      time_zone: shape.optional(shape.text),
    }),
  ),
});

/** Accounts of the demonstration, to enter by one click; none in a program that was started without it. */
export const demonstration = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/demonstration',
  summary: label('演示账号', 'Accounts of the demonstration'),
  input: {},
  answer: shape.list(
    shape.object({ tenantId: shape.text, account: shape.text, password: shape.text, role: shape.text }),
  ),
});

/** Sign-in providers of a tenant; none of a tenant that is closed or does not exist. */
export const providers = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/sources',
  summary: label('登录页的第三方登录方式', 'Providers of the sign-in page'),
  input: { tenantId },
  answer: shape.list(shape.object({ source: shape.text, name: shape.text })),
});

/** Redirects the browser to a provider, or back to the sign-in page with the reason why not. */
export const redirectToProvider = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/render/:source',
  summary: label('前往第三方登录', 'Go to a sign-in provider'),
  input: { source, tenantId },
  answer: shape.bare(shape.text),
});

/** The tenant of the sign-in page's address; no keys where the address belongs to none. */
export const tenantOfAddress = contract({
  method: 'GET',
  service: 'blade-system',
  path: 'tenant/info',
  permission: PUBLIC,
  summary: label('按域名查租户', 'Tenant of an address'),
  input: { domain: text('域名', 'Address', optional) },
  answer: shape.object({
    tenantId: shape.optional(shape.text),
    domain: shape.optional(shape.text),
    backgroundUrl: shape.optional(shape.text),
  }),
});
