import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Kind } from '../../../kernel/core/field.ts';
import { label, type Label, type Language } from '../../../kernel/core/label.ts';
import { type FactNature, type Facts, type Operator, parseCondition } from './condition.rules.ts';

const NATURES: Partial<Readonly<Record<Kind, FactNature>>> = {
  integer: 'number',
  quantity: 'number',
  price: 'number',
  money: 'number',
  percent: 'number',
  factor: 'number',
  choice: 'word',
  dictionary: 'word',
  flag: 'word',
  ref: 'word',
  refs: 'word',
  code: 'word',
};
/** Known of every document, whatever its fields. */
const STANDARD: Readonly<Record<string, FactNature>> = {
  deptId: 'word',
  companyDeptId: 'word',
  bladeProjectDeptId: 'word',
  applicantRole: 'word',
  lineCount: 'number',
};

/** Field a fact is read from: named by the declaration, or of the fact's own name. */
export const fieldOfFact = (declaration: Declaration, fact: string): string => declaration.life?.facts?.[fact] ?? fact;

/** What conditions may ask of a document: its own figures, choices and references, and what is known of all. */
export function factNatures(declaration: Declaration): Readonly<Record<string, FactNature>> {
  const found: Record<string, FactNature> = { ...STANDARD };
  for (const [name, field] of Object.entries(declaration.fields)) {
    const nature = NATURES[field.kind];
    if (nature !== undefined && !field.rules.computed) found[name] = nature;
  }
  for (const [fact, name] of Object.entries(declaration.life?.facts ?? {})) {
    const nature = NATURES[declaration.fields[name]!.kind];
    if (nature !== undefined) found[fact] = nature;
  }
  return found;
}

/** Facts that are no field of the document. */
const WORDS: Readonly<Record<string, Label>> = {
  deptId: label('申请部门', 'Department'),
  companyDeptId: label('公司', 'Company'),
  bladeProjectDeptId: label('项目部', 'Site'),
  applicantRole: label('申请人角色', "Applicant's role"),
  lineCount: label('明细行数', 'Lines'),
};

/** What a fact of a document is called; by its own name where nobody calls it otherwise. */
export const factLabel = (declaration: Declaration, fact: string): Label =>
  (Object.hasOwn(WORDS, fact) ? WORDS[fact] : declaration.fields[fieldOfFact(declaration, fact)]?.label) ?? {
    zh: fact,
    en: fact,
  };

const SIGNS: Readonly<Record<Operator, string>> = { '=': '=', '!=': '≠', '>=': '≥', '<=': '≤', '>': '>', '<': '<' };
/** 1234567.5 as 1,234,567.5. */
function grouped(figure: string): string {
  const [whole = '', ...rest] = figure.split('.');
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...rest].join('.');
}

/** A condition as people read it on a drawing: `金额 ≥ 50,000`. What cannot be read stays as it is written. */
export function conditionInWords(text: string, declaration: Declaration | undefined, language: Language): string {
  const parsed = parseCondition(text);
  if (declaration === undefined || 'problem' in parsed) return text;
  const natures = factNatures(declaration);
  return parsed.condition
    .map(({ fact, op, value }) => {
      const field = declaration.fields[fieldOfFact(declaration, fact)];
      const choice = field?.rules.choices?.find((each) => each.value === value)?.label[language];
      const shown = choice ?? (natures[fact] === 'number' ? grouped(value) : value);
      return `${factLabel(declaration, fact)[language]} ${SIGNS[op]} ${shown}`;
    })
    .join(language === 'zh' ? ' 且 ' : ' and ');
}

/** What is known beside the document's own row. */
export interface SendingFacts {
  readonly deptId: string | null;
  readonly companyDeptId: string | null;
  readonly bladeProjectDeptId: string | null;
  readonly applicantRole: readonly string[];
  readonly lineCount: number | null;
}

const valueOf = (value: unknown): string | readonly string[] | null =>
  value === null || value === undefined || value === ''
    ? null
    : Array.isArray(value)
      ? value.map(String)
      : typeof value === 'object'
        ? null
        : String(value as string | number);

/** The facts of one document as it is sent. */
export function factsOf(
  declaration: Declaration,
  row: Readonly<Record<string, unknown>>,
  sending: SendingFacts,
): Facts {
  const found: Record<string, string | readonly string[] | null> = {};
  for (const fact of Object.keys(factNatures(declaration))) found[fact] = valueOf(row[fieldOfFact(declaration, fact)]);
  found['deptId'] = sending.deptId;
  found['applicantRole'] = sending.applicantRole;
  found['lineCount'] ??= valueOf(sending.lineCount);
  found['companyDeptId'] ??= sending.companyDeptId;
  // A document may stand for several sites.
  const { bladeProjectDeptIds } = row;
  found['bladeProjectDeptId'] ??= valueOf(bladeProjectDeptIds) ?? sending.bladeProjectDeptId;
  return found;
}
