import { EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type Declaration, permissionOf } from '../../../kernel/core/declaration.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { Placeholders } from '../../../parts/form/placeholders.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import { grouped, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { materialAlias } from '../materials/material-alias.resource.ts';
import { useMaterialName } from '../materials/material-name.view.tsx';
import { material } from '../materials/material.resource.ts';
import { Lamps, Readiness } from '../materials/readiness.view.tsx';
import { MaterialAliases } from './material-aliases.view.tsx';
import { MaterialDishes } from './material-dishes.view.tsx';
import { MaterialFacts } from './material-facts.view.tsx';
import { useInherited } from './material-form.view.tsx';
import { MaterialHistory } from './material-history.view.tsx';
import { materialPageTexts } from './material-page.texts.ts';
import { MaterialUnits } from './material-units.view.tsx';
import './material-page.css';

/** A material as its page has it: with the words of each of its units, and what is missing of it. */
export type ShownMaterial = RecordOf<typeof material>;

/** One side of a material; it is drawn, and asks, when it is opened. */
export interface MaterialPart {
  readonly key: string;
  readonly label: Label;
  /** For whoever holds these codes? */
  readonly isOpenTo: (codes: ReadonlySet<string>) => boolean;
  readonly View: ComponentType<{ readonly row: ShownMaterial }>;
}

/** Open to those who list records of one of these kinds. */
export const openTo =
  (...kinds: readonly Declaration[]): MaterialPart['isOpenTo'] =>
  (codes) =>
    kinds.some((of) => codes.has(permissionOf(of, 'view')));

const FACTS: MaterialPart = {
  key: 'facts',
  label: materialPageTexts.facts,
  isOpenTo: openTo(material),
  View: ({ row }) => (
    <>
      <Readiness id={row.id} />
      <MaterialFacts row={row} />
    </>
  ),
};
const UNITS: MaterialPart = { ...FACTS, key: 'units', label: materialPageTexts.units, View: MaterialUnits };
const HISTORY: MaterialPart = { ...FACTS, key: 'history', label: materialPageTexts.history, View: MaterialHistory };
const DISHES: MaterialPart = {
  key: 'dishes',
  label: materialPageTexts.dishes,
  isOpenTo: openTo(dishBom),
  View: MaterialDishes,
};
const ALIASES: MaterialPart = {
  key: 'aliases',
  label: materialPageTexts.aliases,
  isOpenTo: openTo(materialAlias),
  View: MaterialAliases,
};

/** A material with all that stands around it. `parts`: what areas below know of it. */
export function MaterialPage({ parts }: { readonly parts: readonly MaterialPart[] }): ReactNode {
  const { id = 'new' } = useParams();
  return id === 'new' ? <RecordPage of={material} /> : <OneMaterial key={id} id={id} parts={parts} />;
}

function OneMaterial({ id, parts }: { readonly id: string; readonly parts: readonly MaterialPart[] }): ReactNode {
  const label = useLabel();
  const codes = useAllowedCodes();
  const [query] = useSearchParams();
  const [chosen, choose] = useState(query.get('part') ?? FACTS.key);
  const found = useQuery({
    queryKey: ['detail', material.name, id],
    queryFn: ({ signal }) => get<ShownMaterial>('/master-data/material/detail', { id }, signal),
    staleTime: 5_000,
  });
  const row = found.data;
  const nameOf = useMaterialName();
  useTitle(row === undefined ? undefined : nameOf(row));
  if (row === undefined)
    return found.error === null ? (
      <Skeleton active paragraph={{ rows: 8 }} />
    ) : (
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
    );
  const shown = [FACTS, UNITS, ...parts, DISHES, ALIASES, HISTORY].filter(({ isOpenTo }) => isOpenTo(codes));
  return (
    <article className="material-page">
      <Head row={row} />
      <Tabs
        className="material-parts"
        tabBarGutter={20}
        activeKey={shown.some(({ key }) => key === chosen) ? chosen : FACTS.key}
        onChange={choose}
        items={shown.map(({ key, label: title, View }) => ({
          key,
          label: label(title),
          children: <View row={row} />,
        }))}
      />
    </article>
  );
}

function Head({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const text = useText();
  const label = useLabel();
  const codes = useAllowedCodes();
  const [isEditing, setEditing] = useState(false);
  const { placeholder, whileEditing } = useInherited();
  const called = useMaterialName()(row);
  return (
    <header className="document-head">
      <div className="document-title">
        <span className="soft document-kind figures">
          {[label(material.label), row.code, row.materialTypeName].filter((part) => part !== '').join(' · ')}
        </span>
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {called} <small className="soft">{[called === row.name ? '' : row.name, row.spec].join(' ').trim()}</small>
          </h1>
          <Status tone={row.frozen === 1 ? 'plain' : 'done'} word={text(row.frozen === 1 ? 'frozen' : 'in-use')} />
          <Lamps of={row} />
        </div>
      </div>
      <Figures row={row} />
      {codes.has(permissionOf(material, 'edit')) && (
        <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
          {word('edit')}
        </Button>
      )}
      <Placeholders value={placeholder}>
        <RecordDrawer
          of={material}
          open={isEditing ? row.id : undefined}
          title={called}
          whileEditing={whileEditing}
          onClose={() => setEditing(false)}
        />
      </Placeholders>
    </header>
  );
}

/** What it costs and what is available of it, each for whoever was told. */
function Figures({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(materialPageTexts);
  const { todayPrice, availableQty, baseUnitName } = row;
  if (todayPrice === undefined && availableQty === undefined) return null;
  return (
    <dl className="material-figures">
      {todayPrice !== undefined && (
        <div>
          <dt>{word('price')}</dt>
          <dd className="figures">
            {todayPrice === null || todayPrice === '' ? (
              <span className="soft">{word('price.none')}</span>
            ) : (
              <>
                {unitPriceText(todayPrice, '')} <small>{word('price.per', { unit: baseUnitName })}</small>
              </>
            )}
          </dd>
        </div>
      )}
      {typeof availableQty === 'string' && (
        <div>
          <dt>{word('available')}</dt>
          <dd className="figures">
            {grouped(availableQty)} <small>{baseUnitName}</small>
          </dd>
        </div>
      )}
    </dl>
  );
}
