import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { useParams } from 'react-router';
import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import { RecordForm } from '../../kernel/web/form/record-form.tsx';
import { fetchRecord, type ListRow } from '../../kernel/web/list/list-data.ts';
import { useTitle } from '../../parts/hooks/own-tab.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { request } from '../../kernel/web/request.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { priceText } from '../../parts/quantities/amount.rules.ts';
import { shownQuantity } from '../../parts/quantities/shown-quantity.rules.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { goodsSystem } from '../operations/goods-systems/goods-system.resource.ts';
import { shelfGoods } from './shelf-goods.calls.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';
import { UseButton } from './use-of-shelf.view.tsx';
import './stall-menus.css';

type Goods = TypeOf<typeof shelfGoods.answer>[number];

/** 商品体系: what stands on the shelf with what lies in store, then the system itself to change it. */
export default function GoodsShelfPage() {
  const { id = 'new' } = useParams();
  if (id === 'new') return <RecordPage of={goodsSystem} />;
  return <ShelfOf key={id} id={id} />;
}

function ShelfOf({ id }: { readonly id: string }) {
  const label = useLabel();
  const { data: system } = useQuery({
    queryKey: ['detail', goodsSystem.name, id],
    queryFn: ({ signal }) => fetchRecord(goodsSystem, id, signal),
    staleTime: 5_000,
  });
  const name = system === undefined ? undefined : String(system['name']);
  useTitle(name);
  return (
    <article className="record-page">
      <h1 className="page-title" tabIndex={-1}>
        {label(goodsSystem.label)}
        {name !== undefined && <span className="record-name"> · {name}</span>}
      </h1>
      {system === undefined ? <Skeleton active /> : <Shelf id={id} system={system} />}
      <RecordForm of={goodsSystem} id={id} />
    </article>
  );
}

function Shelf({ id, system }: { readonly id: string; readonly system: ListRow }) {
  const word = useWords(stallMenuTexts);
  const label = useLabel();
  const goods = useQuery({
    queryKey: ['detail', goodsSystem.name, id, 'shelf', system['version']],
    queryFn: ({ signal }) => request(shelfGoods, { goodsSystemId: id }, { signal }),
  });
  if (goods.data === undefined) return <Skeleton active />;
  const isUsed = system['useStatus'] === 'enabled';
  const of = (kind: Goods['goodsKind']): readonly Goods[] => goods.data.filter((each) => each.goodsKind === kind);
  return (
    <section className="shelf" aria-label={label(goodsSystem.label)}>
      <div className="shelf-head">
        <Status tone={isUsed ? 'done' : 'plain'} word={word(isUsed ? 'shelf.in-use' : 'shelf.stopped')} />
        <UseButton id={id} isUsed={isUsed} />
      </div>
      {goods.data.length === 0 && <p className="soft">{word('shelf.none')}</p>}
      {(['dish', 'material'] as const).map(
        (kind) =>
          of(kind).length > 0 && (
            <section key={kind}>
              <h2>
                {word(kind === 'dish' ? 'dishes' : 'materials')} <span className="soft">{of(kind).length}</span>
              </h2>
              <ul className="shelf-goods">
                {of(kind).map((each) => (
                  <ShelfCard key={each.id} goods={each} />
                ))}
              </ul>
            </section>
          ),
      )}
    </section>
  );
}

function ShelfCard({ goods }: { readonly goods: Goods }) {
  const word = useWords(stallMenuTexts);
  const isOff = goods.lineStatus === 'off' || goods.frozen === 1;
  return (
    <li className={isOff ? 'is-off' : undefined}>
      <strong>{goods.name}</strong>
      <span className="soft figures">{goods.code}</span>
      <span>
        {goods.lineStatus === 'off' && <Tag>{word('off')}</Tag>}
        {goods.frozen === 1 && <Tag>{word('frozen')}</Tag>}
        {goods.isRequireGoods === 1 && goods.goodsKind === 'material' && <Tag>{word('askable')}</Tag>}
      </span>
      <dl className="figures">
        {goods.salePrice !== null && (
          <>
            <dt>{word('price')}</dt>
            <dd>{priceText(goods.salePrice)}</dd>
          </>
        )}
        {(['onHand', 'available'] as const).map(
          (name) =>
            goods[name] !== null && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{word(name)}</dt>
                <dd>
                  <Figure of={goods[name]} unit={goods.baseUnitName} />
                </dd>
              </div>
            ),
        )}
        {typeof goods.lastPrice === 'string' && (
          <>
            <dt>{word('lastPrice')}</dt>
            <dd>
              {priceText(goods.lastPrice)} / {goods.baseUnitName}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

function Figure({ of, unit }: { readonly of: string; readonly unit: string }) {
  const { figure, exact } = shownQuantity(of, unit);
  return (
    <span title={exact}>
      {figure} <span className="unit">{unit}</span>
    </span>
  );
}
