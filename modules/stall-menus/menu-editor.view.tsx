import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Input, Switch } from 'antd';
import { useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { request } from '../../kernel/web/request.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useWords } from '../../parts/language/language.ts';
import { AddDish } from '../master-data/menus/menu-dish.view.tsx';
import '../master-data/menus/menu.css';
import * as calls from './gear-menu.calls.ts';
import type { MenuLine, MenuOfMeal } from './menus-of-stall.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';

/** A dish as it is typed. */
interface Typed {
  readonly key: string;
  readonly stored: MenuLine | undefined;
  readonly dishId: string;
  readonly dishName: string;
  readonly portionGroup: string;
  readonly price: string;
  readonly limit: string;
  readonly isFree: boolean;
}
const typed = (line: MenuLine): Typed => ({
  key: `${line.dishId} ${line.portionGroup}`,
  stored: line.id === '' ? undefined : line,
  dishId: line.dishId,
  dishName: line.dishName,
  portionGroup: line.portionGroup,
  price: line.price === null ? '' : Decimal.of(line.price).toFixed(2),
  limit: line.saleLimitQty ?? '',
  isFree: line.isFree === 1,
});

export interface Opened {
  readonly stallId: string;
  readonly day: string;
  readonly mealType: string;
  readonly meal: string;
  readonly menu: MenuOfMeal | undefined;
}
interface Props {
  readonly opened: Opened;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}
/** The dishes as they are typed, what of it is sent, and the acts of the drawer. */
function useMenu({ opened: { stallId, day, mealType, meal, menu }, onClose, onSaved }: Props) {
  const word = useWords(stallMenuTexts);
  const notify = useNotify();
  const [lines, setLines] = useState(() => (menu?.details ?? []).map(typed));
  const [isBusy, setBusy] = useState(false);
  const body = {
    ...(menu === undefined || menu.id === '' ? {} : { id: menu.id }),
    gearOperationDeptId: stallId,
    menuDate: day,
    mealType,
    details: lines.map(({ dishId, portionGroup, price, limit, isFree }, sort) => ({
      dishId,
      portionGroup,
      price: price === '' ? null : price,
      saleLimitQty: limit === '' ? null : limit,
      isFree: isFree ? 1 : 0,
      sort,
    })),
  };
  const change = (key: string, to: Partial<Typed>): void =>
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...to } : line)));
  return {
    lines,
    isBusy,
    body,
    change,
    remove: (key: string) => setLines((now) => now.filter((each) => each.key !== key)),
    add: (dish: { readonly id: string; readonly name: string }) =>
      setLines((now) => (now.some((line) => line.dishId === dish.id) ? now : [...now, added(dish)])),
    send: async (work: () => Promise<unknown>): Promise<void> => {
      setBusy(true);
      try {
        await work();
        notify.done(word('saved', { date: day, meal }));
        onSaved();
        onClose();
      } catch (error) {
        notify.error(error);
      } finally {
        setBusy(false);
      }
    },
    sellOut: async (line: MenuLine, soldOut: boolean): Promise<void> => {
      try {
        const stored = await request(calls.changeDish, { id: line.id, soldOut: soldOut ? 1 : 0 });
        change(`${line.dishId} ${line.portionGroup}`, { stored });
        onSaved();
      } catch (error) {
        notify.error(error);
      }
    },
  };
}
const added = ({ id, name }: { readonly id: string; readonly name: string }): Typed => ({
  key: `${id} standard`,
  stored: undefined,
  dishId: id,
  dishName: name,
  portionGroup: 'standard',
  price: '',
  limit: '',
  isFree: false,
});

/** One meal's menu: its dishes with prices and limits, and what is sold out at once. */
export function MenuEditor(props: Props) {
  const { opened, onClose } = props;
  const { day, meal, menu } = opened;
  const word = useWords(stallMenuTexts);
  const codes = useAllowedCodes();
  const isPhone = usePhone();
  const typing = useMenu(props);
  const { lines } = typing;
  const phase = menu?.phase ?? 'coming';
  const mayEdit = (codes.has('gearmenu_edit') || codes.has('gearmenu_add')) && phase !== 'past';
  const isFixed = phase === 'running' && menu?.menuStatus === 'determined';
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 720}
      title={`${day} ${meal}`}
      onClose={onClose}
      footer={mayEdit && <Foot menu={menu} typing={typing} onClose={onClose} />}
    >
      {phase === 'past' && <Alert type="info" showIcon title={word('rule.past')} />}
      {isFixed && <Alert type="info" showIcon title={word('rule.running')} />}
      {menu !== undefined && menu.id !== '' && <MenuMoney id={menu.id} version={menu.version} />}
      {lines.length === 0 && <p className="soft">{word('empty')}</p>}
      <ul className="stall-lines">
        {lines.map((line) => (
          <LineRow
            key={line.key}
            line={line}
            mayEdit={mayEdit}
            isFixed={isFixed}
            onChange={(to) => typing.change(line.key, to)}
            onRemove={() => typing.remove(line.key)}
            onSoldOut={(stored, soldOut) => void typing.sellOut(stored, soldOut)}
          />
        ))}
      </ul>
      {mayEdit && !isFixed && <AddDish onAdd={typing.add} onEnd={() => undefined} />}
    </Drawer>
  );
}

interface FootProps {
  readonly menu: MenuOfMeal | undefined;
  readonly typing: ReturnType<typeof useMenu>;
  readonly onClose: () => void;
}
function Foot({ menu, typing: { body, isBusy, send }, onClose }: FootProps) {
  const word = useWords(stallMenuTexts);
  const text = useText();
  const codes = useAllowedCodes();
  const [isTemplate, setTemplate] = useState(false);
  const isDetermined = menu?.menuStatus === 'determined';
  return (
    <div className="stall-editor-foot">
      {codes.has('menutemplate_add') && !isDetermined && (
        <Checkbox checked={isTemplate} onChange={(event) => setTemplate(event.target.checked)}>
          {word('template')}
        </Checkbox>
      )}
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button
        loading={isBusy}
        type={isDetermined ? 'primary' : 'default'}
        onClick={() => void send(() => request(calls.saveMenu, body))}
      >
        {word('save')}
      </Button>
      {!isDetermined && (
        <Button
          type="primary"
          loading={isBusy}
          onClick={() =>
            void send(() => request(calls.submitMenu, { ...body, isGenerateMenuTemplate: isTemplate ? '1' : '0' }))
          }
        >
          {word('determine')}
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  readonly line: Typed;
  readonly mayEdit: boolean;
  /** Its meal runs: only price and limit change. */
  readonly isFixed: boolean;
  readonly onChange: (to: Partial<Typed>) => void;
  readonly onRemove: () => void;
  readonly onSoldOut: (line: MenuLine, soldOut: boolean) => void;
}
function LineRow({ line, mayEdit, isFixed, onChange, onRemove, onSoldOut }: LineProps) {
  const word = useWords(stallMenuTexts);
  const { stored } = line;
  return (
    <li className={stored?.soldOut === 1 ? 'is-out' : undefined}>
      <strong>{line.dishName}</strong>
      <label>
        <span className="soft">{word('price')}</span>
        <Input
          inputMode="decimal"
          value={line.isFree ? '' : line.price}
          placeholder={line.isFree ? word('free') : ''}
          disabled={!mayEdit || line.isFree}
          onChange={(event) => onChange({ price: event.target.value.trim() })}
        />
      </label>
      <label>
        <span className="soft">{word('limit')}</span>
        <Input
          inputMode="numeric"
          value={line.limit}
          disabled={!mayEdit}
          onChange={(event) => onChange({ limit: event.target.value.trim() })}
        />
      </label>
      <Checkbox
        checked={line.isFree}
        disabled={!mayEdit || isFixed}
        onChange={(event) => onChange({ isFree: event.target.checked })}
      >
        {word('free')}
      </Checkbox>
      {stored !== undefined && (
        <span className="stall-sold">
          <span className="soft figures">
            {word('sold')} {stored.soldQty}
            {stored.leftQty !== null && ` · ${word('left', { left: stored.leftQty })}`}
          </span>
          <Switch
            checked={stored.soldOut === 1}
            disabled={!mayEdit || stored.soldOutBy === 'limit'}
            checkedChildren={stored.soldOutBy === 'limit' ? word('soldOut.limit') : word('soldOut')}
            unCheckedChildren={word('onSale')}
            aria-label={word('soldOut.of', { dish: line.dishName })}
            onChange={(soldOut) => onSoldOut(stored, soldOut)}
          />
        </span>
      )}
      {mayEdit && !isFixed && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={word('remove', { dish: line.dishName })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** What a portion of each dish costs together, for who may see it. */
function MenuMoney({ id, version }: { readonly id: string; readonly version: number | null }) {
  const word = useWords(stallMenuTexts);
  const { data } = useQuery({
    queryKey: ['gear-menu', 'detail', id, version],
    queryFn: ({ signal }) => request(calls.menuDetail, { id }, { signal }),
  });
  const money = data?.money;
  if (money === undefined) return null;
  return (
    <p className="soft figures stall-money">
      {word('cost')} {amountText(money.cost)}
      {money.foodCostPct !== null && ` · ${word('costPct', { percent: money.foodCostPct })}`}
      {money.unknown.length > 0 && ` · ${word('cost.unknown', { count: money.unknown.length })}`}
    </p>
  );
}
