import type { ReactNode } from 'react';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useLabel, useWords, type Words } from '../../../parts/language/language.ts';
import { priceText } from '../../../parts/quantities/amount.rules.ts';
import type { ShownChange, ShownChangeLine } from './order-change.rules.ts';
import { purchaseOrderChange } from './order-change.document.ts';
import { orderChangeTexts } from './order-change.texts.ts';
import './order-changes.css';

type Say = Words<keyof typeof orderChangeTexts>;

/** What was changed of an order, old beside new, the newest first. */
export function OrderChanges({ row }: { readonly row: Readonly<Record<string, unknown>> }): ReactNode {
  const word = useWords(orderChangeTexts);
  const inWords = useLabel();
  const { changes = [] } = row as { readonly changes?: readonly ShownChange[] };
  if (changes.length === 0) return null;
  const typeOf = (value: string): string =>
    inWords(purchaseOrderChange.fields.changeType.rules.choices!.find((each) => each.value === value)!.label);
  return (
    <section className="order-answers order-changes" aria-label={word('history')}>
      <header>
        <strong>{word('history')}</strong>
      </header>
      {changes.map((change) => {
        const state = purchaseOrderChange.life!.states[change.status as 'done'];
        return (
          <article key={change.id}>
            <header>
              <GuardedLink to={`${purchaseOrderChange.path}/${change.id}`}>{change.billCode}</GuardedLink>
              <span>{typeOf(change.changeType)}</span>
              <Status tone={state.tone} word={inWords(state.label)} />
              <span className="soft figures">{change.time.slice(5, 16)}</span>
              <span className="soft">{change.userName}</span>
              <span>{change.reason}</span>
            </header>
            <ul>
              {change.lines.map((line, at) => (
                <li key={`${line.orderDetailId}/${at}`}>
                  <span>{line.materialName}</span>
                  <Values type={change.changeType} line={line} word={word} />
                </li>
              ))}
            </ul>
          </article>
        );
      })}
    </section>
  );
}

interface ValuesProps {
  readonly type: ShownChange['changeType'];
  readonly line: ShownChangeLine;
  readonly word: Say;
}
/** Old and new of what changes. */
function Values({ type, line, word }: ValuesProps): ReactNode {
  const { oldQty, newQty, oldDate, newDate, oldPrice, newPrice, unitName } = line;
  const pairs: (readonly [string, string])[] = [
    ...(newQty === '' ? [] : [[oldQty, `${newQty} ${unitName}`] as const]),
    ...(newDate === '' ? [] : [[oldDate.slice(5), newDate.slice(5)] as const]),
    ...(newPrice === '' ? [] : [[oldPrice === '' ? '' : priceText(oldPrice), priceText(newPrice)] as const]),
  ];
  return (
    <span className="figures">
      {pairs.map(([before, after]) => (
        <span key={after} className="order-change-pair">
          {before === '' ? <span className="soft">{word('added')}</span> : <del>{before}</del>} → <ins>{after}</ins>
        </span>
      ))}
      {type === 'close' && <span className="soft"> {word('closed.rest')}</span>}
      {type === 'quantity' && newQty === '0' && <span className="soft"> {word('taken.out')}</span>}
    </span>
  );
}
