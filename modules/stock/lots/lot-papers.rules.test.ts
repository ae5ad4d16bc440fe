import { describe, expect, test } from 'vitest';
import { afterPapers, holdReason, requiredPapers, papersMissing } from './lot-papers.rules.ts';

test.each`
  says                              | required                   | asked
  ${'nothing is said'}              | ${null}                    | ${[]}
  ${'two'}                          | ${'quarantine,inspection'} | ${['quarantine', 'inspection']}
  ${'one twice'}                    | ${'quarantine,quarantine'} | ${['quarantine']}
  ${'none, of a material'}          | ${'none'}                  | ${[]}
  ${'any other paper is no demand'} | ${'quarantine,other'}      | ${['quarantine']}
`('papers asked for where $says', ({ required, asked }) => {
  expect(requiredPapers(required as string | null)).toEqual(asked);
});

test.each`
  brought                                     | missing
  ${[]}                                       | ${['quarantine', 'inspection']}
  ${['inspection']}                           | ${['quarantine']}
  ${['inspection', 'quarantine', 'business']} | ${[]}
  ${['other', 'other']}                       | ${['quarantine', 'inspection']}
`('of a quarantine certificate and a test report $missing are missing where $brought came', ({ brought, missing }) => {
  expect(papersMissing(['quarantine', 'inspection'], brought as string[])).toEqual(missing);
});

test.each`
  residueFailed | missing                   | zh                                    | en
  ${false}      | ${[]}                     | ${null}                               | ${null}
  ${true}       | ${[]}                     | ${'农残不合格'}                       | ${'Residue test failed'}
  ${false}      | ${['检疫证']}             | ${'缺少检疫证'}                       | ${'Papers missing: 检疫证'}
  ${true}       | ${['检疫证', '检验报告']} | ${'农残不合格；缺少检疫证、检验报告'} | ${'Residue test failed; Papers missing: 检疫证, 检验报告'}
`('residue failed: $residueFailed, missing: $missing → $zh', ({ residueFailed, missing, zh, en }) => {
  const lot = { residueFailed: residueFailed as boolean, missing: missing as string[] };
  expect([holdReason(lot, 'zh'), holdReason(lot, 'en')]).toEqual([zh, en]);
});

describe('papers that are brought later', () => {
  const held = { lotState: 'hold', missing: ['quarantine', 'inspection'], residueFailed: false, heldByPerson: false };
  test.each`
    title                                        | lot                                 | brought                         | missing                         | hold
    ${'all of them end the hold'}                | ${held}                             | ${['quarantine', 'inspection']} | ${[]}                           | ${'ends'}
    ${'one of them leaves the other'}            | ${held}                             | ${['quarantine']}               | ${['inspection']}               | ${'changes'}
    ${'another paper changes nothing'}           | ${held}                             | ${['other']}                    | ${['quarantine', 'inspection']} | ${'stays'}
    ${'a failed residue test goes on holding'}   | ${{ ...held, residueFailed: true }} | ${['quarantine', 'inspection']} | ${[]}                           | ${'changes'}
    ${'who holds it himself lets it go himself'} | ${{ ...held, heldByPerson: true }}  | ${['quarantine', 'inspection']} | ${[]}                           | ${'stays'}
    ${'a lot let go before stays free'}          | ${{ ...held, lotState: 'free' }}    | ${['quarantine', 'inspection']} | ${[]}                           | ${'stays'}
  `('$title', ({ lot, brought, missing, hold }) => {
    expect(afterPapers(lot as typeof held, brought as string[])).toEqual({ missing, hold });
  });
});
