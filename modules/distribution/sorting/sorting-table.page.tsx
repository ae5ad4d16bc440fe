import { LeftOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useWords } from '../../../parts/language/language.ts';
import { serialOf } from '../../../parts/scale/serial-lines.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import type { SortGroup, SortLine } from './sorting.calls.ts';
import { Groups, Head, Routes, type TableProps } from './sorting-head.view.tsx';
import { lineName, SortingLines } from './sorting-lines.view.tsx';
import { SortingPad, type Weigh } from './sorting-pad.view.tsx';
import { isToSort, nextToSort } from './sorting-table.rules.ts';
import { sortingTexts } from './sorting.texts.ts';
import { type Entered, useSortingAddress, useSortingTable } from './use-sorting-table.view.ts';
import '../sorting.refusals.ts';
import './sorting.css';

const Scale = lazyPart(() => import('../../../parts/scale/scale.view.tsx'));
const PackedCrates = lazyPart(() => import('../crates/packed-crates.view.tsx'));

/** 分拣台: goods or clients at the left, their lines, and a pad. Works on when the network is gone. */
export default function SortingTablePage(): ReactNode {
  const at = useSortingAddress();
  const word = useWords(sortingTexts);
  const phone = usePhone();
  const state = useSortingTable(at);
  const { table } = state;
  const weigh = useRef<Weigh>(undefined);
  const takesWeight = useCallback((next: Weigh | undefined): void => {
    weigh.current = next;
  }, []);
  const chosen = table?.records.find(({ groupId }) => groupId === at.groupId);
  const group =
    chosen ?? (phone ? undefined : (table?.records.find(({ progress }) => progress < 100) ?? table?.records[0]));
  return (
    <div className="sorting">
      <Head at={at} table={table} isBrief={phone && chosen !== undefined} />
      <QueryError error={state.error} onRetry={() => void state.reload()} />
      {table === undefined ? (
        state.error === null && <Skeleton active paragraph={{ rows: 10 }} />
      ) : table.records.length === 0 ? (
        <Empty description={word('none')} />
      ) : (
        <>
          <div className="sort-above">
            {!(phone && chosen !== undefined) && <Routes table={table} at={at} />}
            <TableScale weigh={weigh} />
          </div>
          <div className={`sort-room${state.isOld ? ' is-old' : ''}`}>
            {!(phone && chosen !== undefined) && <Groups table={table} at={at} chosenId={group?.groupId} />}
            {group !== undefined && (
              <Work
                key={`${at.mode}/${group.groupId}`}
                group={group}
                table={table}
                at={at}
                state={state}
                onAtHand={takesWeight}
                phone={phone}
              />
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** The scale of this table, where the browser can read one: it stays while lines and groups change. */
function TableScale({ weigh }: { readonly weigh: RefObject<Weigh | undefined> }): ReactNode {
  const word = useWords(sortingTexts);
  const notify = useNotify();
  if (serialOf() === undefined) return null;
  const take = (kg: Decimal): void => {
    if (weigh.current?.(kg) !== true) notify.warn(word(weigh.current === undefined ? 'no-line' : 'not-weighed'));
  };
  return (
    <div className="sort-scale">
      <Scale onWeight={take} />
    </div>
  );
}

/** Orders of a client that have not left. */
const openOrdersOf = ({ details }: SortGroup): readonly string[] => [
  ...new Set(details.filter(({ isShipped }) => !isShipped).map(({ orderNo }) => orderNo)),
];

interface WorkProps extends TableProps {
  readonly group: SortGroup;
  readonly state: ReturnType<typeof useSortingTable>;
  readonly onAtHand: (weigh: Weigh | undefined) => void;
  readonly phone: boolean;
}
/** What is done to the lines of a group; once one is sorted the next is at hand. */
function useLineActs(group: SortGroup, state: WorkProps['state']) {
  const word = useWords(sortingTexts);
  const notify = useNotify();
  const [chosenId, choose] = useState<string | undefined>(() => nextToSort(group.details, undefined)?.id);
  const [busy, setBusy] = useState(false);
  const sort = async (of: SortLine, entered: Entered): Promise<void> => {
    setBusy(true);
    try {
      const isKept = await state.sort(of, entered);
      if (isKept) notify.done(word('kept'));
      choose(nextToSort(group.details, of.id)?.id);
    } catch (error) {
      notify.error(error);
      await state.reload();
    } finally {
      setBusy(false);
    }
  };
  const takeBack = async (of: SortLine): Promise<void> => {
    try {
      await state.takeBack(of);
      choose(of.id);
    } catch (error) {
      notify.error(error);
      await state.reload();
    }
  };
  return { chosenId, choose, busy, sort, takeBack };
}

/** The lines of a group and the pad; the next line comes by itself. */
function Work({ group, table, at, state, onAtHand, phone }: WorkProps): ReactNode {
  const word = useWords(sortingTexts);
  const maySort = useAllowedCodes().has('distributionstatementlogs_sort');
  const { chosenId, choose, busy, sort, takeBack } = useLineActs(group, state);
  const line = group.details.find(({ id }) => id === chosenId);
  const open = maySort && line !== undefined && isToSort(line) ? line : undefined;
  const pad =
    open === undefined ? null : (
      <SortingPad
        key={`${open.id}/${open.state}`}
        line={open}
        onAtHand={onAtHand}
        reasons={table.reasons}
        what={phone ? lineName(open, at.mode) : `${group.groupName} → ${lineName(open, at.mode)}`}
        busy={busy}
        onSort={(entered) => void sort(open, entered)}
      />
    );
  return (
    <>
      <section className="sort-work" aria-label={group.groupName}>
        <header>
          {phone && (
            <Button
              size="large"
              icon={<LeftOutlined />}
              aria-label={word('back')}
              onClick={() => at.set({ group: '' })}
            />
          )}
          <h2>{group.groupName}</h2>
          <Total group={group} />
        </header>
        <SortingLines
          group={group}
          mode={at.mode}
          chosenId={open?.id}
          waiting={state.waiting}
          refused={state.refused}
          maySort={maySort}
          onChoose={choose}
          onUndo={(of) => void takeBack(of)}
          pad={phone ? pad : null}
        />
        {at.mode === 'by-client' && <PackedCrates orderNos={openOrdersOf(group)} />}
        {group.progress === 100 && <Finished group={group} table={table} at={at} />}
      </section>
      {!phone && pad !== null && <aside className="sort-aside">{pad}</aside>}
    </>
  );
}

/** What is left to take of goods; of a client the lines are of many units. */
function Total({ group }: { readonly group: SortGroup }): ReactNode {
  const word = useWords(sortingTexts);
  const units = new Set(group.details.map(({ unitName }) => unitName));
  return (
    <span className="soft figures">
      {word('of-lines', { sorted: group.sortedLines, lines: group.lines })}
      {units.size > 1 && ` · ${grouped(String(group.lines))}`}
    </span>
  );
}

function Finished({ group, table, at }: TableProps & { readonly group: SortGroup }): ReactNode {
  const word = useWords(sortingTexts);
  const next = table.records.find(({ groupId, progress }) => groupId !== group.groupId && progress < 100);
  return (
    <p className="sort-finished" role="status">
      <span className="tone-done">{word('all-sorted')}</span>
      {next !== undefined && (
        <Button type="primary" size="large" onClick={() => at.set({ group: next.groupId })}>
          {word('next-group', { name: next.groupName })}
        </Button>
      )}
    </p>
  );
}
