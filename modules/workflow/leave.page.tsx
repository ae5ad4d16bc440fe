import type { Declaration } from '../../kernel/core/declaration.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import { leave } from './leave.document.ts';

const of = leave as unknown as Declaration;
const FACTS = { processDefinitionId: false } as const;

/** One leave; by which version of its process it goes is nobody's business. */
export default function LeavePage() {
  return <DocumentPage of={of} facts={FACTS} />;
}
