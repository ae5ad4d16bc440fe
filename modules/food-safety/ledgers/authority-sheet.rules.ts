/** What each authority asks to see of the ledgers, in its own words. Pure. */
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Authority } from './ledger-board.calls.ts';
import type { LogKind } from './safety-duty.resource.ts';

type SheetKey =
  | 'day'
  | 'time'
  | 'kind'
  | 'subject'
  | 'person'
  | 'meal'
  | 'cardNo'
  | 'expireDate'
  | 'found'
  | 'ok'
  | 'action'
  | 'operator';

interface AuthorityForm {
  readonly title: Label;
  readonly kinds: readonly LogKind[];
  readonly columns: readonly (readonly [SheetKey, Label])[];
}

const day = ['day', label('日期', 'Date')] as const;
const operator = ['operator', label('记录人', 'Entered by')] as const;

/** 市场监管 sees how the kitchen is run, 教育主管 who ate with the pupils, 疾病预防 who was fit and what was disinfected. */
export const authorityForms: Readonly<Record<Authority, AuthorityForm>> = {
  market: {
    title: label('食品安全自查台账', 'Food safety self-inspection'),
    kinds: ['morning-check', 'temperature', 'disinfection', 'pest'],
    columns: [
      day,
      ['time', label('时间', 'Time')],
      ['kind', label('检查项目', 'Item')],
      ['subject', label('检查对象', 'Subject')],
      ['found', label('检查情况', 'Finding')],
      ['ok', label('是否合格', 'In order')],
      ['action', label('整改措施', 'Corrective action')],
      operator,
    ],
  },
  education: {
    title: label('陪餐与晨检记录', 'Accompanying meals and morning checks'),
    kinds: ['accompany', 'morning-check'],
    columns: [
      day,
      ['meal', label('餐次', 'Meal')],
      ['kind', label('记录类别', 'Record')],
      ['person', label('陪餐人/受检人', 'Accompanied by / checked')],
      ['found', label('意见与情况', 'Opinion and finding')],
      ['ok', label('是否正常', 'As it should be')],
      ['action', label('处理结果', 'What was done')],
      operator,
    ],
  },
  disease: {
    title: label('从业人员健康与消毒记录', 'Health of staff and disinfection'),
    kinds: ['morning-check', 'disinfection'],
    columns: [
      day,
      ['kind', label('类别', 'Record')],
      ['person', label('从业人员', 'Worker')],
      ['cardNo', label('健康证号', 'Health card')],
      ['expireDate', label('健康证有效期', 'Card valid until')],
      ['subject', label('消毒对象', 'Disinfected')],
      ['found', label('体温、症状或消毒方式', 'Temperature, signs or method')],
      ['ok', label('结论', 'Verdict')],
      ['action', label('处置', 'Action')],
      operator,
    ],
  },
};

/** One entry, or one that was due and is missing. */
export type SheetEntry = Readonly<Record<Exclude<SheetKey, 'ok'>, string>> & { readonly ok: boolean | null };

const YES = label('合格', 'Yes');
const NO = label('不合格', 'No');
const MISSING = label('缺失', 'Missing');

/** A row of the sheet; a missing entry says so where others say whether they are in order. */
export const sheetRow = (
  { columns }: AuthorityForm,
  entry: SheetEntry,
  language: 'zh' | 'en',
): { readonly cells: readonly string[]; readonly isMissing: boolean } => ({
  cells: columns.map(([key]) =>
    key === 'ok' ? (entry.ok === null ? MISSING : entry.ok ? YES : NO)[language] : entry[key],
  ),
  isMissing: entry.ok === null,
});
