import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Kind } from '../../../kernel/core/field.ts';
import type { FactNature, Facts } from './condition.rules.ts';

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
