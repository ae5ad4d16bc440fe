import type { Declaration } from '../../kernel/core/declaration.ts';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import type { FormValues } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { LogList } from './log-list.view.tsx';
import { auditTrail } from './logs.resource.ts';
import { logsTexts } from './logs.texts.ts';

const declared = (name: unknown): Declaration | undefined => allDeclarations().find((each) => each.name === name);
const isWord = (key: string): key is keyof typeof logsTexts => key in logsTexts;

type AuditRow = FormValues<typeof auditTrail>;
/** Who changed what: each record by its name, each field before and after. */
export default function AuditPage() {
  const word = useWords(logsTexts);
  const label = useLabel();
  const nameOf = (resource: unknown): string => {
    const found = declared(resource);
    return found === undefined ? String(resource) : label(found.label);
  };
  const actOf = (row: AuditRow): string => {
    const action = String(row.action);
    const own = declared(row.resource)?.life?.actions[action]?.label;
    return own === undefined ? (isWord(action) ? word(action) : action) : label(own);
  };
  return (
    <LogList
      of={auditTrail}
      columns={{ resource: (row: AuditRow) => nameOf(row.resource), action: actOf }}
      below={(row) => <Changes row={row} />}
    />
  );
}

/** Fields of lines are said as `details.3.qty`. */
function useFieldName(resource: unknown): (path: string) => string {
  const label = useLabel();
  const word = useWords(logsTexts);
  const found = declared(resource);
  return (path) => {
    const [first = '', line, name] = path.split('.');
    if (path === 'status') return word('status');
    if (line === undefined) return found?.fields[first] === undefined ? first : label(found.fields[first].label);
    const lines = found?.lines?.[first];
    const field = name === undefined ? undefined : lines?.fields[name];
    return [
      lines === undefined ? first : label(lines.label),
      word('line', { line }),
      field === undefined ? (name ?? '') : label(field.label),
    ]
      .filter((part) => part !== '')
      .join(' ');
  };
}

/** A state or a choice by its word. */
function useValueWord(resource: unknown): (path: string, value: unknown) => string {
  const label = useLabel();
  const word = useWords(logsTexts);
  const found = declared(resource);
  return (path, value) => {
    if (path === 'status' && found?.life?.states[String(value)] !== undefined)
      return label(found.life.states[String(value)]!.label);
    const [first = '', , name] = path.split('.');
    const field = name === undefined ? found?.fields[first] : found?.lines?.[first]?.fields[name];
    if (field?.kind === 'flag' && (value === 0 || value === 1)) return word(value === 1 ? 'yes' : 'no');
    const choice = field?.rules.choices?.find((each) => each.value === value);
    return choice === undefined ? shown(value) : label(choice.label);
  };
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

function Changes({ row }: { readonly row: AuditRow }) {
  const word = useWords(logsTexts);
  const fieldName = useFieldName(row.resource);
  const changes = Object.entries((row.changes ?? {}) as Readonly<Record<string, readonly [unknown, unknown]>>);
  const valueWord = useValueWord(row.resource);
  const cell = (name: string, value: unknown) =>
    shown(value) === '' ? <td className="is-nothing">{word('nothing')}</td> : <td>{valueWord(name, value)}</td>;
  if (changes.length === 0) return <p className="log-part">{word('unchanged')}</p>;
  return (
    <>
      <h3 className="log-part">{word('changes')}</h3>
      <table className="log-changes">
        <thead>
          <tr>
            <th>{word('field')}</th>
            <th>{word('before')}</th>
            <th>{word('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(([name, pair]) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              {cell(name, pair?.[0])}
              {cell(name, pair?.[1])}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
