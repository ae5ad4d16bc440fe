import { useMemo } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { LinesWishes } from '../../kernel/web/document/lines-editor.tsx';
import { MenuBoard } from './menu-board.view.tsx';
import { menuTemplate } from './menu-template.document.ts';

const of = menuTemplate as unknown as Declaration;

/** A menu template: its meals, and the dishes of its cycle on a board of days and meals. */
export default function MenuTemplatePage() {
  const lines = useMemo((): Readonly<Record<string, LinesWishes>> => ({ meals: { few: true }, details: { instead: (face) => <MenuBoard {...face} /> } }), []);
  return <DocumentPage of={of} lines={lines} />;
}
