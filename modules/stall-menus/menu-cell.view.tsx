import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { shownQuantity } from '../../parts/quantities/shown-quantity.rules.ts';
import { centsText } from '../../parts/quantities/amount.rules.ts';
import { useWords } from '../../parts/language/language.ts';
import type { MenuOfMeal } from './menus-of-stall.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';

type State = 'proposed' | 'draft' | 'determined' | 'running' | 'past';
const TONES = { proposed: 'system', draft: 'plain', determined: 'done', running: 'next', past: 'waiting' } as const;

/** How a menu stands, in one word. */
function stateOf({ proposed, menuStatus, phase }: MenuOfMeal): State {
  if (phase === 'past') return 'past';
  if (proposed) return 'proposed';
  if (menuStatus === 'draft') return 'draft';
  return phase === 'running' ? 'running' : 'determined';
}

interface Props {
  readonly menu: MenuOfMeal | undefined;
  readonly day: string;
  readonly meal: string;
  readonly mayEdit: boolean;
  readonly onOpen: () => void;
}
/** One meal of a day: its dishes with price and what is left, or a place to draw them up. */
export function MenuCell({ menu, day, meal, mayEdit, onOpen }: Props) {
  const word = useWords(stallMenuTexts);
  if (menu === undefined)
    return mayEdit ? (
      <Button
        type="text"
        className="stall-cell-add"
        icon={<PlusOutlined />}
        aria-label={word('add.to', { date: day, meal })}
        onClick={onOpen}
      />
    ) : null;
  const state = stateOf(menu);
  return (
    <button type="button" className={`stall-cell is-${state}`} onClick={onOpen}>
      <span className="unseen">
        {word('open', { date: day, meal, state: word(state), count: menu.details.length })}
      </span>
      <Status tone={TONES[state]} word={word(state)} />
      <span className="stall-cell-dishes">
        {menu.details.map((line) => (
          <span key={`${line.dishId} ${line.portionGroup}`} className={line.soldOut === 1 ? 'is-out' : undefined}>
            <span>{line.dishName}</span>
            <span className="figures">
              {line.soldOut === 1
                ? word('soldOut')
                : line.isFree === 1
                  ? word('free')
                  : line.price === null
                    ? ''
                    : centsText(line.price)}
            </span>
            {line.soldOut === 0 && line.leftQty !== null && (
              <small className="soft">{word('left', { left: shownQuantity(line.leftQty, '').figure })}</small>
            )}
          </span>
        ))}
      </span>
    </button>
  );
}
