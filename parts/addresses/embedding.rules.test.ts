import { expect, test } from 'vitest';
import { embedding, hostsIn } from './embedding.rules.ts';

test.each([
  ['-', []],
  ['', []],
  ['bi.example.com', ['bi.example.com']],
  ['BI.example.com，report:8443', ['bi.example.com', 'report:8443']],
  ['https://bi.example.com', undefined],
  ['bi.example.com/x', undefined],
  ['*', undefined],
  ["'none'", undefined],
])('the hosts of "%s" are %j', (list, hosts) => expect(hostsIn(list)).toEqual(hosts));

test.each([
  ['/report/x.html', 'own'],
  ['help.html', 'own'],
  ['//evil.com/x.html', undefined],
  ['/\\evil.com', undefined],
  ['/\t/evil.com/x.html', undefined],
  ['\n//evil.com', undefined],
  ['/report\\..\\x', undefined],
  ['https://:word@bi.example.com/', undefined],
  ['https://bi.example.com/board?id=1', 'foreign'],
  ['https://bi.example.com:444/', undefined],
  ['https://bi.example.com.evil.com/', undefined],
  ['https://bi.example.com@evil.com/', undefined],
  ['https://who@bi.example.com/', undefined],
  ['http://bi.example.com/', undefined],
  ['javascript:alert(1)//x.html', undefined],
  ['data:text/html,x', undefined],
] as const)('%s is embedded as %s', (source, how) => expect(embedding(source, ['bi.example.com'])).toBe(how));
