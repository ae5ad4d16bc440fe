import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { creditCodeRefusal } from './credit-code.rules.ts';
import { applicationRefusals, type Application } from './enterprise.rules.ts';

const TODAY = '2026-11-21';
const WHOLE: Application = {
  name: '北记',
  frozen: false,
  needed: ['license', 'food'],
  needsVisit: true,
  certificates: [
    { kind: 'license', validTo: null },
    { kind: 'food', validTo: '2026-11-21' },
  ],
  visits: [{ visitDate: '2026-11-01', conclusion: 'pass' }],
};
const NAMES: Readonly<Record<string, string>> = { license: '营业执照', food: '食品经营许可证' };

describe('RULE-495: what an enterprise must show before it applies', () => {
  test.each<[string, Partial<Application>, string[]]>([
    ['whole, with a paper that ends today', {}, []],
    [
      'a paper is missing',
      { certificates: [{ kind: 'license', validTo: null }] },
      ['企业【北记】缺少必备证照：食品经营许可证'],
    ],
    ['all are missing', { certificates: [] }, ['企业【北记】缺少必备证照：营业执照、食品经营许可证']],
    [
      'a paper has ended',
      {
        certificates: [
          { kind: 'license', validTo: '2026-11-20' },
          { kind: 'food', validTo: null },
        ],
      },
      ['企业【北记】的证照【营业执照】已于 2026-11-20 过期，请更新'],
    ],
    [
      'the one that ended was renewed',
      {
        certificates: [
          { kind: 'license', validTo: '2026-11-20' },
          { kind: 'license', validTo: '2027-11-20' },
          { kind: 'food', validTo: null },
        ],
      },
      [],
    ],
    ['papers nobody asks for may end', { needed: [], certificates: [{ kind: 'food', validTo: '2020-01-01' }] }, []],
    ['nobody has been there', { visits: [] }, ['请先登记企业【北记】的考察记录']],
    ['nobody has to have been there', { visits: [], needsVisit: false }, []],
    [
      'the visit failed',
      { visits: [{ visitDate: '2026-11-01', conclusion: 'fail' }] },
      ['企业【北记】2026-11-01 的考察结论为不通过，不能提交'],
    ],
    [
      'a later one passed, whatever their order',
      {
        visits: [
          { visitDate: '2026-11-10', conclusion: 'conditional' },
          { visitDate: '2026-11-01', conclusion: 'fail' },
        ],
      },
      [],
    ],
    ['frozen: nothing else is said', { frozen: true, visits: [] }, ['企业【北记】已冻结，请先解冻']],
  ])('%s', (_, change, sentences) => {
    expect(
      applicationRefusals({ ...WHOLE, ...change }, TODAY, (kind) => NAMES[kind]!).map((each) => sentenceOf(each, 'zh')),
    ).toEqual(sentences);
  });
});

// Published codes of companies; a slip in any place is found.
test.each([
  ['91350100M000100Y43', null],
  ['9144030071526726XG', null],
  ['91110000600037341L', null],
  ['91440300708461136T', null],
  ['9144030070846113', '统一社会信用代码格式不正确'],
  ['91440300708461I36T', '统一社会信用代码格式不正确'],
  ['91440300708461163T', '校验位不符'],
  ['', '格式不正确'],
])('credit code %s', (code, sentences) => {
  const refusal = creditCodeRefusal(code, 'creditCode');
  if (sentences === null) expect(refusal).toBeUndefined();
  else expect(sentenceOf(refusal!, 'zh')).toContain(sentences);
});
