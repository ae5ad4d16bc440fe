import { Pagination, Table } from 'antd';
import type { ReactNode } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { Explained } from '../../../kernel/web/explained.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { amountText, centsText, grouped } from '../../../parts/quantities/amount.rules.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { type Asked, movesOf } from './moves-of-figure.rules.ts';
import type { statisticsPage } from './statistics.calls.ts';
import { type Column, type Figure, figureLabels, IN, OUT } from './statistics.rules.ts';
import { statisticsTexts } from './statistics.texts.ts';

export type Measure = 'amount' | 'qty';
type Answer = TypeOf<typeof statisticsPage.answer>;
type Totals = Answer['totals'];
type Row = Answer['records'][number];
interface Props {
  readonly asked: Asked;
  readonly measure: Measure;
  readonly answer: Answer;
  readonly onTurn: (current: number) => void;
}

const valueOf = (row: Totals, figure: Figure, measure: Measure): string | null =>
  (measure === 'amount' ? row[`${figure}Amount`] : row[`${figure}Qty`]) ?? null;
const isZero = (value: string | null): boolean => value === null || Decimal.of(value).isZero();

/** Columns with a figure in any row: the others say nothing. */
const usedOf = <C extends Column>(columns: readonly C[], { records, totals }: Answer, measure: Measure): readonly C[] =>
  columns.filter((column) => [...records, totals].some((row) => !isZero(valueOf(row, column, measure))));

/** What is on its way, and how far the values by lot and at the average are apart. */
function notesOf(
  word: ReturnType<typeof useWords<keyof typeof statisticsTexts>>,
  figures: Totals,
  measure: Measure,
  text: (row: Totals, value: string) => string,
): readonly string[] {
  const transit = valueOf(figures, 'transit', measure);
  const unit = measure === 'qty' ? figures.baseUnitName : '';
  return [
    ...(isZero(transit) ? [] : [word('transit', { figure: `${text(figures, transit!)} ${unit}`.trim() })]),
    ...(measure === 'amount' && !isZero(figures.costDifference ?? null)
      ? [
          word('by-lot', {
            batch: amountText(figures.batchAmount!),
            average: amountText(figures.avgAmount!),
            difference: amountText(figures.costDifference!),
          }),
        ]
      : []),
  ];
}

/** Words for figures of these rows, and where they lead. */
function useFigures(asked: Asked, measure: Measure) {
  const word = useWords(statisticsTexts);
  const label = useLabel();
  const name = (row: Row | null): string =>
    row === null ? word('total') : row.name === '' ? word('no-supplier') : row.name;
  const text = (row: Totals, value: string): string =>
    measure === 'amount' ? centsText(value) : grouped(shownQuantity(value, row.baseUnitName).figure);
  const to = (row: Row | null, figure: Figure): string =>
    movesOf(asked, row === null ? null : { key: row.key, name: name(row) }, figure, label(figureLabels[figure]));
  const shown = (row: Totals, value: string): ReactNode => (
    <>
      {text(row, value)}
      {measure === 'qty' && <span className="unit"> {row.baseUnitName}</span>}
    </>
  );
  /** The figure as a way to its moves. */
  const cell = (figures: Totals, row: Row | null, figure: Figure): ReactNode => {
    const value = valueOf(figures, figure, measure);
    if (value === null)
      return (
        <span className="empty-cell" title={word('several-units')}>
          –
        </span>
      );
    if (isZero(value)) return <span className="empty-cell">0</span>;
    return <GuardedLink to={to(row, figure)}>{shown(figures, value)}</GuardedLink>;
  };
  /** What it closed with, and of what that is made. */
  const close = (figures: Totals, row: Row | null): ReactNode => {
    const value = valueOf(figures, 'close', measure);
    if (value === null) return cell(figures, row, 'close');
    const term = (figure: Figure, sign?: '+' | '−') => ({
      ...(sign === undefined ? {} : { sign }),
      label: label(figureLabels[figure]),
      value: text(figures, valueOf(figures, figure, measure)!),
      to: to(row, figure),
    });
    const isMoved = (figure: Figure): boolean => !isZero(valueOf(figures, figure, measure));
    return (
      <Explained
        value={text(figures, value)}
        {...(measure === 'qty' ? { unit: figures.baseUnitName } : {})}
        equation={{
          label: `${name(row)} · ${label(figureLabels.close)}`,
          terms: [
            term('open'),
            ...IN.filter(isMoved).map((figure) => term(figure, '+')),
            ...OUT.filter(isMoved).map((figure) => term(figure, '−')),
          ],
          value: text(figures, value),
          ...(measure === 'qty' ? { unit: figures.baseUnitName } : {}),
          notes: notesOf(word, figures, measure, text),
        }}
      />
    );
  };
  const days = (figures: Totals): ReactNode =>
    figures.turnoverDays === null ? <span className="empty-cell">–</span> : grouped(figures.turnoverDays);
  return { word, label, name, cell, close, days };
}

/** The pages below the rows, where there are several. */
const turning = ({ total, current, size }: Answer, onTurn: Props['onTurn']) =>
  total > size && { total, current, pageSize: size, showSizeChanger: false, onChange: onTurn };

/** The rows under a heading for what came in and one for what went out; below them what all come to. */
export function StatisticsTable({ asked, measure, answer, onTurn }: Props) {
  const { word, label, name, cell, close, days } = useFigures(asked, measure);
  const [ins, outs] = [usedOf(IN, answer, measure), usedOf(OUT, answer, measure)];
  const columnOf = (figure: Figure, of: (figures: Totals, row: Row | null) => ReactNode, isSum = false) => ({
    figure,
    of,
    title: label(figureLabels[figure]),
    align: 'right' as const,
    className: isSum ? 'figures is-sum' : 'figures',
    render: (_: unknown, row: Row) => of(row, row),
  });
  const plain = (figure: Figure, isSum = false) =>
    columnOf(figure, (figures, row) => cell(figures, row, figure), isSum);
  const group = (title: string, used: readonly Figure[], all: Figure) =>
    used.length === 0 ? [] : [{ title, children: [...used.map((figure) => plain(figure)), plain(all, true)] }];
  const columns = [
    plain('open'),
    ...group(word('in'), ins, 'in'),
    ...group(word('out'), outs, 'out'),
    columnOf('close', close, true),
    ...(isZero(valueOf(answer.totals, 'transit', measure)) &&
    !answer.records.some((row) => !isZero(valueOf(row, 'transit', measure)))
      ? []
      : [plain('transit')]),
    {
      title: word('turnover-days'),
      of: (figures: Totals) => days(figures),
      align: 'right' as const,
      className: 'figures',
      render: (_: unknown, row: Row) => days(row),
    },
  ];
  const leaves = columns.flatMap((column) => ('children' in column ? column.children : [column]));
  return (
    <Table<Row>
      size="small"
      bordered
      className="list-table"
      rowKey="key"
      dataSource={answer.records}
      scroll={{ x: 'max-content', y: 'max(320px, calc(100vh - 400px))' }}
      pagination={turning(answer, onTurn)}
      columns={[
        {
          title: word(asked.groupBy),
          fixed: 'left' as const,
          className: 'statistics-name',
          render: (_: unknown, row: Row) => (
            <>
              {name(row)}
              {row.code !== '' && <span className="unit"> {row.code}</span>}
            </>
          ),
        },
        ...columns,
      ]}
      summary={() => (
        <Table.Summary fixed>
          <Table.Summary.Row className="statistics-total">
            <Table.Summary.Cell index={0}>{word('total')}</Table.Summary.Cell>
            {leaves.map((leaf, at) => (
              <Table.Summary.Cell key={leaf.title} index={at + 1} align="right" className={leaf.className}>
                {leaf.of(answer.totals, null)}
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        </Table.Summary>
      )}
    />
  );
}

/** The same for one thumb: what it opened with, got, gave and closed with, and below that what moved. */
export function StatisticsCards({ asked, measure, answer, onTurn }: Props) {
  const { word, label, name, cell, close, days } = useFigures(asked, measure);
  const card = (figures: Totals, row: Row | null) => (
    <article key={row?.key ?? 'total'} className="statistics-card">
      <h2>
        {row === null ? name(row) : <span>{name(row)}</span>}
        {row !== null && row.code !== '' && <span className="unit"> {row.code}</span>}
      </h2>
      <dl>
        {(['open', 'in', 'out', 'close'] as const).map((figure) => (
          <div key={figure}>
            <dt>{figure === 'in' || figure === 'out' ? word(figure) : label(figureLabels[figure])}</dt>
            <dd className="figures">{figure === 'close' ? close(figures, row) : cell(figures, row, figure)}</dd>
          </div>
        ))}
        {[...IN, ...OUT, 'transit' as const]
          .filter((figure) => !isZero(valueOf(figures, figure, measure)))
          .map((figure) => (
            <div key={figure} className="is-part">
              <dt>{label(figureLabels[figure])}</dt>
              <dd className="figures">{cell(figures, row, figure)}</dd>
            </div>
          ))}
        <div className="is-part">
          <dt>{word('turnover-days')}</dt>
          <dd className="figures">{days(figures)}</dd>
        </div>
      </dl>
    </article>
  );
  return (
    <div className="statistics-cards">
      {card(answer.totals, null)}
      {answer.records.map((row) => card(row, row))}
      {answer.total > answer.size && (
        <Pagination
          simple
          total={answer.total}
          current={answer.current}
          pageSize={answer.size}
          showSizeChanger={false}
          onChange={onTurn}
        />
      )}
    </div>
  );
}
