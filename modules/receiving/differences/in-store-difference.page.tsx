import { Alert } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import type { OwnFacts } from '../../../kernel/web/document/facts.tsx';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { DifferenceDialog, type Decision } from './difference-dialog.view.tsx';
import { inStoreDifference } from '../in-store-difference.document.ts';

// What only the program reads of it.
const FACTS: OwnFacts<typeof inStoreDifference> = {
  outstoreDetailId: false,
  outstorePickId: false,
  baseQty: false,
  auxQty: false,
  visibleDeptIds: false,
  overdueTime: false,
  myPart: false,
};

/** 入库差异: what was sent and what came, and the decision on it. */
export default function InStoreDifferencePage(): ReactNode {
  const { id = '' } = useParams();
  const label = useLabel();
  const [decision, setDecision] = useState<Decision>();
  const [part, setPart] = useState<string>();
  const acts = useMemo(() => {
    const decide =
      (act: Decision['act']) =>
      (row: WholeRecord<typeof inStoreDifference>): void =>
        setDecision({ act, rows: [row] });
    if (part === 'decide') return { confirm: decide('confirm'), dispute: decide('dispute') };
    return part === 'answer' ? { insist: decide('insist') } : {};
  }, [part]);
  return (
    <>
      <DocumentPage key={id} of={inStoreDifference} acts={acts} facts={FACTS}>
        {(row) => (
          <>
            <PartOf part={row.myPart} onPart={setPart} />
            {row.status !== 'confirmed' && row.overdueTime !== null && row.overdueTime !== '' && (
              <Alert
                type="error"
                showIcon
                title={label({
                  zh: `已逾期：应在 ${row.deadline} 前处理`,
                  en: `Overdue: was to be settled by ${row.deadline}`,
                })}
              />
            )}
          </>
        )}
      </DocumentPage>
      {decision !== undefined && <DifferenceDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

/** Offers what is for the reader to do, once the case says what that is. */
function PartOf({ part, onPart }: { readonly part: string | null; readonly onPart: (part: string) => void }): null {
  useEffect(() => onPart(part ?? ''), [part, onPart]);
  return null;
}
