import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { materialAlias } from '../materials/material-alias.resource.ts';
import { BeginButton } from './begin-button.view.tsx';
import { materialPageTexts } from './material-page.texts.ts';
import type { ShownMaterial } from './material-page.view.tsx';

type Alias = RecordOf<typeof materialAlias>;
const MOST = 100;

/** By which other names a material is found, and where each of them counts. */
export function MaterialAliases({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const text = useText();
  const language = useLanguage();
  const found = useQuery({
    queryKey: [...listKey(materialAlias), 'of', row.id],
    queryFn: ({ signal }) =>
      get<PageOf<Alias>>(
        '/master-data/materialalias/page',
        { materialId_equal: row.id, ascs: 'frozen,alias', size: MOST },
        signal,
      ),
  });
  const shown = (name: 'aliasKind' | 'origin', alias: Alias): ReactNode => {
    const field = materialAlias.fields[name];
    return faceOf(field).cell({ name, field, row: alias, language });
  };
  return (
    <FactTable
      label={word('aliases')}
      rows={found.data?.records}
      error={found.error}
      none={word('aliases.none')}
      first={
        <BeginButton of={materialAlias} values={{ materialId: row.id, materialName: row.name }} word={text('new')} />
      }
      columns={[
        { title: word('alias'), cell: (each) => <b>{each.alias}</b> },
        { title: word('alias.kind'), cell: (each) => shown('aliasKind', each) },
        {
          title: word('alias.where'),
          cell: (each) => [each.supplierName, each.deptName].filter(Boolean).join(' · ') || word('alias.everywhere'),
        },
        { title: word('alias.origin'), cell: (each) => shown('origin', each) },
        {
          title: word('state'),
          cell: (each) => (
            <Status tone={each.frozen === 1 ? 'plain' : 'done'} word={text(each.frozen === 1 ? 'frozen' : 'in-use')} />
          ),
        },
      ]}
    />
  );
}
