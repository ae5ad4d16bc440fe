import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type CSSProperties, type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import type { Bar, ChartProps } from '../../parts/chart/chart.tsx';
import { Chart } from '../../parts/chart/lazy-chart.tsx';
import { useChartColours } from '../../parts/chart/use-chart-colours.ts';
import type { FigureTable } from './figures.rules.ts';
import { useFigure, useFinding, useNames, useNumbers, type Shown } from './use-figures.view.ts';
import { consoleTexts } from './console.texts.ts';
import { linkTo } from './figure-links.ts';

/** Colours that say something; other parts take the next of the row. */
const MEANING: Readonly<Record<string, string>> = {
  'as-ordered': 'tone-done',
  short: 'tone-look',
  over: 'tone-system',
  refused: 'tone-stop',
  warn: 'tone-look',
  block: 'tone-stop',
  unready: 'tone-look',
  normal: 'primary',
  near: 'tone-look',
  soon: 'tone-look',
  expired: 'tone-stop',
  today: 'primary',
  days: 'tone-waiting',
  week: 'tone-look',
  older: 'tone-stop',
  actual: 'primary',
  target: 'text',
  other: 'tone-plain',
  none: 'tone-waiting',
  breakfast: 'tone-look',
  lunch: 'primary',
  dinner: 'tone-system',
  night: 'tone-waiting',
  tea: 'tone-done',
  enough: 'tone-done',
  arrived: 'primary',
  ordered: 'tone-waiting',
  open: 'tone-look',
  'lost-expired': 'tone-stop',
  'lost-other': 'tone-look',
  'lost-transit': 'tone-system',
};
/** One figure: what it says, drawn or as a table, what is counted, and the way to what it is made of. */
export function FigureCard({ card }: { readonly card: Shown }) {
  const word = useWords(consoleTexts);
  const label = useLabel();
  const title = useId();
  const [asTable, setAsTable] = useState(false);
  const { figures, table, isLoading, isError, refetch } = useFigure(card);
  const finding = useFinding(card, table);
  const isEmpty = table !== undefined && table.parts.length === 0;
  return (
    <section className="figure-card" aria-labelledby={title}>
      <header>
        <h2 id={title}>{label(card.label)}</h2>
        {table !== undefined && !isEmpty && (
          <Button
            type="text"
            size="small"
            icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
            onClick={() => setAsTable(!asTable)}
          >
            {word(asTable ? 'chart' : 'table')}
          </Button>
        )}
      </header>
      {isLoading && <Skeleton active paragraph={{ rows: 5 }} />}
      {isError && (
        <p className="figure-failed" role="alert">
          {word('failed')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {word('again')}
          </Button>
        </p>
      )}
      {isEmpty && <p className="figure-empty">{label(card.empty)}</p>}
      {figures !== undefined && table !== undefined && !isEmpty && (
        <>
          <p className="figure-finding" id={`${title}-finding`}>
            {finding}
          </p>
          {asTable ? (
            <FigureRows card={card} table={table} from={figures.from} labelledBy={title} />
          ) : (
            <Drawing card={card} table={table} from={figures.from} finding={finding} />
          )}
        </>
      )}
      <footer className="soft">
        <span>
          {label(card.counts)}
          {figures !== undefined && (
            <>
              {' '}
              <span className="figures">
                {figures.from === figures.to
                  ? word('at', { to: figures.to })
                  : word('period', { from: figures.from, to: figures.to })}
              </span>
            </>
          )}
        </span>
        <Link to={card.list}>{word('open', { list: label(card.listLabel) })}</Link>
      </footer>
    </section>
  );
}

interface Parts {
  readonly card: Shown;
  readonly table: FigureTable;
  readonly from: string;
}

function Drawing({ card, table, from, finding }: Parts & { readonly finding: string }) {
  const word = useWords(consoleTexts);
  const navigate = useNavigate();
  const { groupName, partName } = useNames(card);
  const { full, short } = useNumbers(card);
  const colours = useChartColours(useMemo(() => table.parts.map(({ key }) => MEANING[key]), [table]));
  const choose = useCallback(
    (at: number) => {
      void navigate(linkTo(card.key, table.groups[at]!, from, card.list));
    },
    [card, table, from, navigate],
  );
  const props = useMemo(
    (): ChartProps => ({
      names: table.groups.map(groupName),
      lying: LYING.has(card.key),
      colours: colours.ground,
      onChoose: choose,
      format: (value) => full(String(value)),
      short: (value) => short(String(value)),
      bars: table.parts.map((part, at): Bar => ({
        name: partName(part),
        colour: colours.of[at]!,
        values: table.groups.map(({ key }) => table.at(key, part.key)?.toApproximateNumber() ?? null),
        ...(part.key === 'target' ? { isMark: true } : {}),
      })),
    }),
    [card, table, groupName, partName, colours, choose, full, short],
  );
  return (
    <div role="img" aria-label={`${finding}${word('seeTable')}`}>
      <Chart {...props} />
      <ul className="figure-legend">
        {table.parts.map((part, at) => (
          <li key={part.key}>
            <i
              className={part.key === 'target' ? 'is-mark' : undefined}
              style={{ '--part': colours.of[at] } as CSSProperties}
            />
            {partName(part)}
          </li>
        ))}
      </ul>
    </div>
  );
}
const LYING: ReadonlySet<string> = new Set([
  'received',
  'food-cost',
  'stall-cost',
  'stock',
  'approvals',
  'warnings',
  'ready',
]);
/** Shares, and counts of what may stand in several groups: they come to no sum. */
const isSum = ({ key, unit }: Shown): boolean => unit !== 'percent' && key !== 'ready';

function FigureRows({ card, table, from, labelledBy }: Parts & { readonly labelledBy: string }) {
  const word = useWords(consoleTexts);
  const label = useLabel();
  const language = useLanguage();
  const { groupName, partName, unit } = useNames(card);
  const { inColumn } = useNumbers(card);
  const summed = isSum(card) && table.parts.length > 1;
  const cell = (value: ReactNode, key: string): ReactNode => (
    <td key={key} className="figures">
      {value}
    </td>
  );
  return (
    // Scrolled by keyboard as well: a table may be wider than a phone.
    <div className="figure-table" tabIndex={0} role="group" aria-labelledby={labelledBy}>
      <table lang={language === 'zh' ? 'zh-CN' : 'en'}>
        <thead>
          <tr>
            <th scope="col">{label(card.group)}</th>
            {table.parts.map((part) => (
              <th key={part.key} scope="col" className="figures">
                {partName(part)}
                <span className="unit"> {unit}</span>
              </th>
            ))}
            {summed && (
              <th scope="col" className="figures">
                {word('total')}
                <span className="unit"> {unit}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <Link to={linkTo(card.key, group, from, card.list)}>{groupName(group)}</Link>
              </th>
              {table.parts.map(({ key }) =>
                cell(
                  table.at(group.key, key) === undefined ? '–' : inColumn(table.at(group.key, key)!.toString()),
                  key,
                ),
              )}
              {summed && cell(inColumn(table.ofGroup(group.key).toString()), 'total')}
            </tr>
          ))}
        </tbody>
        {isSum(card) && (
          <tfoot>
            <tr>
              <th scope="row">{word('total')}</th>
              {table.parts.map(({ key }) => cell(inColumn(table.ofPart(key).toString()), key))}
              {summed && cell(inColumn(table.total.toString()), 'total')}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
