import type { ReactNode } from 'react';
import './folded.css';

/** So high a window has room for it beside what the page is for. */
const HIGH = 1000;

/** What is looked at beside the lines of a page: its sum in one line, the rest behind it; open in a high window. */
export function Folded({ summary, children }: { readonly summary: ReactNode; readonly children: ReactNode }) {
  return (
    <details className="folded" open={window.innerHeight >= HIGH}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
