import { useLabel, useWords } from '../../parts/language/language.ts';
import type { FormValues } from '../../kernel/web/form/values.ts';
import { type ChangesByField, ChangeTable, declared, useActWord } from './changes.view.tsx';
import { LogList } from './log-list.view.tsx';
import { auditTrail, auditReads } from './logs.resource.ts';
import { logsTexts } from './logs.texts.ts';

type AuditRow = FormValues<typeof auditTrail>;
/** Who changed what: each record by its name, each field before and after. */
export default function AuditPage() {
  const label = useLabel();
  const actWord = useActWord();
  const nameOf = (resource: unknown): string => {
    const found = declared(resource);
    return found === undefined ? String(resource) : label(found.label);
  };
  return (
    <LogList
      of={auditTrail}
      reads={auditReads}
      columns={{
        resource: (row: AuditRow) => nameOf(row.resource),
        action: (row: AuditRow) => actWord(row.resource, String(row.action)),
      }}
      below={(row) => <Changes row={row} />}
    />
  );
}

function Changes({ row }: { readonly row: AuditRow }) {
  const word = useWords(logsTexts);
  const changes = (row.changes ?? {}) as ChangesByField;
  if (Object.keys(changes).length === 0) return <p className="log-part">{word('unchanged')}</p>;
  return (
    <>
      <h3 className="log-part">{word('changes')}</h3>
      <ChangeTable resource={row.resource} changes={changes} />
    </>
  );
}
