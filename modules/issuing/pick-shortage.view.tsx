import { useCallback } from 'react';
import type { ActionOf } from '../../kernel/core/declaration.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import type { Confirmation } from '../../kernel/web/document/use-act.tsx';
import { request } from '../../kernel/web/request.ts';
import { comma, useWords } from '../../parts/language/language.ts';
import { grouped } from '../../parts/line-grid/cell-text.ts';
import { preApprove } from './pick.calls.ts';
import type { pick } from './pick.document.ts';
import { cutLines, type CutLine } from './pick-shortage.rules.ts';
import { pickTexts } from './pick.texts.ts';
import './issuing.css';

type Bill = Pick<RecordOf<typeof pick>, 'id' | 'billCode'>;

/** Before bills are approved short: how many lines are cut, which and by how much, and who hears of it. */
export function useShortQuestion() {
  const word = useWords(pickTexts);
  return useCallback(
    async (name: ActionOf<typeof pick>, rows: readonly Bill[]): Promise<Confirmation | undefined> => {
      if (name !== 'approveShort') return undefined;
      const { lines, informed } = await request(preApprove, { ids: rows.map((row) => row.id).join(',') });
      const cut = cutLines(lines);
      const bill = rows[0]?.billCode ?? '';
      return {
        question:
          cut.length === 0
            ? word('short.none', { bill })
            : rows.length === 1
              ? word('short.ask', { count: cut.length, bill })
              : word('short.ask.many', { count: cut.length, bills: rows.length }),
        content: cut.length > 0 && <Cuts lines={cut} informed={informed} />,
        okText: word('approve'),
      };
    },
    [word],
  );
}

/** The lines that are cut: how much of each is there, and what it lacks. */
function Cuts({ lines, informed }: { readonly lines: readonly CutLine[]; readonly informed: readonly string[] }) {
  const word = useWords(pickTexts);
  return (
    <>
      <ul className="pick-cuts figures" tabIndex={0} aria-label={word('short.view')}>
        {lines.map(({ id, materialName, unitName, qty, held, short }) => (
          <li key={id}>
            <span>{materialName}</span>
            <span className="soft">
              {word('short.line', { qty: grouped(qty.toString()), held: grouped(held.toString()), unit: unitName })}
            </span>
            <strong className="pick-short">
              {word('short.by', { qty: grouped(short.toString()), unit: unitName })}
            </strong>
          </li>
        ))}
      </ul>
      {informed.length > 0 && <p className="soft">{word('short.informed', { who: informed.join(comma()) })}</p>}
    </>
  );
}
