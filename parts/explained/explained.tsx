import { CopyOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Popover, Tooltip } from 'antd';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../language/language.ts';
import { explainedTexts } from './texts.ts';

/** One figure of an equation: what it is called, what it is, and where it comes from. */
export interface Term {
  /** How it joins the figures before it. Absent on the first. */
  readonly sign?: '+' | '−' | '×' | '÷';
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  /** Where the figure can be looked up. */
  readonly to?: string;
}
/** A figure in words: its terms, and why it is not more and not less. */
export interface Equation {
  readonly label: string;
  readonly terms: readonly Term[];
  readonly value: string;
  readonly unit?: string;
  readonly notes?: readonly string[];
  /** When it was computed, yyyy-MM-dd HH:mm:ss. */
  readonly at?: string;
}

export interface ExplainedProps {
  /** As shown; the unit stands in grey behind it. */
  readonly value: ReactNode;
  readonly unit?: string;
  /** The equation, or where to fetch it once somebody asks. */
  readonly equation: Equation | (() => Promise<Equation>);
}
/** What a program adds to it. */
interface Surroundings {
  /** Draws a term as a link to where its figure can be looked up. */
  readonly link: (to: string, label: string) => ReactNode;
  readonly onError: (error: unknown) => void;
  readonly onCopied: () => void;
}

const figure = (value: string, unit: string | undefined): string =>
  unit === undefined || unit === '' ? value : `${value} ${unit}`;

/** The equation as plain lines, for a message to a colleague. */
export const equationText = ({ label, terms, value, unit, notes = [], at }: Equation): string =>
  [
    `${label} = ${figure(value, unit)}`,
    ...terms.map((term) => `  ${term.sign ?? ' '} ${term.label} ${figure(term.value, term.unit)}`),
    ...notes,
    ...(at === undefined ? [] : [at]),
  ].join('\n');

/** A figure that explains itself: dotted underline, a click opens the equation. */
export function Explained({ value, unit, equation, ...surroundings }: ExplainedProps & Surroundings) {
  const text = useWords(explainedTexts);
  const [open, setOpen] = useState(false);
  const [pinned, setPinned] = useState(false);
  const [found, setFound] = useState<Equation | undefined>(typeof equation === 'function' ? undefined : equation);
  useEffect(() => {
    if (typeof equation !== 'function') setFound(equation);
  }, [equation]);

  const change = (next: boolean): void => {
    setOpen(next);
    if (!next || typeof equation !== 'function') return;
    equation().then(setFound, (error: unknown) => {
      setOpen(false);
      surroundings.onError(error);
    });
  };
  const pin = (next: boolean): void => {
    setPinned(next);
    setOpen(false);
  };
  const sheet =
    found === undefined ? (
      <p className="soft">{text('loading')}</p>
    ) : (
      <Sheet equation={found} pinned={pinned} onPin={pin} {...surroundings} />
    );
  return (
    <>
      <Popover trigger="click" placement="bottomLeft" open={open && !pinned} onOpenChange={change} content={sheet}>
        <button
          type="button"
          className="explained"
          aria-label={text('explained.open', { value: typeof value === 'string' ? figure(value, unit) : '' })}
          aria-expanded={open || pinned}
          onClick={(event) => event.stopPropagation()}
        >
          {value}
          {unit !== undefined && unit !== '' && <span className="unit"> {unit}</span>}
        </button>
      </Popover>
      {pinned &&
        createPortal(
          <div className="explained-pinned" role="dialog" aria-label={text('explained.title')}>
            {sheet}
          </div>,
          document.body,
        )}
    </>
  );
}

function Sheet({
  equation,
  pinned,
  onPin,
  link,
  onError,
  onCopied,
}: Surroundings & {
  readonly equation: Equation;
  readonly pinned: boolean;
  readonly onPin: (pinned: boolean) => void;
}) {
  const text = useWords(explainedTexts);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(equationText(equation));
      onCopied();
    } catch (error) {
      onError(error);
    }
  };
  const pinName = text(pinned ? 'explained.unpin' : 'explained.pin');
  return (
    <div className="explained-sheet">
      <header>
        <h2>{equation.label}</h2>
        <span>
          <Tooltip title={text('explained.copy')}>
            <Button
              type="text"
              size="small"
              icon={<CopyOutlined />}
              aria-label={text('explained.copy')}
              onClick={() => void copy()}
            />
          </Tooltip>
          <Tooltip title={pinName}>
            <Button
              type="text"
              size="small"
              icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
              aria-label={pinName}
              aria-pressed={pinned}
              onClick={() => onPin(!pinned)}
            />
          </Tooltip>
        </span>
      </header>
      <Terms equation={equation} link={link} />
      {equation.notes !== undefined && equation.notes.length > 0 && (
        <ul className="explained-notes">
          {equation.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {equation.at !== undefined && <footer>{text('explained.at', { when: equation.at.slice(0, 16) })}</footer>}
    </div>
  );
}

function Terms({ equation, link }: Pick<Surroundings, 'link'> & { readonly equation: Equation }) {
  return (
    <div className="explained-terms">
      {equation.terms.map((term) => (
        <Fragment key={`${term.sign ?? ''}${term.label}`}>
          <span className="sign">{term.sign ?? ''}</span>
          <span>{term.to === undefined ? term.label : link(term.to, term.label)}</span>
          <span className="figure">
            {term.value}
            {term.unit !== undefined && <span className="unit"> {term.unit}</span>}
          </span>
        </Fragment>
      ))}
      <span className="sign result">=</span>
      <span className="result">{equation.label}</span>
      <span className="figure result">
        {equation.value}
        {equation.unit !== undefined && <span className="unit"> {equation.unit}</span>}
      </span>
    </div>
  );
}
