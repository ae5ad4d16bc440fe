import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { get, post } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';
import { Facts, type OwnFacts } from '../../../kernel/web/document/facts.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { BomEditor } from './bom-editor.view.tsx';
import { DishCost } from './dish-cost.view.tsx';
import { DishFood } from './dish-food.view.tsx';
import { copyVersion } from './versions/bom-version.view.ts';
import { dish } from './dish.resource.ts';
import { dishBom } from './dish-bom.resource.ts';
import { dishTexts } from './dish.texts.ts';
import './dish.css';

// Code and name stand in the head already.
const { code: _code, name: _name, ...factFields } = dish.fields;
const ofFacts: Declaration = { ...dish, fields: factFields };
type Bom = RecordOf<typeof dishBom>;
const FACTS: OwnFacts<typeof dish> = {
  salePrice: ({ salePrice }) => <SalePrice price={salePrice} />,
};
const NO_PRICE = { salePrice: false } as const;
const PORTION = 'SERVING';

/** A dish with what goes into it, version by version. */
export default function DishPage() {
  const { id = 'new' } = useParams();
  return id === 'new' ? <RecordPage of={dish} /> : <OneDish key={id} id={id} />;
}

function OneDish({ id }: { readonly id: string }): ReactNode {
  const text = useText();
  const codes = useAllowedCodes();
  const found = useQuery({
    queryKey: ['detail', 'dish', id],
    queryFn: ({ signal }) => get<RecordOf<typeof dish>>('/master-data/dish/detail', { id }, signal),
  });
  const boms = useBoms(id);
  const { bom, inForce } = boms;
  const row = found.data;
  useTitle(row === undefined ? undefined : row.name);
  if (found.error !== null && row === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
      />
    );
  if (row === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <article className="dish-page">
      <Head id={id} row={row} />
      <Facts of={ofFacts} row={row} own={row.salePrice ? FACTS : NO_PRICE} />
      {codes.has('dish_cost_view') && bom !== undefined && <DishCost dishId={id} bomId={bom.id} />}
      {codes.has('dishbom_view') && <Versions dishId={id} boms={boms} />}
      {codes.has('dishbom_view') && inForce !== undefined && <DishFood dishId={id} />}
    </article>
  );
}

interface HeadProps {
  readonly id: string;
  readonly row: RecordOf<typeof dish>;
}
/** What a portion is sold for. */
function SalePrice({ price }: { readonly price: string | null }): ReactNode {
  const word = useWords(dishTexts);
  return <span className="figures">{price === null ? '–' : unitPriceText(price, word('portion'))}</span>;
}

function Head({ id, row }: HeadProps): ReactNode {
  const word = useWords(dishTexts);
  const text = useText();
  const label = useLabel();
  const codes = useAllowedCodes();
  const [editing, setEditing] = useState(false);
  return (
    <header className="document-head">
      <div className="document-title">
        <span className="soft document-kind figures">
          {label(dish.label)} · {row.code}
        </span>
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {row.name}
          </h1>
          <Status tone={row.frozen === 1 ? 'plain' : 'done'} word={text(row.frozen === 1 ? 'frozen' : 'in-use')} />
        </div>
      </div>
      {codes.has(permissionOf(dish, 'edit')) && (
        <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
          {word('edit')}
        </Button>
      )}
      <RecordDrawer of={dish} open={editing ? id : undefined} title={row.name} onClose={() => setEditing(false)} />
    </header>
  );
}

/** The versions of a dish's bill of materials, the one in force today and the one on the screen. */
function useBoms(dishId: string) {
  const codes = useAllowedCodes();
  const boms = useQuery({
    queryKey: [...listKey(dishBom), 'of', dishId],
    queryFn: ({ signal }) =>
      get<PageOf<Bom>>('/master-data/dishbom/page', { dishId_equal: dishId, descs: 'bomVersion', size: 50 }, signal),
    enabled: codes.has('dishbom_view'),
  });
  const [query] = useSearchParams();
  const [chosen, choose] = useState(query.get('bom') ?? undefined);
  const versions = boms.data?.records ?? [];
  const today = businessDay();
  const inForce = versions.find(
    (bom) =>
      bom.released === 1 &&
      String(bom.startDate) <= today &&
      (String(bom.endDate ?? '') === '' || String(bom.endDate) >= today),
  );
  const bom = versions.find((each) => each.id === chosen) ?? inForce ?? versions[0];
  return { versions, today, inForce, bom, choose, isLoading: boms.isLoading, isLoaded: boms.data !== undefined };
}
type Boms = ReturnType<typeof useBoms>;

/** Makes a new version: a copy of the one on the screen, from tomorrow. */
function useCreateVersion(dishId: string, { bom, choose }: Boms) {
  const word = useWords(dishTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = bom === undefined ? await firstVersion(dishId) : await copyVersion(dishBom, bom.id);
      if (made === undefined) return notify.warn(word('create.unit'));
      choose(made.id);
      notify.done(word('create.done', { version: String(made.bomVersion ?? '') }));
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { create, busy };
}

/** Makes the first version, from tomorrow on; undefined where there is no unit a portion is counted in. */
async function firstVersion(dishId: string): Promise<Bom | undefined> {
  const outputUnitId = (await searchRecords('materialUnit', PORTION)).find((unit) => unit.code === PORTION)?.id;
  if (outputUnitId === undefined) return undefined;
  const startDate = shifted(businessDay(), 1);
  const made = await post<Bom>('/master-data/dishbom/submit', {
    json: { dishId, outputUnitId, startDate, details: [] },
  });
  await invalidateLists(dishBom);
  return made;
}

function Versions({ dishId, boms }: { readonly dishId: string; readonly boms: Boms }): ReactNode {
  const word = useWords(dishTexts);
  const codes = useAllowedCodes();
  const { versions, today, bom, choose, isLoading, isLoaded } = boms;
  const { create, busy } = useCreateVersion(dishId, boms);
  const mayCreate = codes.has(permissionOf(dishBom, 'add'));
  return (
    <section className="dish-bom">
      <header>
        <h2>{word('bom')}</h2>
        <div className="bom-versions" role="tablist" aria-label={word('bom')}>
          {versions.map((each) => (
            <VersionTab key={each.id} bom={each} today={today} chosen={each === bom} onChoose={() => choose(each.id)} />
          ))}
        </div>
        <span className="top-gap" />
        {mayCreate && versions.length > 0 && (
          <Button icon={<PlusOutlined />} loading={busy} onClick={() => void create()}>
            {word('create')}
          </Button>
        )}
      </header>
      {isLoading && <Skeleton active />}
      {isLoaded && bom === undefined && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')}>
          {mayCreate && (
            <Button type="primary" loading={busy} onClick={() => void create()}>
              {word('create.first')}
            </Button>
          )}
        </Empty>
      )}
      {bom !== undefined && <BomEditor key={bom.id} bomId={bom.id} />}
    </section>
  );
}

function VersionTab({
  bom,
  today,
  chosen,
  onChoose,
}: {
  readonly bom: Bom;
  readonly today: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const word = useWords(dishTexts);
  const start = String(bom.startDate ?? '');
  const end = String(bom.endDate ?? '');
  const ended = end !== '' && end < today;
  const state = bom.released !== 1 ? 'draft' : ended ? 'ended' : 'released';
  return (
    <button type="button" role="tab" aria-selected={chosen} className="bom-version" onClick={onChoose}>
      <span>{word('version', { version: bom.bomVersion })}</span>
      <Status tone={state === 'draft' ? 'look' : state === 'ended' ? 'plain' : 'done'} word={word(state)} />
      <span className="soft figures">{end === '' ? word('from', { start }) : word('span', { start, end })}</span>
    </button>
  );
}
