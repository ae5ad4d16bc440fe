import {
  BgColorsOutlined,
  BugOutlined,
  FormatPainterOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Avatar, Button, Dropdown, Popover, Tooltip } from 'antd';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { languages, type Language } from '../../../kernel/core/label.ts';
import { BADGE_MOST, errorLog } from './error-log.ts';
import { setLanguage, useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from './i18n.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { chooseTopMenu, useSetting, useTopMenuId, useTopMenus } from '../../../kernel/web/queries.ts';
import { session, signOut } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { TopParts } from '../../../kernel/web/navigation/top-parts.ts';
import { themes } from '../../../parts/theme/themes.ts';
import { changeLook, type Density, look } from '../../../parts/theme/look.ts';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' };
const LockDialog = lazyPart(() => import('../../../modules/admin/sign-in/pages/lock-dialog.view.tsx'));
const TopSearch = lazyPart(
  async () => ({ default: (await import('./top-search.tsx')).TopSearch }),
  () => <div className="top-search" />,
);
const ErrorDialog = lazyPart(() => import('./error-dialog.tsx'));
const ColourPanel = lazyPart(() => import('./colour-panel.tsx'));

interface Props {
  readonly phone: boolean;
  readonly collapsed: boolean;
  readonly leaves: readonly Entry[];
  readonly trailOf: (code: string) => string;
  readonly onToggle: () => void;
  readonly onSearch: () => void;
}

export const TopBar = memo(function TopBar({ phone, collapsed, leaves, trailOf, onToggle, onSearch }: Props) {
  const text = useText();
  const now = useStore(session);
  const toggle = text(phone ? 'shell.menu' : collapsed ? 'shell.expand' : 'shell.collapse');
  const [isLocking, setLocking] = useState(false);
  const switches = useSetting('ui.languageSwitch') === '1';
  return (
    <header className="top-bar">
      <Tooltip title={phone ? undefined : toggle}>
        <Button
          type="text"
          icon={phone ? <MenuOutlined /> : collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={toggle}
          onClick={onToggle}
        />
      </Tooltip>
      {phone ? (
        <Button type="text" icon={<SearchOutlined />} aria-label={text('search.box')} onClick={onSearch} />
      ) : (
        <TopSearch leaves={leaves} trailOf={trailOf} />
      )}
      {!phone && <TopMenus />}
      <span className="top-gap" />
      {!phone && now?.deptName !== undefined && now.deptName !== '' && (
        <span className="top-dept" title={now.deptName}>
          {now.deptName}
        </span>
      )}
      <TopParts />
      <ErrorButton />
      {!phone && (
        <Named name={text('lock')}>
          <Button type="text" icon={<LockOutlined />} aria-label={text('lock')} onClick={() => setLocking(true)} />
        </Named>
      )}
      {!phone && <ColourButton />}
      <ThemeButton />
      {switches && <LanguageButton />}
      {!phone && <FullScreenButton />}
      <AccountButton phone={phone} onLock={() => setLocking(true)} />
      {isLocking && <LockDialog onClose={() => setLocking(false)} />}
    </header>
  );
});

const Named = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Tooltip title={name}>{children}</Tooltip>
);

/** Areas of the menu, where somebody has made some. */
function TopMenus() {
  const text = useText();
  const chosen = useTopMenuId();
  const areas = useTopMenus().data ?? [];
  if (areas.length === 0) return null;
  return (
    <nav className="top-menus" aria-label={text('top-menu')}>
      {[{ id: undefined, name: text('top-menu.all') }, ...areas].map(({ id, name }) => (
        <button key={id ?? ''} type="button" aria-pressed={id === chosen} onClick={() => chooseTopMenu(id)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

/** Only where there is something to see. */
function ErrorButton() {
  const text = useText();
  const count = useStore(errorLog).length;
  const [isOpen, setOpen] = useState(false);
  const name = text('errors.badge', { count });
  return (
    <>
      {count > 0 && (
        <Named name={name}>
          <Button
            type="text"
            className="top-errors"
            aria-label={name}
            icon={<BugOutlined />}
            onClick={() => setOpen(true)}
          >
            <span className="top-badge" aria-hidden="true">
              {count > BADGE_MOST ? `${BADGE_MOST}+` : count}
            </span>
          </Button>
        </Named>
      )}
      {isOpen && <ErrorDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ColourButton() {
  const text = useText();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      title={text('theme.colour')}
      content={
        <div className="colour-panel">
          <ColourPanel />
        </div>
      }
    >
      <Button type="text" icon={<FormatPainterOutlined />} aria-label={text('theme.colour')} />
    </Popover>
  );
}

function ThemeButton() {
  const text = useText();
  const label = useLabel();
  const now = useStore(look);
  const densities: readonly Density[] = ['compact', 'comfortable'];
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [`theme:${now.theme}`, `density:${now.density}`],
        items: [
          {
            type: 'group',
            label: text('theme'),
            children: themes.map(({ name, label: title, sidebar, topBar, page, primary }) => ({
              key: `theme:${name}`,
              label: (
                <span className="theme-name">
                  {label(title)} <code>{name}</code>
                </span>
              ),
              icon: (
                <span
                  className="swatch"
                  style={{
                    background:
                      `linear-gradient(90deg, ${sidebar} 33%, ${topBar} 33% 55%, ` + `${page} 55% 72%, ${primary} 72%)`,
                  }}
                />
              ),
            })),
          },
          {
            type: 'group',
            label: text('density'),
            children: densities.map((density) => ({ key: `density:${density}`, label: text(`density.${density}`) })),
          },
        ],
        onClick: ({ key }) => {
          const [what, value] = key.split(':') as ['theme' | 'density', string];
          changeLook(what === 'theme' ? { theme: value } : { density: value as Density });
        },
      }}
    >
      <Button type="text" icon={<BgColorsOutlined />} aria-label={text('theme')} />
    </Dropdown>
  );
}

function LanguageButton() {
  const text = useText();
  const now = useLanguage();
  return (
    // The entry that was chosen cannot be chosen again, nor have the keyboard: the menu is made anew.
    <Dropdown
      autoFocus
      destroyOnHidden
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: languages.map((language) => ({
          key: language,
          label: <span lang={language === 'zh' ? 'zh-CN' : 'en'}>{LANGUAGE_NAMES[language]}</span>,
          disabled: language === now,
        })),
        onClick: ({ key }) => setLanguage(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={text('language')} />
    </Dropdown>
  );
}

function FullScreenButton() {
  const text = useText();
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const name = text(full ? 'full-screen.leave' : 'full-screen');
  return (
    <Named name={name}>
      <Button
        type="text"
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        aria-label={name}
        onClick={() =>
          void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
        }
      />
    </Named>
  );
}

function AccountButton({ phone, onLock }: { readonly phone: boolean; readonly onLock: () => void }) {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const now = useStore(session);
  const name = now?.name ?? '';
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'home', label: text('home') },
          { key: 'info', label: text('account.info') },
          ...(phone ? [{ key: 'lock', label: text('lock') }] : []),
          { type: 'divider' },
          { key: 'out', label: text('account.sign-out') },
        ],
        onClick: async ({ key }) => {
          if (key === 'home') void navigate('/wel/index');
          else if (key === 'info') void navigate('/info/index');
          else if (key === 'lock') onLock();
          else if (await notify.ask(text('account.sign-out.ask'))) await signOut();
        },
      }}
    >
      <button type="button" className="top-account" aria-label={`${text('account')} ${name}`}>
        <Avatar size={26} {...(now?.avatar ? { src: now.avatar } : {})} icon={<UserOutlined />} />
        {!phone && <span>{name}</span>}
      </button>
    </Dropdown>
  );
}
