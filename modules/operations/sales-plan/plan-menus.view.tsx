import { WarningOutlined } from '@ant-design/icons';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useWords } from '../../../parts/language/language.ts';
import type { menuOfPlan } from './sales-plan.calls.ts';
import { planTexts } from './sales-plan.texts.ts';

type MenuOfPlan = TypeOf<typeof menuOfPlan>;

/** Which menus a plan was filled from, and what became of them since. */
export function PlanMenus({ menus }: { readonly menus: unknown }) {
  const word = useWords(planTexts);
  const shown = Array.isArray(menus) ? (menus as readonly MenuOfPlan[]) : [];
  if (shown.length === 0) return null;
  const changed = (menu: MenuOfPlan): string | undefined =>
    menu.frozen === 1
      ? word('menu.frozen')
      : menu.nextCode === null && menu.enabled === 0
        ? word('menu.stopped')
        : undefined;
  return (
    <p className="plan-menus">
      <span className="soft">{word('menu.from')}</span>
      {shown.map((menu) => (
        <span key={menu.id}>
          <GuardedLink to={`/masterdata/menutemplate/${menu.id}`}>
            {menu.name} <span className="figures">{menu.billCode}</span>
          </GuardedLink>
          {menu.nextId !== null && (
            <>
              {' '}
              <span className="week-warn">
                <WarningOutlined />{' '}
                <GuardedLink to={`/masterdata/menutemplate/${menu.nextId}`}>
                  {word('menu.next', { bill: menu.nextCode ?? '' })}
                </GuardedLink>
              </span>
            </>
          )}
          {changed(menu) !== undefined && (
            <>
              {' '}
              <span className="week-warn">
                <WarningOutlined /> {changed(menu)}
              </span>
            </>
          )}
        </span>
      ))}
    </p>
  );
}
