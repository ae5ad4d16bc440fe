import { BgColorsOutlined, FullscreenExitOutlined, FullscreenOutlined, GlobalOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Button, Dropdown, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { languages, type Language } from '../../core/label.ts';
import { speak, useLabel, useLanguage, useText } from '../i18n.ts';
import { session, signOut } from '../session.ts';
import { useStore } from '../store.ts';
import { useTell } from '../tell.tsx';
import { TopParts } from './top-parts.tsx';
import { changeLook, type Density, look, themes } from '../theme.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' };

interface Props {
  readonly phone: boolean;
  readonly collapsed: boolean;
  readonly onToggle: () => void;
  readonly onSearch: () => void;
}

export function TopBar({ phone, collapsed, onToggle, onSearch }: Props) {
  const text = useText();
  const now = useStore(session);
  const toggle = text(phone ? 'shell.menu' : collapsed ? 'shell.expand' : 'shell.collapse');
  return (
    <header className="top-bar">
      <Tooltip title={phone ? undefined : toggle}>
        <Button type="text" icon={phone ? <MenuOutlined /> : collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />} aria-label={toggle} onClick={onToggle} />
      </Tooltip>
      <button type="button" className="top-search" onClick={onSearch} {...(phone ? { 'aria-label': text('search') } : {})}>
        <SearchOutlined />
        {!phone && <><span>{text('search')}</span><kbd>Ctrl K</kbd></>}
      </button>
      <span className="top-gap" />
      {!phone && now?.deptName !== undefined && now.deptName !== '' && <span className="top-dept">{now.deptName}</span>}
      <TopParts />
      <ThemeButton />
      <LanguageButton />
      {!phone && <FullScreenButton />}
      <AccountButton phone={phone} />
    </header>
  );
}

function ThemeButton() {
  const text = useText();
  const label = useLabel();
  const now = useStore(look);
  const densities: readonly Density[] = ['compact', 'comfortable'];
  return (
    <Dropdown
      autoFocus trigger={['click']} placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [`theme:${now.theme}`, `density:${now.density}`],
        items: [
          { type: 'group', label: text('theme'), children: themes.map((theme) => ({ key: `theme:${theme.name}`, label: label(theme.label), icon: <span className="swatch" style={{ background: theme.surface, borderColor: theme.primary }} /> })) },
          { type: 'group', label: text('density'), children: densities.map((density) => ({ key: `density:${density}`, label: text(`density.${density}`) })) },
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
    <Dropdown
      autoFocus trigger={['click']} placement="bottomRight"
      menu={{
        items: languages.map((language) => ({ key: language, label: <span lang={language === 'zh' ? 'zh-CN' : 'en'}>{LANGUAGE_NAMES[language]}</span>, disabled: language === now })),
        onClick: ({ key }) => speak(key as Language),
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
    <Tooltip title={name}>
      <Button
        type="text" icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label={name}
        onClick={() => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)}
      />
    </Tooltip>
  );
}

function AccountButton({ phone }: { readonly phone: boolean }) {
  const text = useText();
  const tell = useTell();
  const navigate = useNavigate();
  const now = useStore(session);
  const name = now?.name ?? '';
  return (
    <Dropdown
      autoFocus trigger={['click']} placement="bottomRight"
      menu={{
        items: [
          { key: 'home', label: text('home') },
          { key: 'info', label: text('account.info') },
          { type: 'divider' },
          { key: 'out', label: text('account.sign-out') },
        ],
        onClick: async ({ key }) => {
          if (key === 'home') void navigate('/wel/index');
          else if (key === 'info') void navigate('/info/index');
          else if (await tell.ask(text('account.sign-out.ask'))) await signOut();
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
