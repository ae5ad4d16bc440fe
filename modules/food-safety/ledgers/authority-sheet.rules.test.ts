import { expect, test } from 'vitest';
import { authorityForms, sheetRow, type SheetEntry } from './authority-sheet.rules.ts';

const entry: SheetEntry = {
  day: '2025-03-16',
  time: '08:10',
  kind: '晨检',
  subject: '王芳',
  person: '王芳',
  meal: '',
  cardNo: 'H1',
  expireDate: '2025-09-01',
  found: '36.5 ℃',
  ok: true,
  action: '',
  operator: '李雷',
};

test('F06: one entry stands in the columns and words of each authority, and a missing one says so', () => {
  expect(sheetRow(authorityForms.market, entry, 'zh').cells).toEqual([
    '2025-03-16',
    '08:10',
    '晨检',
    '王芳',
    '36.5 ℃',
    '合格',
    '',
    '李雷',
  ]);
  expect(sheetRow(authorityForms.disease, { ...entry, ok: false, action: '回家' }, 'en').cells).toEqual([
    '2025-03-16',
    '晨检',
    '王芳',
    'H1',
    '2025-09-01',
    '王芳',
    '36.5 ℃',
    'No',
    '回家',
    '李雷',
  ]);
  expect(sheetRow(authorityForms.education, { ...entry, ok: null }, 'zh')).toMatchObject({ isMissing: true });
  expect(sheetRow(authorityForms.education, { ...entry, ok: null }, 'zh').cells).toContain('缺失');
});
