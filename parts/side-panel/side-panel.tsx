import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../state/device-storage.ts';

/** From here on a screen has room beside its middle. */
const WIDE = 1600;

interface SidePanel {
  /** Under which this device remembers whether it is open. */
  readonly name: string;
  readonly show: string;
  readonly hide: string;
  /** On its button while it is closed. */
  readonly brief: ReactNode;
  readonly content: ReactNode;
}

/** What stands beside a page, and the button that shows or hides it, on this device from now on. */
export function useSidePanel({ name, show, hide, brief, content }: SidePanel): { button: ReactNode; panel: ReactNode } {
  const [isOpen, setOpen] = useState(() => readStored(name, window.innerWidth >= WIDE));
  const toggle = (): void => {
    writeStored(name, !isOpen);
    setOpen(!isOpen);
  };
  const title = isOpen ? hide : show;
  const button = (
    <Tooltip title={title}>
      <Button
        type="text"
        className="side-toggle"
        icon={isOpen ? <MenuUnfoldOutlined aria-label={title} /> : <MenuFoldOutlined aria-label={title} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {!isOpen && brief}
      </Button>
    </Tooltip>
  );
  return { button, panel: isOpen && <aside className="document-side">{content}</aside> };
}
