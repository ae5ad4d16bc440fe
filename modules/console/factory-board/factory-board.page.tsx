import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Tone } from '../../../kernel/core/field.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { boardLists, boxes, lineOf, toneOf, type BoxKey } from './board-lists.rules.ts';
import { boardTexts } from './board.texts.ts';
import { useBoard, useFactories, useToMake, type BoardAnswer } from './use-board.view.ts';
import '../console.css';
import '../home/home.css';
import './factory-board.css';

/** 工厂看板: what a factory has before it today; each figure opens the list it counts. */
export default function FactoryBoardPage(): ReactNode {
  const word = useWords(boardTexts);
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const { factory, factories, error, isLoading, refetch } = useFactories(address.get('factory') ?? '');
  const board = useBoard(factory);
  const make = useToMake(factory);
  const makePath = `/factory/tomake?stall=${factory?.id ?? ''}`;
  return (
    <div className="factory-board">
      <header className="factory-board-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        {factories.length > 0 && (
          <Select
            aria-label={word('factory')}
            value={factory?.id ?? null}
            options={factories.map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id: string) => setAddress({ factory: id }, { replace: true })}
          />
        )}
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={text('list.refresh')}
          title={text('list.refresh')}
          onClick={() => void queries.invalidateQueries({ queryKey: ['list', 'factory-board'] })}
        />
      </header>
      <QueryError error={error ?? board.error} onRetry={() => (error === null ? board.retry() : void refetch())} />
      {isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isLoading && error === null && factory === undefined && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('no-factory')} />
      )}
      {factory !== undefined && (
        <>
          <nav className="factory-board-figures" aria-label={word('figures')}>
            {make.mayAsk && <Figure name={word('make')} count={make.lines?.length} tone="next" to={makePath} />}
            {board.answers.map(({ key, total, to }) => (
              <Figure key={key} name={word(boardLists[key].word)} count={total} tone={boardLists[key].tone} to={to} />
            ))}
          </nav>
          <div className="factory-board-columns">
            {make.mayAsk && <MakeBox make={make} to={makePath} />}
            {board.answers
              .filter(({ key }) => key in boxes)
              .map((answer) => (
                <ListBox key={answer.key} answer={answer} />
              ))}
          </div>
        </>
      )}
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly tone: Tone;
  readonly to: string;
}
function Figure({ name, count, tone, to }: FigureProps): ReactNode {
  return (
    <Link to={to} className={`factory-figure${count === undefined || count === 0 ? ' is-none' : ''}`}>
      <span className="soft">{name}</span>
      <span className={`figures tone-${tone}`}>{count ?? '…'}</span>
    </Link>
  );
}

interface BoxProps {
  readonly name: string;
  readonly none: string;
  readonly count: number | undefined;
  readonly shown: number;
  readonly to: string;
  readonly children: ReactNode;
}
/** A share of the work: its first rows, and the way to all of them. */
function Box({ name, none, count, shown, to, children }: BoxProps): ReactNode {
  const word = useWords(boardTexts);
  return (
    <section className="home-block" aria-label={name}>
      <h2>{name}</h2>
      {count === undefined && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {count === 0 && <p className="home-empty">{none}</p>}
      <ul className="queue">{children}</ul>
      {count !== undefined && count > shown && (
        <Link to={to} className="factory-board-all">
          {word('all', { count })}
        </Link>
      )}
    </section>
  );
}

function MakeBox({ make, to }: { readonly make: ReturnType<typeof useToMake>; readonly to: string }): ReactNode {
  const word = useWords(boardTexts);
  return (
    <Box name={word('make')} none={word('make.none')} count={make.lines?.length} shown={make.shown} to={to}>
      {make.lines?.slice(0, make.shown).map((line) => {
        const { figure, unit } = shownQuantity(line.toMakeQty, line.unitName);
        return (
          <Row
            key={`${line.factoryWarehouseId} ${line.materialId}`}
            to={to}
            tone="next"
            what={line.materialName}
            more={[`${figure} ${unit}`]}
            when=""
          />
        );
      })}
    </Box>
  );
}

function ListBox({ answer: { key, path, to, total, rows } }: { readonly answer: BoardAnswer }): ReactNode {
  const word = useWords(boardTexts);
  const language = useLanguage();
  const today = businessDay();
  const { tone } = boardLists[key];
  return (
    <Box
      name={word(boardLists[key].word)}
      none={word(`${key as BoxKey}.none`)}
      count={total}
      shown={rows.length}
      to={to}
    >
      {rows.map((row) => {
        const { what, more, until } = lineOf(key, row);
        return (
          <Row
            key={row.id}
            to={`${path}/${row.id}`}
            tone={toneOf(tone, until, today)}
            what={what}
            more={more}
            when={until === '' ? '' : shownUntil(until, today, language)}
          />
        );
      })}
    </Box>
  );
}

const NO_HOUR = '00:00';
/** Of today the hour, where there is one; of another day the day. */
const shownUntil = (until: string, today: string, language: 'zh' | 'en'): string =>
  until.slice(0, 10) === today && until.length > 10 && until.slice(11, 16) !== NO_HOUR
    ? until.slice(11, 16)
    : shortDay(until.slice(0, 10), today, language);

interface RowProps {
  readonly to: string;
  readonly tone: Tone;
  readonly what: string;
  readonly more: readonly string[];
  readonly when: string;
}
function Row({ to, tone, what, more, when }: RowProps): ReactNode {
  return (
    <li>
      <Link to={to} className="queue-line">
        <i className={`queue-dot tone-${tone}`} aria-hidden="true" />
        <span className="queue-what">
          <span>{what}</span>
          {more.length > 0 && <span className="soft figures">{more.join(' · ')}</span>}
        </span>
        {when !== '' && <span className={`queue-when tone-${tone} figures`}>{when}</span>}
      </Link>
    </li>
  );
}
