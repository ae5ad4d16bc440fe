import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PaperProps } from '../../../parts/line-grid/line-grid.tsx';
import { columnsOnPaper } from './paper.rules.ts';
import { layOf } from '../../../parts/paper/print-styles.ts';
import { PaperLines } from './paper-lines.tsx';

/** All lines of a grid while the browser prints the page it stands on: the grid itself draws only what is in sight. */
export function GridOnPaper({ caption, columns, rows }: PaperProps): ReactNode {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // A document has its own paper, which is there by now.
    const before = (): void => {
      if (document.querySelector('body > .paper') === null) flushSync(() => setPrinting(true));
    };
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  if (!isPrinting) return null;
  const shown = columnsOnPaper(columns, rows);
  return (
    <>
      {layOf(shown.length) === 'landscape' && <style>{'@page { size: A4 landscape; }'}</style>}
      <PaperLines caption={caption} columns={shown} rows={rows} />
    </>
  );
}
