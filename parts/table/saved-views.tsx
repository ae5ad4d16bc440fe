import { CheckOutlined, EyeOutlined, StarFilled } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useWords } from '../language/language.ts';
import { lazyPart } from '../lazy/lazy-part.ts';
import { storeViews, storedViews } from './stored-views.ts';
import { MOST_VIEWS, standsAs, viewOf, type Arrangement, type Asked, type SavedView } from './saved-views.rules.ts';
import { tableTexts } from './texts.ts';
import './saved-views.css';

/** Fetched by whoever saves or arranges views. */
const ViewsDialog = lazyPart(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }));

interface Props {
  /** Names the list whose views these are. */
  readonly name: string;
  readonly list: { readonly state: Asked; readonly restore: (kept: SavedView['asked']) => void };
  readonly columns: { readonly arrangement: Arrangement; readonly arrange: (all: Arrangement) => void };
}

/** The menu of the views a person keeps of a list: chosen here, and from here saved, renamed and deleted. */
export default function SavedViews({ name, list, columns }: Props) {
  const word = useWords(tableTexts);
  const [views, setViews] = useState(() => storedViews(name));
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const now = viewOf('', list.state, columns.arrangement);
  const current = standsAs(views, now);
  const keep = (next: readonly SavedView[]): void => {
    storeViews(name, next);
    setViews(next);
  };
  const open = (wanted: boolean): void => {
    // The same list may stand in another tab.
    if (wanted) setViews(storedViews(name));
    setIsOpen(wanted);
  };
  const choose = (key: string): void => {
    setIsOpen(false);
    if (key === 'save' || key === 'manage') return setDialog(key);
    const chosen = views[Number(key)];
    if (chosen === undefined) return;
    list.restore(chosen.asked);
    columns.arrange(chosen.columns);
  };
  const items = [
    ...views.map((view, at) => ({
      key: String(at),
      label: view.name,
      icon: view === current ? <CheckOutlined /> : <span className="views-room" />,
      ...(view.opensList === true
        ? { extra: <StarFilled className="views-star" aria-label={word('views.default')} /> }
        : {}),
    })),
    ...(views.length > 0 ? [{ key: 'line', type: 'divider' as const }] : []),
    ...(current === undefined && views.length < MOST_VIEWS ? [{ key: 'save', label: word('views.save') }] : []),
    ...(views.length > 0 ? [{ key: 'manage', label: word('views.manage') }] : []),
  ];
  return (
    <>
      <Dropdown
        autoFocus
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => choose(key) }}
        open={isOpen}
        onOpenChange={open}
      >
        <Button
          icon={<EyeOutlined />}
          className="views-button"
          title={word('views')}
          aria-label={current === undefined ? word('views') : word('views.now', { name: current.name })}
        >
          {current !== undefined && <span className="views-name">{current.name}</span>}
        </Button>
      </Dropdown>
      {dialog !== undefined && (
        <ViewsDialog saving={dialog === 'save'} {...{ views, now, keep }} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
