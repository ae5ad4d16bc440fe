import { expect, test } from 'vitest';
import { wrongField } from './social-provider.rules.ts';

const good = {
  source: 'company',
  issuer: 'https://id.example.com/realms/food',
  scope: 'openid profile',
  redirectUri: 'https://larder.example.com/oauth/redirect/company',
};

test.each([
  [{}, null],
  [{ issuer: 'http://127.0.0.1:9000' }, null],
  [{ redirectUri: 'http://10.0.0.5:8800/oauth/redirect/company' }, null],
  [{ source: 'Company' }, 'source'],
  [{ source: 'a/b' }, 'source'],
  [{ issuer: 'id.example.com' }, 'issuer'],
  [{ issuer: 'file:///etc/passwd' }, 'issuer'],
  [{ issuer: 'https://id.example.com/?a=1' }, 'issuer'],
  [{ issuer: 'https://u@id.example.com' }, 'issuer'],
  [{ scope: 'profile' }, 'scope'],
  [{ redirectUri: 'https://larder.example.com/oauth/redirect/other' }, 'redirectUri'],
  [{ redirectUri: 'https://larder.example.com/oauth/redirect/company?x=1' }, 'redirectUri'],
  [{ redirectUri: '/oauth/redirect/company' }, 'redirectUri'],
] as const)('a provider with %o: %s', (change, expected) => expect(wrongField({ ...good, ...change })).toBe(expected));
