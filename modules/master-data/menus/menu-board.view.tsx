import { Empty, Segmented, Select } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { LinesFace } from '../../../kernel/web/document/lines-editor.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { CopyDay, Verdict } from './menu-board-parts.view.tsx';
import { MenuTable } from './menu-board-table.view.tsx';
import { cellBeside, focusAfter, STEPS, withDayCopied, type MenuRow, type Place } from './menu-cells.view.ts';
import { daysOf, mealsOf, weekdaysOf, type MenuMeal } from './menu-days.view.ts';
import { menuTexts } from './menu.texts.ts';
import { useMenuCheck } from './use-menu-check.view.ts';
import { useMenuEdits } from './use-menu-edits.view.ts';
import './menu.css';

const NO_MEALS: readonly MenuMeal[] = [];

/**
 * Dishes by day and meal: dragged or moved by keys, with what each meal costs a guest and what speaks against it beside
 * them.
 */
export function MenuBoard({ rows, head, allLines, readonly, onChange, usual }: LinesFace) {
  const word = useWords(menuTexts);
  const label = useLabel();
  const phone = usePhone();
  const [as, setAs] = useState<'board' | 'lines'>('board');
  const [copied, setCopied] = useState<number>();
  const [shownDay, setShownDay] = useState(1);
  const listed = allLines['meals'] ?? NO_MEALS;
  const meals = useMemo(() => mealsOf(listed, rows), [listed, rows]);
  const days = useMemo(() => daysOf(head, rows), [head, rows]);
  const weekdays = useMemo(
    () => weekdaysOf(head, days.length, label({ zh: 'zh-CN', en: 'en-GB' })),
    [head, days.length, label],
  );
  const check = useMenuCheck(head, listed, rows);
  const { board, ...edits } = useMenuEdits(rows, onChange);
  const shown = phone ? days.filter((day) => day === Math.min(shownDay, days.length)) : days;
  const dayName = (day: number): string => `${word('day', { day })} ${weekdays.get(day) ?? ''}`;
  const press = (event: KeyboardEvent<HTMLElement>, place: Place, row?: MenuRow): void => {
    const step = STEPS[event.key];
    if (step !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (event.altKey) {
        const to = cellBeside({ rows, meals, days }, place, step);
        if (row !== undefined && to !== undefined && !readonly) edits.move(row.key, to, false);
        return;
      }
      const next = focusAfter({ rows, meals, days }, place, row, step, !readonly);
      if (next === undefined) return;
      if (phone) setShownDay(next.dayNo);
      edits.focus(next.key);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && row !== undefined && !readonly) {
      event.preventDefault();
      edits.remove(row);
    }
  };
  const pressShell = (event: KeyboardEvent<HTMLElement>): void => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z';
    if (!isUndo || as !== 'board' || readonly || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    edits.undo();
  };

  if (meals.length === 0)
    return (
      <section className="menu-board-shell">
        <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('meals.first')} />
      </section>
    );
  return (
    <section className="menu-board-shell" aria-label={word('board')} onKeyDown={pressShell}>
      <header className="menu-board-head">
        <h2>{word('board')}</h2>
        <Segmented
          size="small"
          value={as}
          onChange={setAs}
          options={[
            { value: 'board', label: word('as.board') },
            { value: 'lines', label: word('as.lines') },
          ]}
        />
        <Verdict check={check} />
        {phone && as === 'board' && (
          <Select
            size="small"
            aria-label={word('board')}
            value={shown[0] ?? 1}
            onChange={setShownDay}
            options={days.map((day) => ({ value: day, label: dayName(day) }))}
          />
        )}
      </header>
      {as === 'lines' ? (
        usual
      ) : (
        <div className="menu-board" ref={board}>
          <MenuTable
            rows={rows}
            meals={meals}
            days={shown}
            weekdays={weekdays}
            check={check}
            readonly={readonly}
            edits={edits}
            onPress={press}
            onCopyDay={setCopied}
          />
        </div>
      )}
      {as === 'board' && !readonly && !phone && <p className="soft menu-keys">{word('keys')}</p>}
      {copied !== undefined && (
        <CopyDay
          from={copied}
          days={days}
          nameOf={(day) => dayName(day).trim()}
          onClose={() => setCopied(undefined)}
          onCopy={(to, over) => {
            edits.change(withDayCopied(rows, copied, to, over));
            setCopied(undefined);
          }}
        />
      )}
    </section>
  );
}
