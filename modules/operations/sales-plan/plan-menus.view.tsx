import { WarningOutlined } from '@ant-design/icons';
import { Way } from '../../../kernel/web/way.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { planTexts } from './sales-plan.texts.ts';

interface MenuOfPlan {
  readonly id: string;
  readonly billCode: string;
  readonly name: string;
  readonly enabled: number;
  readonly frozen: number;
  readonly nextId: string | null;
  readonly nextCode: string | null;
}

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
          <Way to={`/masterdata/menutemplate/${menu.id}`}>
            {menu.name} <span className="figures">{menu.billCode}</span>
          </Way>
          {menu.nextId !== null && (
            <>
              {' '}
              <span className="week-warn">
                <WarningOutlined />{' '}
                <Way to={`/masterdata/menutemplate/${menu.nextId}`}>
                  {word('menu.next', { bill: menu.nextCode ?? '' })}
                </Way>
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
