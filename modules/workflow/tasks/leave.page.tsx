import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import { leave } from './leave.document.ts';

const FACTS = { processDefinitionId: false } as const;

/** One leave; by which version of its process it goes is nobody's business. */
export default function LeavePage() {
  return <DocumentPage of={leave} facts={FACTS} />;
}
