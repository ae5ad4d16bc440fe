import { SearchOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CameraButton } from '../../../parts/camera/camera-button.view.tsx';
import { useText } from './i18n.ts';
import { type Hit, SearchHits, useSearchHits } from './search-hits.tsx';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';

interface Props {
  readonly open: boolean;
  readonly leaves: readonly Entry[];
  readonly trailOf: (code: string) => string;
  readonly onClose: () => void;
}

/** Searches pages by name or sound, and records by any number, code or name. */
export function MenuSearch({ open, leaves, trailOf, onClose }: Props) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  // Opened again before it had faded, it must not begin with what was searched before.
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (open) setTurn((now) => now + 1);
  }, [open]);
  // Opened again at once, the dialog takes the focus after the box had it.
  const toBox = (shown: boolean): void => {
    if (shown) box.current?.querySelector('input')?.focus();
  };
  return (
    <Modal
      open={open}
      afterOpenChange={toBox}
      onCancel={onClose}
      footer={null}
      title={text('search')}
      width={600}
      destroyOnHidden
      className="menu-search"
      style={{ top: 96 }}
    >
      <div ref={box}>
        <Search key={turn} leaves={leaves} trailOf={trailOf} onClose={onClose} />
      </div>
    </Modal>
  );
}

function Search({ leaves, trailOf, onClose }: Omit<Props, 'open'>) {
  const text = useText();
  const navigate = useNavigate();
  const list = useId();
  const choose = ({ to }: Hit): void => {
    onClose();
    void navigate(to);
  };
  const { typed, type, at, setAt, hits, isWaiting, press } = useSearchHits(leaves, true, trailOf);
  return (
    <>
      <div className="scan-box">
        <Input
          autoFocus
          size="large"
          prefix={<SearchOutlined />}
          value={typed}
          placeholder={text('search.hint')}
          aria-label={text('search.box')}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={hits[at] === undefined ? undefined : `${list}-${at}`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => (event.key === 'Escape' ? onClose() : press(event, choose))}
        />
        <CameraButton onRead={type} />
      </div>
      <SearchHits id={list} hits={hits} isWaiting={isWaiting} at={at} onAt={setAt} onChoose={choose} />
    </>
  );
}
