import { MenuFoldOutlined, MenuUnfoldOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { useText } from '../i18n.ts';

/** Whether the side of documents is shown on this device, and what shows or hides it from now on. */
export function useSideOpen(): readonly [isSideOpen: boolean, toggleSide: () => void] {
  const [isSideOpen, setSideOpen] = useState(() => readStored('document.side', true));
  const toggleSide = (): void => {
    writeStored('document.side', !isSideOpen);
    setSideOpen(!isSideOpen);
  };
  return [isSideOpen, toggleSide];
}

interface HeadButtonsProps {
  readonly onPrint: () => void;
  readonly isSideOpen: boolean;
  readonly onToggleSide: () => void;
}

/** At the end of a stored document's head: prints it, and shows or hides its side. */
export function HeadButtons({ onPrint, isSideOpen, onToggleSide }: HeadButtonsProps): ReactNode {
  const text = useText();
  const toggle = text(isSideOpen ? 'document.side.hide' : 'document.side.show');
  return (
    <>
      <Tooltip title={text('print')}>
        <Button
          type="text"
          className="print-act"
          icon={<PrinterOutlined />}
          aria-label={text('print')}
          onClick={onPrint}
        />
      </Tooltip>
      <Tooltip title={toggle}>
        <Button
          type="text"
          className="side-toggle"
          icon={isSideOpen ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={toggle}
          aria-expanded={isSideOpen}
          onClick={onToggleSide}
        />
      </Tooltip>
    </>
  );
}
