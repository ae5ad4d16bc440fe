/** A person's own links to sign-in providers. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const auth = { service: 'blade-auth', permission: SESSION } as const;
const source = text('第三方登录方式', 'Provider', { optional: true });

/** Every provider that is enabled, and any the caller is linked with, so that links of others can be removed. */
export const ownLinks = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/links',
  summary: label('我的第三方账号', 'What I am linked with'),
  input: {},
  answer: shape.list(
    shape.object({
      source: shape.text,
      name: shape.text,
      enabled: shape.flag,
      linked: shape.boolean,
      oauthName: shape.text,
      linkedTime: shape.nullable(shape.moment),
      lastUsedTime: shape.nullable(shape.moment),
    }),
  ),
});

/** Where the provider asks who the caller is. Needs their password, so that nobody else at their screen can link. */
export const startLink = contract({
  ...auth,
  method: 'POST',
  path: 'oauth/link',
  summary: label('绑定第三方账号', 'Link with a provider'),
  input: { source, password: secret('密码', 'Password', { optional: true }) },
  answer: shape.object({ address: shape.text }),
});

/** Links the caller with the account the provider sent back. */
export const completeLink = contract({
  ...auth,
  method: 'POST',
  path: 'oauth/linked',
  summary: label('完成绑定', 'Complete a link'),
  input: {
    source,
    code: text('授权码', 'Code', { optional: true, max: 8_000 }),
    state: text('授权状态', 'State', { optional: true, max: 8_000 }),
    iss: text('签发方', 'Issuer', { optional: true, max: 2_000 }),
  },
  answer: shape.done,
});

/** Removes the caller's link with a provider; 404 where there is none. */
export const unlink = contract({
  ...auth,
  method: 'POST',
  path: 'oauth/unlink',
  summary: label('解除绑定', 'Undo a link'),
  input: { source },
  answer: shape.done,
});
