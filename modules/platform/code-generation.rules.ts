/** A column as the database has it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Table it refers to. */
  readonly refersTo: string | null;
}

/** What every record has and no declaration names. */
const GIVEN = new Set([
  'tenant_id',
  'id',
  'version',
  'status',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'search_text',
]);

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const words = (name: string): string =>
  name
    .split('_')
    .map((word, at) => (at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ');

/** Kind of a field that a column of this type holds. */
function kindOf({ name, type, refersTo }: Column): string {
  if (refersTo !== null) return 'ref';
  if (type.startsWith('numeric(20,2)')) return 'money';
  if (type.startsWith('numeric(24,12)')) return 'factor';
  if (type.startsWith('numeric(14,6)')) return 'percent';
  if (type.startsWith('numeric')) return /price/.test(name) ? 'price' : 'quantity';
  if (type === 'smallint') return 'flag';
  if (type === 'integer') return 'integer';
  if (type === 'date') return 'day';
  if (type.startsWith('timestamp')) return 'moment';
  if (type === 'jsonb') return 'json';
  if (type === 'bigint[]') return /picture|image|photo/.test(name) ? 'pictures' : 'attachments';
  if (/(^|_)code$/.test(name)) return 'code';
  return /remark|content|description|note/.test(name) ? 'longtext' : 'text';
}

interface GenerationRequest {
  readonly codeName: string;
  readonly serviceName: string;
  readonly tableName: string;
  readonly tablePrefix: string;
  readonly webPath: string;
}

/** Name of the record a table holds. */
export const nameOf = ({ tableName, tablePrefix }: Pick<GenerationRequest, 'tableName' | 'tablePrefix'>): string =>
  camel(tablePrefix !== '' && tableName.startsWith(tablePrefix) ? tableName.slice(tablePrefix.length) : tableName);

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`;

/** The declaration of a table, as a person would begin to write it: the text of `<name>.resource.ts`. */
export function printDeclaration(
  request: GenerationRequest,
  columns: readonly Column[],
  targetOf: (table: string) => string,
): string {
  const name = nameOf(request);
  const own = columns.filter((column) => !GIVEN.has(column.name));
  const hasTenant = columns.some((column) => column.name === 'tenant_id');
  const title =
    own.find((column) => column.name === 'name') ??
    own.find((column) => /(^|_)(name|title)$/.test(column.name)) ??
    own[0];
  const kinds = own.map(kindOf);
  const lines = own.map((column, at) => {
    const rules = [
      ...(column.required ? [] : ['optional: true']),
      ...(column === title || kinds[at] === 'code' ? ['search: true'] : []),
      ...(at < 8 && !['longtext', 'json'].includes(kinds[at]!) ? ['list: true'] : []),
    ];
    const target = column.refersTo === null ? '' : `${quoted(targetOf(column.refersTo))}, `;
    return `    ${camel(column.name)}: ${kinds[at]}(${quoted(words(column.name))}, ${quoted(words(column.name))}, ${target}{ ${rules.join(', ')} }),`.replace(
      ', {  })',
      ')',
    );
  });
  const segment = name.toLowerCase();
  return `import { resource } from '../../kernel/core/declaration.ts';
import { ${[...new Set(kinds)].toSorted().join(', ')} } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** ${request.codeName.replaceAll('*/', '')}. */
export const ${name} = resource(${quoted(name)}, {
  label: label(${quoted(request.codeName)}, ${quoted(words(request.tableName))}),
  service: ${quoted(request.serviceName)}, segment: ${quoted(segment)}, path: ${quoted(request.webPath === '' ? `/${segment}` : request.webPath)},${hasTenant ? '' : ' platform: true,'}
  title: ${quoted(title === undefined ? 'id' : camel(title.name))}, keyword: [${title === undefined ? '' : quoted(camel(title.name))}],
  fields: {
${lines.join('\n')}
  },
});
`;
}
