import { createPortal } from 'react-dom';
import { type Declaration, type Lines, titleField } from '../../core/declaration.ts';
import { type OwnFacts, pastLast } from '../document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../document/lines-editor.tsx';
import { linesIn } from '../form/versions.ts';
import type { Values } from '../form/values.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';
import { isSeen, stateOf } from '../list/columns.tsx';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import { useAllowedCodes } from '../queries.ts';
import { session } from '../../../parts/client/session.ts';
import { PaperLines, usePaperLines } from './paper-lines.tsx';
import { cssString, layOf } from '../../../parts/paper/print-styles.ts';
import { signersOf } from './paper.rules.ts';
import { QrCode } from '../../../parts/paper/qr-code.tsx';

export interface PaperProps {
  readonly of: Declaration;
  /** As it is saved: what nobody saved is not on paper. */
  readonly row: Values;
  readonly facts: OwnFacts;
  readonly lines: WishesByKey;
  /** When it was printed, in the company's time. */
  readonly at: string;
}

/** One document on A4: head, facts, every line, signatures. Replaces the whole screen while the browser prints. */
export function Paper({ of, row, facts, lines, at }: PaperProps) {
  const text = useText();
  const label = useLabel();
  const number = String(row['billCode'] ?? row[titleField(of)] ?? '');
  const name = `${label(of.label)} ${number}`;
  const state = stateOf(of, row);
  const stored = linesIn(of, row);
  const tables = Object.entries(of.lines ?? {}).filter(([key]) => (stored[key] ?? []).length > 0);
  const page = `sheets-${String(row['id'])}`;
  return createPortal(
    <article className="paper" style={{ page }}>
      <header className="paper-head">
        <div>
          <h1>{label(of.label)}</h1>
          <p className="paper-number">
            <strong>{number}</strong>
            {state !== undefined && <span className="paper-state">{label(state.label)}</span>}
          </p>
          <p>{text('print.by', { time: at, name: session.get()?.name ?? '' })}</p>
        </div>
        {number !== '' && <QrCode of={number} />}
      </header>
      <PaperFacts of={of} row={row} own={facts} />
      {tables.map(([key, spec]) => (
        <PaperTable
          key={key}
          of={name}
          page={page}
          spec={spec}
          rows={(stored[key] ?? []) as readonly GridRow[]}
          wishes={lines[key]}
        />
      ))}
      <div className="paper-signers">
        {signersOf(of, row).map((signer) => (
          <div key={signer.label.en}>
            <span>{label(signer.label)}</span>
            <strong>{signer.name}</strong>
            <span>{text('print.signature')}</span>
          </div>
        ))}
      </div>
      <style>{`@page ${page} { @bottom-left { content: ${cssString(name)}; } }`}</style>
    </article>,
    document.body,
  );
}

interface TableProps {
  readonly of: string;
  /** What its sheets are called in the style sheet. */
  readonly page: string;
  readonly spec: Lines;
  readonly rows: readonly GridRow[];
  readonly wishes: LinesWishes | undefined;
}

/** One table of lines; a wide one lays the paper across. */
function PaperTable({ of, page, spec, rows: given, wishes }: TableProps) {
  const label = useLabel();
  const { columns, rows } = usePaperLines(spec, given, wishes?.columns, wishes?.first);
  return (
    <>
      {layOf(columns.length) === 'landscape' && <style>{`@page ${page} { size: A4 landscape; }`}</style>}
      <PaperLines caption={`${of} · ${label(spec.label)}`} columns={columns} rows={rows} />
    </>
  );
}

/** Files and pictures are not on paper; who may see it is nothing to whoever holds it. */
const NOT_ON_PAPER = new Set(['attachments', 'pictures', 'refs', 'json', 'secret', 'richtext']);

function PaperFacts({ of, row, own }: { readonly of: Declaration; readonly row: Values; readonly own: OwnFacts }) {
  const label = useLabel();
  const language = useLanguage();
  const codes = useAllowedCodes();
  const there = Object.entries(of.fields).filter(
    ([name, field]) =>
      name !== 'billCode' &&
      name !== of.title &&
      own[name] !== false &&
      !NOT_ON_PAPER.has(field.kind) &&
      isSeen(field, codes) &&
      faceOf(field).text({ name, field, row, language }) !== '',
  );
  return (
    <dl className="paper-facts">
      {pastLast(there).map(([name, field]) => (
        <div key={name} className={faceOf(field).wide === true ? 'is-wide' : ''}>
          <dt>{label(field.label)}</dt>
          <dd>
            {(own[name] || undefined)?.(row) ?? faceOf(field).text({ name, field, row, language, isAlone: true })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
