import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { material } from '../materials/material.resource.ts';
import { itemUnitConversion } from '../units/unit-conversion.resource.ts';
import { materialPageTexts } from './material-page.texts.ts';
import type { ShownMaterial } from './material-page.view.tsx';
import { BeginButton } from './begin-button.view.tsx';
import { SpanDays, spanOf, SpanStatus } from './span.view.tsx';
import { byState } from './span-state.rules.ts';

/** A unit of a material as its detail answers it: what it comes to in base unit, and the way there in words. */
interface UnitWords {
  readonly unitId: string;
  readonly unitName: string;
  /** Null where no way leads to the base unit. */
  readonly factor: string | null;
  readonly sentence: string;
}
type Conversion = RecordOf<typeof itemUnitConversion>;

const USES = ['baseUnitId', 'purchaseUnitId', 'issueUnitId', 'recipeUnitId', 'saleUnitId', 'auxUnitId'] as const;
const MOST = 100;

/** In which units a material is counted, bought, issued and cooked with, how each reads, and what says so. */
export function MaterialUnits({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const label = useLabel();
  const codes = useAllowedCodes();
  // Asked again whenever a conversion was saved.
  const { data = row } = useQuery({
    queryKey: [...listKey(itemUnitConversion), 'units of', row.id],
    queryFn: ({ signal }) => get<ShownMaterial>('/master-data/material/detail', { id: row.id }, signal),
    placeholderData: row,
  });
  const { units = [] } = data as ShownMaterial & { readonly units?: readonly UnitWords[] };
  const usesOf = (unitId: string): string =>
    USES.filter((name) => String(row[name] ?? '') === unitId)
      .map((name) => label(material.fields[name].label))
      .join(' · ');
  const reads = ({ unitId, factor, sentence }: UnitWords): ReactNode =>
    unitId === row.baseUnitId ? (
      <span className="soft">{word('unit.base')}</span>
    ) : factor === null ? (
      <span className="material-lost">{word('unit.lost', { base: row.baseUnitName })}</span>
    ) : (
      <span className="figures">{sentence}</span>
    );
  return (
    <>
      <FactTable
        label={word('units')}
        rows={units.map((unit) => ({ ...unit, id: unit.unitId }))}
        none=""
        columns={[
          { title: word('unit'), cell: ({ unitName }) => <b>{unitName}</b> },
          { title: word('reads'), cell: reads },
          { title: word('use'), cell: ({ unitId }) => usesOf(unitId) },
        ]}
      />
      {codes.has(permissionOf(itemUnitConversion, 'view')) && <Conversions row={row} />}
    </>
  );
}

/** The material's own conversions; those in force first. */
function Conversions({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const found = useQuery({
    queryKey: [...listKey(itemUnitConversion), 'of', row.id],
    queryFn: ({ signal }) =>
      get<PageOf<Conversion>>('/master-data/itemunitconversion/page', { materialId_equal: row.id, size: MOST }, signal),
  });
  const add = (
    <BeginButton
      of={itemUnitConversion}
      values={{ materialId: row.id, materialName: row.name }}
      word={word('conversions.add')}
    />
  );
  const records = found.data?.records;
  const rows =
    records &&
    byState(
      records.map((each) => ({ ...spanOf(each), row: each, id: each.id })),
      businessDay(),
    );
  return (
    <section className="material-part" aria-label={word('conversions')}>
      <header>
        <h2>{word('conversions')}</h2>
        {rows !== undefined && rows.length > 0 && add}
      </header>
      <FactTable
        label={word('conversions')}
        rows={rows}
        error={found.error}
        none={word('conversions.none', { base: row.baseUnitName })}
        first={add}
        columns={[
          {
            title: word('reads'),
            cell: ({ row: each }) => (
              <GuardedLink to={`${itemUnitConversion.path ?? ''}/${each.id}`} className="figures">
                {each.sentence}
              </GuardedLink>
            ),
          },
          { title: word('use'), cell: ({ row: each }) => <Cell name="type" row={each} /> },
          { title: word('nature'), cell: ({ row: each }) => <Cell name="nature" row={each} /> },
          { title: word('pack'), cell: ({ row: each }) => <Cell name="packSpec" row={each} /> },
          { title: word('valid'), cell: ({ row: each }) => <SpanDays row={each} /> },
          { title: word('state'), cell: ({ row: each }) => <SpanStatus row={each} /> },
        ]}
      />
    </section>
  );
}

/** A field as lists show it. */
function Cell({ name, row }: { readonly name: 'type' | 'nature' | 'packSpec'; readonly row: Conversion }): ReactNode {
  const language = useLanguage();
  const field = itemUnitConversion.fields[name];
  return faceOf(field).cell({ name, field, row, language });
}
