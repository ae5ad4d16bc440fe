import type { Values } from '../../../kernel/web/form/values.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';
import './price-warning.css';

interface Notice {
  readonly id: string;
  readonly level: 'warn' | 'block';
  readonly status: 'open' | 'refused';
  readonly lineNo: number | null;
  readonly sentence: string;
}

/** What is open of a document's prices, each with the way to where it is handled. */
export function PriceNotices({ row }: { readonly row: Values & { readonly warnings?: unknown } }) {
  const word = useWords(warningTexts);
  const label = useLabel();
  const notices = (row.warnings ?? []) as readonly Notice[];
  if (notices.length === 0) return null;
  return (
    <ul className="price-notices" aria-label={word('notices')}>
      {notices.map((notice) => {
        const level = priceWarning.fields.level.rules.choices!.find((choice) => choice.value === notice.level)!;
        const state = priceWarning.life!.states[notice.status];
        return (
          <li key={notice.id}>
            <Status
              tone={notice.status === 'refused' ? state.tone : level.tone!}
              word={label(notice.status === 'refused' ? state.label : level.label)}
            />
            <p>
              {notice.lineNo === null ? '' : `${notice.lineNo}. `}
              {notice.sentence}
            </p>
            {notice.status === 'open' && (
              <GuardedLink to={`${priceWarning.path!}/${notice.id}`}>{word('handle')}</GuardedLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
