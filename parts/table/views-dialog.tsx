import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { useWords } from '../language/language.ts';
import {
  LONGEST_NAME,
  nameIn,
  renamedView,
  withDefault,
  withoutView,
  withView,
  type SavedView,
} from './saved-views.rules.ts';
import { tableTexts } from './texts.ts';

interface Props {
  /** Asks for the name of a new view; otherwise shows those there are. */
  readonly saving: boolean;
  readonly views: readonly SavedView[];
  /** The list as it stands. */
  readonly now: SavedView;
  readonly keep: (views: readonly SavedView[]) => void;
  readonly onClose: () => void;
}

/** Keeps the list as it stands under a name, or arranges the views there are. */
export const ViewsDialog = ({ saving, ...props }: Props) => (saving ? <SaveView {...props} /> : <Arrange {...props} />);

function SaveView({ views, now, keep, onClose }: Omit<Props, 'saving'>) {
  const word = useWords(tableTexts);
  const [typed, setTyped] = useState('');
  const [opensList, setOpensList] = useState(false);
  const name = nameIn(typed);
  const isThere = views.some((view) => view.name === name);
  const save = (): void => {
    if (name === '') return;
    const named = withView(views, { ...now, name });
    keep(opensList ? withDefault(named, name) : named);
    onClose();
  };
  return (
    <Modal
      open
      width={420}
      title={word('views.save.title')}
      okText={isThere ? word('views.replace') : word('views.save.ok')}
      okButtonProps={{ disabled: name === '' }}
      onOk={save}
      onCancel={onClose}
    >
      <p className="soft">{word('views.what')}</p>
      <Input
        autoFocus
        maxLength={LONGEST_NAME}
        placeholder={word('views.name')}
        aria-label={word('views.name')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={(event) => {
          // The keyboard goes back to the menu's button at once, which the same key would press.
          event.preventDefault();
          save();
        }}
      />
      <p className="views-default">
        <Checkbox checked={opensList} onChange={(event) => setOpensList(event.target.checked)}>
          {word('views.open')}
        </Checkbox>
      </p>
    </Modal>
  );
}

function Arrange({ views, keep, onClose }: Omit<Props, 'saving'>) {
  const word = useWords(tableTexts);
  return (
    <Modal open width={480} title={word('views.manage.title')} footer={null} onCancel={onClose}>
      <ul className="views-list">
        {views.map((view) => (
          <ViewLine key={view.name} view={view} views={views} keep={keep} />
        ))}
        {views.length === 0 && <li className="soft">{word('views.none')}</li>}
      </ul>
      <p className="soft">{word('views.where')}</p>
    </Modal>
  );
}

/** One view: renamed where it stands, the default or not, deleted. */
function ViewLine({ view, views, keep }: Pick<Props, 'views' | 'keep'> & { readonly view: SavedView }) {
  const word = useWords(tableTexts);
  const { name } = view;
  const [typed, setTyped] = useState(name);
  const rename = (): void => {
    const renamed = renamedView(views, name, typed);
    if (renamed === views) setTyped(name);
    else keep(renamed);
  };
  return (
    <li>
      <Input
        maxLength={LONGEST_NAME}
        aria-label={word('views.rename', { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
        onPressEnter={rename}
      />
      <Checkbox
        checked={view.opensList === true}
        aria-label={word('views.default.of', { name })}
        onChange={({ target }) => keep(withDefault(views, target.checked ? name : undefined))}
      >
        {word('views.default')}
      </Checkbox>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={word('views.delete', { name })}
        onClick={() => keep(withoutView(views, name))}
      />
    </li>
  );
}
