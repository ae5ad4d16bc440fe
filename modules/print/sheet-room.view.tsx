import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../../parts/language/language.ts';
import type { Sheet } from './content.rules.ts';
import type { Paper } from './papers.rules.ts';
import { printTexts } from './print.texts.ts';
import { SheetView } from './sheet.view.tsx';

/** More than these are not drawn before they are printed. */
const SHOWN_MAX = 10;
const PIXELS_OF_MM = 96 / 25.4;
const PADDING = 26;

/** Sheets as they will be printed, as large as the room lets them be. */
export function SheetRoom({ sheets, paper }: { readonly sheets: readonly Sheet[]; readonly paper: Paper }): ReactNode {
  const word = useWords(printTexts);
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = room.current;
    if (box === null) return undefined;
    const look = (): void => setWidth(box.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const widest = Math.max(1, ...sheets.map((sheet) => sheet.width)) * PIXELS_OF_MM;
  const zoom = width === 0 ? 1 : Math.min(1, (width - PADDING) / widest);
  return (
    <>
      <div ref={room} className="print-room" tabIndex={0} role="region" aria-label={word('preview')}>
        <div style={{ zoom }}>
          {sheets.slice(0, SHOWN_MAX).map((sheet) => (
            <SheetView key={sheet.id} sheet={sheet} paper={paper} />
          ))}
        </div>
      </div>
      {sheets.length > SHOWN_MAX && (
        <p className="soft print-note">{word('more', { shown: SHOWN_MAX, count: sheets.length })}</p>
      )}
    </>
  );
}
