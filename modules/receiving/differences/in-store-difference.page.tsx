import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import { DifferenceDialog, type Decision } from './difference-dialog.view.tsx';
import { inStoreDifference } from '../in-store-difference.document.ts';

/** 入库差异: what was sent and what came, and the decision on it. */
export default function InStoreDifferencePage(): ReactNode {
  const { id = '' } = useParams();
  const [decision, setDecision] = useState<Decision>();
  const acts = useMemo(() => {
    const decide =
      (act: Decision['act']) =>
      (row: WholeRecord<typeof inStoreDifference>): void =>
        setDecision({ act, rows: [row] });
    return { confirm: decide('confirm'), dispute: decide('dispute'), insist: decide('insist') };
  }, []);
  return (
    <>
      <DocumentPage key={id} of={inStoreDifference} acts={acts} />
      {decision !== undefined && <DifferenceDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}
