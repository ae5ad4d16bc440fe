import { useQuery } from '@tanstack/react-query';
import { ProfileOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Popover, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { comma, useWords } from '../../../parts/language/language.ts';
import type { FilledLine } from './menu-fill.rules.ts';
import { menusForPlan } from './sales-plan.calls.ts';
import { planTexts } from './sales-plan.texts.ts';

interface Props {
  readonly gearId: string;
  readonly days: readonly string[];
  readonly onFill: (lines: readonly FilledLine[], over: boolean) => void;
}

/** Fills the week from a menu in use for the stall: its own first, then its restaurant's. */
export function FromMenu({ gearId, days, onFill }: Props) {
  const word = useWords(planTexts);
  const text = useText();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [over, setOver] = useState(false);
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  const menus = useQuery({
    queryKey: ['select', 'menuTemplate', 'plan', gearId, from, to],
    queryFn: ({ signal }) =>
      request(menusForPlan, { gearOperationDeptId: gearId, startDate: from, endDate: to }, { signal }),
    enabled: open,
  });
  const menu = menus.data?.find((each) => each.id === chosen) ?? menus.data?.[0];
  const fill = (): void => {
    if (menu === undefined) return;
    onFill(menu.lines, over);
    setOpen(false);
    notify.done(word('menu.done', { menu: menu.name, count: menu.lines.length }));
    if (menu.left.length > 0)
      notify.warn(word('menu.left', { count: menu.left.length, dishes: menu.left.join(comma()) }));
  };
  const without = menu?.lines.filter((line) => line.portions === null).length ?? 0;
  const sheet = menus.isPending ? (
    <Skeleton active title={false} paragraph={{ rows: 2 }} className="copy-day" />
  ) : menus.error !== null ? (
    <Alert
      type="error"
      showIcon
      title={menus.error instanceof ApiError ? menus.error.message : text('error.unknown')}
    />
  ) : menu === undefined ? (
    <p className="from-menu-none">
      {word('menu.none', { from, to })} <GuardedLink to="/masterdata/menutemplate">{word('menu.go')}</GuardedLink>
    </p>
  ) : (
    <form
      className="copy-day from-menu"
      onSubmit={(event) => {
        event.preventDefault();
        fill();
      }}
    >
      <label htmlFor="from-menu">{word('menu')}</label>
      <Select
        id="from-menu"
        value={menu.id}
        onChange={setChosen}
        popupMatchSelectWidth={320}
        options={menus.data.map((each) => ({ value: each.id, label: each.name, menu: each }))}
        optionRender={({ data }) => (
          <span className="ref-option">
            <span>
              {data.menu.name} <span className="unit figures">{data.menu.billCode}</span>
            </span>
            <span className="unit">{word(data.menu.own === 1 ? 'menu.own' : 'menu.restaurant')}</span>
          </span>
        )}
      />
      <p className="soft">
        {word('menu.gives', { days: new Set(menu.lines.map((line) => line.mealDate)).size, count: menu.lines.length })}
        {without > 0 && (
          <>
            <br />
            {word('menu.without', { count: without })}
          </>
        )}
      </p>
      <Checkbox checked={over} onChange={(event) => setOver(event.target.checked)}>
        {word('menu.over')}
      </Checkbox>
      <Button type="primary" htmlType="submit" disabled={menu.lines.length === 0}>
        {word('menu.do')}
      </Button>
    </form>
  );
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} content={sheet}>
      <Button size="small" icon={<ProfileOutlined />}>
        {word('menu.fill')}
      </Button>
    </Popover>
  );
}
