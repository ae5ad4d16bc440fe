/** What a list shows of its rows, and which keys of a row that reads. */
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { answeredName, kinds, refersToOne } from '../../kernel/core/kinds.ts';
import { ranked } from './column-rank.rules.ts';

/** How a person arranged the columns of a list. */
interface Arranged {
  readonly hidden: readonly string[];
  /** Columns shown that stand in the table for nobody who did not ask for them. */
  readonly added: readonly string[];
}

/** Is it never a column: sealed, marked up, or of any shape? */
export const isNeverListed = ({ kind }: Field): boolean => {
  const { sealed, structured, text } = kinds[kind];
  return sealed === true || structured === true || text === 'markup';
};

const USUAL = 7;
/** Columns of a list that nobody arranged: code, title, how it stands, what else the declaration lists, and time. */
export function listedColumns(declaration: Declaration): readonly string[] {
  const { fields, life, view } = declaration;
  const all = Object.entries(fields).filter(
    ([name, field]) => (name !== 'frozen' || life !== undefined) && !isNeverListed(field),
  );
  const wanted = all.filter(([, { rules }]) => rules.list === true);
  const listed =
    wanted.length > (life === undefined ? 0 : 1)
      ? wanted
      : all.filter(([, { rules }]) => rules.readonly !== true || rules.list === true).slice(0, USUAL);
  // A figure says its unit itself.
  const units = new Set(listed.map(([, { rules }]) => rules.unit));
  const { fields: wide, named } = ranked(
    declaration,
    titleField(declaration),
    listed.filter(([name]) => !units.has(name)),
  );
  const names = wide.map(([name]) => name);
  const stand = life === undefined ? named : 1;
  return [
    ...names.slice(0, stand),
    ...(life !== undefined ? ['status'] : fields['frozen'] === undefined ? [] : ['frozen']),
    ...names.slice(stand),
    ...(view === true ? [] : [life === undefined ? 'updateTime' : 'createTime']),
  ];
}

/** The columns a person has in front of them, wherever they moved them to. */
export const shownColumns = (declaration: Declaration, { hidden, added }: Arranged): readonly string[] =>
  [...listedColumns(declaration), ...added].filter((name) => !hidden.includes(name));

/** What the cell of a field reads. */
function cellKeys(name: string, field: Field): readonly string[] {
  const { refers, files, words } = kinds[field.kind];
  const { unit, choices } = field.rules;
  const named = answeredName(name, 'Name');
  if (refers === 'several') return [`${name.replace(/Ids$/, '')}Name`, `${name.replace(/Ids$/, '')}Names`];
  if (refers !== undefined) return [named];
  if (files !== undefined) return [`${name}Files`];
  if (unit !== undefined) return [name, answeredName(unit, 'Name'), ...(unit.endsWith('Id') ? [] : [unit])];
  return words !== undefined && choices === undefined ? [name, named] : [name];
}

/** What a record is called by. */
function titleKeys({ fields, ...of }: Declaration): readonly string[] {
  const title = titleField({ ...of, fields });
  const field = fields[title];
  const words =
    field === undefined
      ? [title]
      : refersToOne(field)
        ? [answeredName(title, 'Name')]
        : kinds[field.kind].words === 'field'
          ? [`${title}Name`]
          : [title, `${title}En`];
  const owners = Object.entries(fields)
    .filter(([, each]) => refersToOne(each))
    .map(([name]) => answeredName(name, 'Name'));
  return ['code', ...words, ...(title === 'id' ? owners : [])];
}

/** What the acts on rows ask before they are offered, and what several rows come to. */
function actKeys({ fields, life, calls }: Declaration): readonly string[] {
  const when = [...Object.values(life?.actions ?? {}).map((action) => action.when), life?.editableWhen];
  return [
    ...(life === undefined ? [] : ['status']),
    ...when.flatMap((each) => each?.[0] ?? []),
    ...(calls.includes('freeze') || calls.includes('thaw') ? ['frozen'] : []),
    ...Object.entries(fields).flatMap(([name, field]) => (field.rules.total === true ? cellKeys(name, field) : [])),
    ...Object.entries(fields).flatMap(([name, { kind }]) => (kinds[kind].refers === 'above' ? [name] : [])),
  ];
}

/** The keys of a row that a list of these columns asks for; `reads`: those its page reads besides. */
export function rowKeys(
  declaration: Declaration,
  columns: readonly string[],
  reads: readonly string[] = [],
): readonly string[] {
  const { fields } = declaration;
  const shown = columns.flatMap((name) => (fields[name] === undefined ? [name] : cellKeys(name, fields[name])));
  const known = (key: string): boolean => key !== 'id' && !(key === 'code' && fields['code'] === undefined);
  return [...new Set([...titleKeys(declaration), ...shown, ...actKeys(declaration), ...reads])].filter(known);
}
