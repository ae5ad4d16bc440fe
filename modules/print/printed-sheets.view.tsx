import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cssString } from '../../parts/paper/print-styles.ts';
import type { Sheet } from './content.rules.ts';
import { type Paper, papers } from './papers.rules.ts';
import { SheetView } from './sheet.view.tsx';

interface Props {
  readonly sheets: readonly Sheet[];
  readonly paper: Paper;
  readonly copies: number;
  readonly onOver: () => void;
}

const MM_OF_PIXEL = 25.4 / 96;
/** A printer's cutter leaves this much below what is printed on a roll. */
const ROLL_END_MM = 4;

/** What the printer is given, in place of the screen: each record on pages of its own. Prints once it stands. */
export function PrintedSheets({ sheets, paper, copies, onOver }: Props): ReactNode {
  const isRoll = papers[paper].height === null;
  const shown = useRef<HTMLElement>(null);
  // A roll's pages are as long as what stands on them.
  const [heights, setHeights] = useState<readonly number[] | undefined>(isRoll ? undefined : []);
  useLayoutEffect(() => {
    if (!isRoll || shown.current === null) return;
    const found = [...shown.current.querySelectorAll<HTMLElement>(':scope > .sheet')];
    setHeights(found.map((each) => Math.ceil(each.offsetHeight * MM_OF_PIXEL) + ROLL_END_MM));
  }, [isRoll]);
  const isReady = heights !== undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onOver);
    window.print();
    return () => window.removeEventListener('afterprint', onOver);
  }, [isReady, onOver]);
  const all = sheets.flatMap((sheet) => Array.from({ length: copies }, () => sheet));
  return createPortal(
    <article ref={shown} className={`paper print-sheets${isRoll ? ' print-measured' : ''}`}>
      {all.map((sheet, at) => (
        // Copies of one record are told apart by their place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <SheetView key={at} sheet={sheet} paper={paper} page={`sheet-${at}`} />
      ))}
      <style>{all.map((sheet, at) => pageStyle(sheet, at, paper, heights?.[at])).join('\n')}</style>
    </article>,
    document.body,
  );
}

/** How the pages of one sheet lie in the printer. */
function pageStyle(sheet: Sheet, at: number, paper: Paper, rollHeight: number | undefined): string {
  const { margin, isLabel } = papers[paper];
  const height = sheet.height ?? rollHeight ?? 297;
  const size = `size: ${sheet.width}mm ${height}mm`;
  if (isLabel || sheet.height === null)
    return `@page sheet-${at} { ${size}; margin: 0; @bottom-right { content: none } }`;
  const margins = `margin: ${margin}mm ${margin}mm ${margin + 4}mm`;
  return `@page sheet-${at} { ${size}; ${margins}; @bottom-left { content: ${cssString(sheet.title)} } }`;
}
