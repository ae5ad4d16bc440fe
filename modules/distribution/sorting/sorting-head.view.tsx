import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination, Progress, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import type { SortTable } from './sorting.calls.ts';
import { sortingTexts } from './sorting.texts.ts';
import type { Mode, SortingAddress } from './use-sorting-table.view.ts';

interface HeadProps {
  readonly at: SortingAddress;
  readonly table: SortTable | undefined;
  readonly isBrief: boolean;
}
/** Which day, store and wave, and by what it is sorted. */
export function Head({ at, table, isBrief }: HeadProps): ReactNode {
  const word = useWords(sortingTexts);
  const language = useLanguage();
  const restart = { group: '', page: '' };
  return (
    <header className="sort-head">
      <h1 className="page-title" tabIndex={-1}>
        {word('title')}
      </h1>
      {!isBrief && (
        <>
          <Segmented<Mode>
            size="large"
            aria-label={word('mode')}
            value={at.mode}
            onChange={(mode) => at.set({ mode: mode === 'by-goods' ? '' : mode, ...restart })}
            options={(['by-goods', 'by-client'] as const).map((value) => ({ value, label: word(value) }))}
          />
          <span className="sort-day">
            <Button size="large" icon={<LeftOutlined />} aria-label={word('before')} onClick={() => at.turn(-1)} />
            <strong>{at.date === at.today ? word('today') : shortDay(at.date, at.today, language)}</strong>
            <Button size="large" icon={<RightOutlined />} aria-label={word('after')} onClick={() => at.turn(1)} />
          </span>
          {(table?.stores.length ?? 0) > 1 && (
            <Select
              size="large"
              aria-label={word('store')}
              value={at.storeId}
              options={[
                { value: '', label: word('store.all') },
                ...table!.stores.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(store: string) => at.set({ store, ...restart })}
            />
          )}
          {(table?.waves.length ?? 0) > 1 && (
            <Segmented<string>
              size="large"
              aria-label={word('wave')}
              value={at.waveNo}
              onChange={(wave) => at.set({ wave, ...restart })}
              options={[
                { value: '', label: word('wave.all') },
                ...table!.waves.map((wave) => ({ value: wave, label: wave })),
              ]}
            />
          )}
          <GuardedLink to="/distribution/distributionstatementlogs">{word('lines-list')}</GuardedLink>
        </>
      )}
    </header>
  );
}

export interface TableProps {
  readonly table: SortTable;
  readonly at: SortingAddress;
}
/** How far each tour is, live; a press shows its lines alone. */
export function Routes({ table, at }: TableProps): ReactNode {
  const word = useWords(sortingTexts);
  return (
    <ul className="sort-routes" aria-label={word('routes')}>
      {table.routes.map(({ routeId, routeName, departTime, lines, sortedLines, progress }) => {
        const value = routeId === '' ? '0' : routeId;
        const name = routeName === '' ? word('route.none') : routeName;
        return (
          <li key={value}>
            <button
              type="button"
              aria-pressed={at.routeId === value}
              onClick={() => at.set({ route: at.routeId === value ? '' : value, group: '', page: '' })}
            >
              <span>
                {departTime !== '' && <span className="figures soft">{departTime} </span>}
                {name}
              </span>
              <strong className="figures">{progress} %</strong>
              <Progress percent={progress} showInfo={false} size="small" aria-label={name} />
              <small className="soft figures">{word('of-lines', { sorted: sortedLines, lines })}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Goods or clients, each with its progress. */
export function Groups({ table, at, chosenId }: TableProps & { readonly chosenId: string | undefined }): ReactNode {
  const word = useWords(sortingTexts);
  return (
    <nav className="sort-groups" aria-label={word(at.mode === 'by-goods' ? 'goods' : 'clients')}>
      <ul>
        {table.records.map((group) => (
          <li key={group.groupId}>
            <button
              type="button"
              aria-current={group.groupId === chosenId}
              onClick={() => at.set({ group: group.groupId })}
            >
              <span className="sort-name">
                {group.groupName}
                <small className="figures">
                  {word('of-lines', { sorted: group.sortedLines, lines: group.lines })}
                  {group.shortLines > 0 && (
                    <span className="tone-look"> · {word('short-count', { count: group.shortLines })}</span>
                  )}
                </small>
              </span>
              <Progress
                type="circle"
                size={40}
                percent={group.progress}
                format={() => (group.progress === 100 ? '✓' : `${group.progress}`)}
                aria-label={group.groupName}
              />
            </button>
          </li>
        ))}
      </ul>
      {table.pages > 1 && (
        <Pagination
          simple
          current={table.current}
          pageSize={table.size}
          total={table.total}
          showSizeChanger={false}
          onChange={(page) => at.set({ page: page === 1 ? '' : String(page), group: '' })}
        />
      )}
    </nav>
  );
}
