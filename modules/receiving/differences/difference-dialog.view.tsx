import type { ReactNode } from 'react';
import type { Fields } from '../../../kernel/core/field.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { AskDialog } from '../../../kernel/web/form/ask-dialog.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { AffectedRows } from '../../../kernel/web/list/touched.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { confirmAllFields, confirmFields, disputeFields, insistFields } from './difference-acts.rules.ts';
import * as calls from '../in-store-difference.calls.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import { outStore } from '../../issuing/out-store.document.ts';
import { inStore } from '../in-store.document.ts';

type Row = RecordOf<typeof inStoreDifference>;
/** What is done to which differences. */
export interface Decision {
  readonly act: 'confirm' | 'batchConfirm' | 'dispute' | 'insist';
  readonly rows: readonly Row[];
}

/** Asks for the decision on one difference, or on several at once, and carries it out. */
export function DifferenceDialog({ act, rows, onClose }: Decision & { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const [first] = rows;
  if (first === undefined) return null;
  const action = inStoreDifference.life!.actions[act]!;
  const title = rows.length === 1 ? first.billCode : text('delete.count', { count: rows.length });
  const decide = async (answered: Values, key: string): Promise<boolean> => {
    const ids = rows.map(({ id }) => id);
    if (act === 'confirm') await request(calls.confirm, { id: first.id, ...answered }, { key });
    else if (act === 'dispute')
      await request(calls.dispute, { id: first.id, reason: String(answered['reason']) }, { key });
    else if (act === 'insist')
      await request(calls.insist, { id: first.id, ...answered, reason: String(answered['reason']) }, { key });
    else await request(calls.batchConfirm, { ids, ...answered }, { key });
    notify.done(text('done.action', { kind: label(inStoreDifference.label), label: label(action.label), title }));
    await Promise.all([inStoreDifference, inStore, outStore].map(invalidateLists));
    return true;
  };
  return (
    <AskDialog
      asking={{ name: act, action: { label: action.label, ask: asked(act, rows, first) } }}
      title={title}
      above={rows.length > 1 && <AffectedRows of={inStoreDifference} rows={rows} hidden={0} />}
      onClose={onClose}
      onAnswer={decide}
    />
  );
}

const asked = (act: Decision['act'], rows: readonly Row[], first: Row): Fields => {
  if (act === 'dispute') return disputeFields;
  if (act === 'insist') return insistFields(first);
  return act === 'confirm' ? confirmFields(first) : confirmAllFields(rows);
};
