import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Empty, Input, Segmented, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import type { ColumnRenderers } from '../../../kernel/web/list/columns.tsx';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { nameKey } from '../../../parts/search/names.ts';
import * as calls from './material-merge.calls.ts';
import { materialMerge, materialMergeReads } from './material-merge.resource.ts';
import { material } from '../materials/material.resource.ts';
import { materialTexts } from '../materials/material.texts.ts';
import { useMerge } from './use-merge.view.tsx';
import '../materials/material.css';

/** Two of one name are told apart by their codes. */
const called = (code: unknown, name: unknown) => (
  <span>
    {String(name)} <span className="soft figures">{String(code)}</span>
  </span>
);
type Row = ListRow<typeof materialMerge, (typeof materialMergeReads)[number]>;
const COLUMNS: ColumnRenderers<typeof materialMerge, (typeof materialMergeReads)[number]> = {
  materialId: (row) => called(row.materialCode, row.materialName),
  intoMaterialId: (row) => called(row.intoMaterialCode, row.intoMaterialName),
};

/** What was merged, how to take it back, and what should be merged. */
export default function MaterialMergePage() {
  const word = useWords(materialTexts);
  const notify = useNotify();
  const may = useAllowed('material_merge');
  const [looking, setLooking] = useState(false);
  const undo = useCallback(
    async (row: Row) => {
      const names = { from: String(row.materialName), into: String(row.intoMaterialName) };
      if (!(await notify.ask(word('undo.ask', names), { content: word('undo.how', names), okText: word('undo') })))
        return;
      try {
        const { back, left } = await request(calls.undoMerge, { id: row.id });
        if (left > 0) notify.warn(word('undo.left', { back, left }));
        else notify.done(word('undo.done', { back }));
      } catch (error) {
        notify.error(error);
      } finally {
        await Promise.all([materialMerge, material].map((each) => invalidateLists(each)));
      }
    },
    [notify, word],
  );
  const rowActions = useCallback(
    (row: Row): readonly RowAction[] =>
      may && row.mergeState === 'merged' ? [{ key: 'undo', label: word('undo'), run: () => void undo(row) }] : [],
    [may, undo, word],
  );
  return (
    <>
      <ListPage
        of={materialMerge}
        reads={materialMergeReads}
        columns={COLUMNS}
        rowActions={rowActions}
        toolbar={
          may && (
            <Button type="primary" icon={<SearchOutlined />} onClick={() => setLooking(true)}>
              {word('pairs.find')}
            </Button>
          )
        }
      />
      <Pairs open={looking} onClose={() => setLooking(false)} />
    </>
  );
}

type Pair = TypeOf<typeof calls.findDuplicates.answer>['pairs'][number];
type Goods = Pair['one'];

/**
 * Probable duplicates, surest first; either of a pair may be the one that stays, or neither: then they are told no
 * more.
 */
function Pairs({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const word = useWords(materialTexts);
  const text = useText();
  const phone = usePhone();
  const merge = useMerge();
  const notify = useNotify();
  const [keyword, setKeyword] = useState('');
  const [which, setWhich] = useState<'open' | 'apart'>('open');
  const found = useQuery({
    queryKey: ['list', 'material', 'duplicates', which, keyword],
    queryFn: ({ signal }) =>
      request(calls.findDuplicates, which === 'apart' ? { apart: '1' } : { keyword }, { signal }),
    enabled: open,
  });
  const { data, error } = found;
  const mark = async ({ kind, one, other }: Pair): Promise<void> => {
    const back = kind === 'apart';
    try {
      await request(back ? calls.unmarkDifferent : calls.markDifferent, {
        materialId: one.id,
        otherMaterialId: other.id,
      });
      notify.done(word(back ? 'pairs.together.done' : 'pairs.apart.done'));
    } catch (failed) {
      notify.error(failed);
    } finally {
      await queries.invalidateQueries({ queryKey: ['list', 'material', 'duplicates'] });
    }
  };
  const hangsOn = ({ dishes, availableQty, unitName }: Goods): string =>
    [
      ...(dishes === undefined ? [] : [word('pairs.dishes', { count: dishes })]),
      ...(availableQty === undefined ? [] : [word('pairs.stock', { qty: grouped(availableQty), unit: unitName })]),
    ].join(' · ');
  const side = (goods: Goods, into: Goods, mayMerge: boolean) => (
    <div className="pair-side">
      <strong>{goods.name}</strong>
      <span className="soft figures">
        {[goods.code, goods.spec, goods.typeName, goods.unitName].filter(Boolean).join(' · ')}
      </span>
      <span className="figures">{hangsOn(goods)}</span>
      {mayMerge && (
        <Button size="small" onClick={() => void merge(goods.id, into.id)}>
          {word('merge.into', { into: nameKey(into.name) === nameKey(goods.name) ? into.code : into.name })}
        </Button>
      )}
    </div>
  );
  return (
    <Drawer open={open} onClose={onClose} size={phone ? '100%' : 720} title={word('pairs.find')} destroyOnHidden>
      <Segmented
        className="pairs-which"
        value={which}
        onChange={setWhich}
        options={(['open', 'apart'] as const).map((value) => ({ value, label: word(`pairs.${value}`) }))}
      />
      {which === 'open' && (
        <Input.Search
          allowClear
          placeholder={word('pairs.word')}
          aria-label={word('pairs.word')}
          onSearch={(value) => setKeyword(value.trim())}
        />
      )}
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      )}
      {data === undefined && error === null && <Skeleton active className="pairs-wait" />}
      {data?.alikeTold === 0 && <Alert type="info" showIcon className="pairs-narrow" title={word('pairs.narrow')} />}
      {data?.pairs.length === 0 && (
        <Empty
          className="pairs-wait"
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={which === 'apart' ? word('pairs.apart.none') : word('pairs.none', { looked: data.looked })}
        />
      )}
      <ul className="pairs">
        {data?.pairs.map((pair) => (
          <li key={`${pair.one.id} ${pair.other.id}`}>
            <div className="pair-head">
              {pair.kind === 'apart' ? (
                <span className="soft figures">{pair.markedBy}</span>
              ) : (
                <Status tone={pair.kind === 'alike' ? 'look' : 'stop'} word={word(`pairs.${pair.kind}`)} />
              )}
              <Button size="small" type="link" onClick={() => void mark(pair)}>
                {word(pair.kind === 'apart' ? 'pairs.together' : 'pairs.apart.do')}
              </Button>
            </div>
            <div className="pair">
              {side(pair.one, pair.other, pair.kind !== 'apart')}
              {side(pair.other, pair.one, pair.kind !== 'apart')}
            </div>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
