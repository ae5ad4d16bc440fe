import { Fragment, type ReactNode } from 'react';
import { QrCode } from '../../parts/paper/qr-code.tsx';
import { BESIDE, type Drawn, type Sheet, type Table } from './content.rules.ts';
import { languageOf } from './language-of.ts';
import { standInOneLine } from './one-line.rules.ts';
import { type Paper, papers } from './papers.rules.ts';
import './print.css';

interface Props {
  readonly sheet: Sheet;
  readonly paper: Paper;
  /** Name of its pages in the style sheet, where it is on its way to the printer. */
  readonly page?: string | undefined;
}

/** One record on paper, in its true size: black on white whatever the theme. */
export function SheetView({ sheet, paper, page }: Props): ReactNode {
  const { margin, points, isLabel } = papers[paper];
  const kind = isLabel ? 'is-label' : sheet.height === null ? 'is-roll' : 'is-paged';
  return (
    <section
      className={`sheet ${kind}`}
      aria-label={sheet.title}
      lang={languageOf(JSON.stringify(sheet.blocks))}
      style={{
        width: `${sheet.width}mm`,
        ...(sheet.height === null
          ? {}
          : isLabel
            ? { height: `${sheet.height}mm` }
            : { minHeight: `${sheet.height}mm` }),
        padding: `${margin}mm`,
        fontSize: `${points}pt`,
        ...(page === undefined ? {} : { page }),
      }}
    >
      {sheet.blocks.map((block, at) => (
        // Blocks have no name but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={at} block={block} width={sheet.width} paper={paper} />
      ))}
    </section>
  );
}

interface BlockProps {
  readonly block: Drawn;
  /** Of the sheet, in millimetres. */
  readonly width: number;
  readonly paper: Paper;
}
function BlockView({ block, width, paper }: BlockProps): ReactNode {
  switch (block.is) {
    case 'head':
      return (
        <header className="sheet-head">
          <div>
            {block.company !== '' && <p>{block.company}</p>}
            <h2>{block.kind}</h2>
            <p className="sheet-number">
              <strong>{block.number}</strong>
              {block.state !== '' && <span className="sheet-state">{block.state}</span>}
            </p>
            <p className="sheet-by">
              {block.printed} {block.by}
            </p>
          </div>
          {block.number !== '' && <QrCode of={block.number} />}
        </header>
      );
    case 'words':
      return <p className={`sheet-words is-${block.size} is-${block.align}`}>{block.text}</p>;
    case 'facts':
      return block.facts.length === 0 ? null : (
        <dl className="sheet-facts" style={{ gridTemplateColumns: `repeat(${block.across}, 1fr)` }}>
          {block.facts.map(({ label, text, wide }) => (
            <div key={label} className={wide ? 'is-wide' : ''}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <TableView table={block} isRoomy={standInOneLine(block, width, paper)} />;
    case 'signs':
      return (
        <div className="sheet-signers">
          {block.signers.map(({ label, name, sign }) => (
            <div key={label}>
              <span>{label}</span>
              <strong>{name}</strong>
              <span>{sign}</span>
            </div>
          ))}
        </div>
      );
    case 'label':
      return (
        <div className="sheet-label">
          {block.code !== '' && <QrCode of={block.code} />}
          <div>
            {block.words.map((each, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} className={each === block.strong ? 'is-strong' : ''}>
                {each}
              </span>
            ))}
          </div>
        </div>
      );
  }
}

/** All lines. What they belong to and the titles of the columns stand on every page. */
function TableView({ table, isRoomy }: { readonly table: Table; readonly isRoomy: boolean }): ReactNode {
  const { caption, number, columns, rows, totals, total } = table;
  return (
    <table className={`sheet-lines${isRoomy ? ' is-roomy' : ''}`}>
      <thead>
        <tr className="sheet-caption">
          <th colSpan={columns.length + 1}>{caption}</th>
        </tr>
        <tr>
          <th className="is-figure">{number}</th>
          {columns.map(({ label, face }) => (
            <th key={label} className={`is-${face}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at} className="sheet-line">
            <td className="is-figure">{at + 1}</td>
            {row.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column} className={`is-${columns[column]!.face}`}>
                <Cell text={cell} />
              </td>
            ))}
          </tr>
        ))}
        {totals.length > 0 && (
          <tr className="sheet-total">
            <th>{total}</th>
            {totals.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column} className={`is-${columns[column]!.face}`}>
                {cell.split('\n').map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A cell; a code stands in grey beside its name. */
function Cell({ text }: { readonly text: string }): ReactNode {
  const [words, beside] = text.split(BESIDE);
  return (
    <Fragment>
      {words}
      {beside !== undefined && <span className="sheet-beside">{beside}</span>}
    </Fragment>
  );
}
