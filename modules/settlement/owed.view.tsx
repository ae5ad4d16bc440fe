import { useLanguage, useWords } from '../../parts/language/language.ts';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import type { Owed } from './owed.ts';
import { settlementEntry } from './settlement-entry.resource.ts';
import { settlementTexts } from './settlement.texts.ts';
import './settlement.css';

/** Under a document: who owes what of it, and the margin, for whoever its answer says it to. */
export function OwedOfBill({ row, billCode }: { readonly row: Values; readonly billCode: string }) {
  const word = useWords(settlementTexts);
  const language = useLanguage();
  const owed = row['owed'] as Owed | null | undefined;
  if (!owed || owed.parties.length + owed.chargesLeftOut.length === 0) return null;
  const separator = language === 'zh' ? '、' : ', ';
  return (
    <section className="owed" aria-label={word('owed')}>
      {owed.parties.map(({ kind, name, amount, tax }) => (
        <div key={`${kind} ${name}`}>
          <span className="soft">{word(kind === 'supplier' ? 'supplier' : 'site', { name })}</span>
          <b className="figures">{amountText(amount)}</b>
          <span className="soft figures">{word('tax', { tax: amountText(tax) })}</span>
        </div>
      ))}
      {owed.receiptMargin !== null && (
        <div>
          <span className="soft">{word('margin')}</span>
          <b className="figures">{amountText(owed.receiptMargin)}</b>
        </div>
      )}
      {owed.chargesLeftOut.length > 0 && <p>{word('leftOut', { materials: owed.chargesLeftOut.join(separator) })}</p>}
      {owed.parties.length > 0 && (
        <GuardedLink to={`${settlementEntry.path!}?billCode_equal=${encodeURIComponent(billCode)}`}>
          {word('entries')}
        </GuardedLink>
      )}
    </section>
  );
}
