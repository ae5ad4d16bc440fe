/** What stands around the cells of the board. */
import { Checkbox, Modal, Select, Tooltip } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import { FindingSign } from './menu-dish.view.tsx';
import { menuTexts } from './menu.texts.ts';
import type { CellMoney, Finding, MenuCheck } from './use-menu-check.view.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';

/** What keeps the menu from being sent, and what is to be check at. */
export function Verdict({ check }: { readonly check: MenuCheck | undefined }) {
  const word = useWords(menuTexts);
  if (check === undefined) return null;
  const stops = [...check.general, ...check.cells.filter((each) => each.level === 'block').map((each) => each.text)];
  const warns = check.cells.filter((each) => each.level === 'warn').map((each) => each.text);
  if (stops.length + warns.length === 0)
    return (
      <span className="menu-verdict is-done" role="status">
        {word('within')}
      </span>
    );
  return (
    <details className="menu-verdict">
      <summary>
        {[
          stops.length > 0 ? word('stops', { count: stops.length }) : '',
          warns.length > 0 ? word('warns', { count: warns.length }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <ul className="sentences">
        {[...stops, ...warns].map((each, at) => (
          <li key={`${at} ${each}`}>{each}</li>
        ))}
      </ul>
    </details>
  );
}

interface FootProps {
  readonly money: CellMoney | undefined;
  readonly findings: readonly Finding[];
}
/** What a meal of a day costs a guest, and what it lacks as a whole. */
export function CellFoot({ money, findings }: FootProps) {
  const word = useWords(menuTexts);
  if (money === undefined && findings.length === 0) return null;
  const sentences = [
    ...(money !== undefined && money.unknown > 0 ? [word('cost.unknown', { count: money.unknown })] : []),
    ...findings.map((each) => each.text),
  ];
  return (
    <Tooltip
      title={
        sentences.length === 0 ? undefined : (
          <ul className="sentences">
            {sentences.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )
      }
    >
      <div
        className="menu-foot figures"
        tabIndex={sentences.length > 0 ? 0 : undefined}
        role={sentences.length > 0 ? 'note' : undefined}
        aria-label={sentences.length > 0 ? sentences.join('；') : undefined}
      >
        {money !== undefined && (
          <span className={money.over === 1 ? 'is-stop' : ''}>
            {word(money.unknown > 0 ? 'cost.least' : 'cost', { cost: amountText(money.costPerDiner) })}
            {money.over === 1 && ` ${word('cost.over')}`}
          </span>
        )}
        {findings.length > 0 && <FindingSign of={findings} />}
      </div>
    </Tooltip>
  );
}

interface CopyProps {
  readonly from: number;
  readonly days: readonly number[];
  readonly nameOf: (day: number) => string;
  readonly onClose: () => void;
  readonly onCopy: (to: readonly number[], over: boolean) => void;
}
/** Asks which days get the dishes of a day as well, and whether instead of their own. */
export function CopyDay({ from, days, nameOf, onClose, onCopy }: CopyProps) {
  const word = useWords(menuTexts);
  const [to, setTo] = useState<readonly number[]>([]);
  const [over, setOver] = useState(false);
  return (
    <Modal
      open
      title={word('copy', { day: from })}
      okText={word('copy.do')}
      okButtonProps={{ disabled: to.length === 0 }}
      onOk={() => onCopy(to, over)}
      onCancel={onClose}
    >
      <div className="menu-copy">
        <label htmlFor="menu-copy-to">{word('copy.to')}</label>
        <Select
          id="menu-copy-to"
          mode="multiple"
          autoFocus
          value={[...to]}
          onChange={setTo}
          options={days.filter((day) => day !== from).map((day) => ({ value: day, label: nameOf(day) }))}
        />
        <Checkbox checked={over} onChange={(event) => setOver(event.target.checked)}>
          {word('copy.over')}
        </Checkbox>
      </div>
    </Modal>
  );
}
