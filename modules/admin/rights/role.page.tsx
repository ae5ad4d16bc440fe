import { useState } from 'react';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import { GrantDialog, type Role } from './grant-dialog.view.tsx';
import { role, roleReads } from './role.resource.ts';
import '../admin.css';

/** Roles, and what each may do. */
export default function RolePage() {
  const word = useWords(adminTexts);
  const mayGrant = useAllowed('role_grant');
  const [granting, setGranting] = useState<Role>();
  return (
    <>
      <ListPage
        of={role}
        reads={roleReads}
        rowActions={(row) =>
          mayGrant
            ? [
                {
                  key: 'grant',
                  label: word('grant'),
                  first: true,
                  run: () =>
                    setGranting({
                      id: row.id,
                      roleName: String(row['roleName']),
                      scopeName: String(row['dataScopeTypeName'] ?? ''),
                    }),
                },
              ]
            : []
        }
      />
      {granting !== undefined && (
        <GrantDialog key={granting.id} role={granting} onClose={() => setGranting(undefined)} />
      )}
    </>
  );
}
