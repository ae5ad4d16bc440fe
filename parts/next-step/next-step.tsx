import { ArrowRightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import './next-step.css';

/** Who goes on with a document and how, in a line of its own; behind it the link that leads there. */
export function NextStep({ words, children }: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <p className="next-step soft" role="note">
      <ArrowRightOutlined aria-hidden="true" /> {words} {children}
    </p>
  );
}
