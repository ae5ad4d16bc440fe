import type { ReactNode } from 'react';
import type { Declaration } from '../../../../kernel/core/declaration.ts';
import { Status } from '../../../../kernel/web/kinds/status.tsx';
import { useLabel, useWords } from '../../../../parts/language/language.ts';
import { dishTexts } from '../dish.texts.ts';

interface Props {
  readonly of: Declaration;
  readonly title: string;
  readonly isReleased: boolean;
  /** At the end of the line. */
  readonly children?: ReactNode;
}

/** What a version of a BOM is called, and whether it is released. */
export function VersionHead({ of, title, isReleased, children }: Props) {
  const word = useWords(dishTexts);
  const label = useLabel();
  return (
    <header className="document-head">
      <div className="document-title">
        <span className="soft document-kind">{label(of.label)}</span>
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {title}
          </h1>
          <Status tone={isReleased ? 'done' : 'look'} word={word(isReleased ? 'released' : 'draft')} />
        </div>
      </div>
      {children}
    </header>
  );
}
