import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { reach } from './reach.ts';
import './form.css';

interface Props {
  /** Begins as one line. */
  readonly isFolded: boolean;
  /** Something in the fields is to be corrected. */
  readonly isWrong: boolean;
  /** What the fields say in one line; `open` shows them, with the keyboard in the box of this id. */
  readonly line: (open: (box: string) => void) => ReactNode;
  /** Name of the button that folds them again. */
  readonly less: string;
  readonly children: ReactNode;
}

/** Fields that stand as one line of what they say until somebody opens them, or until one of them is wrong. */
export function FoldedFields({ isFolded, isWrong, line, less, children }: Props) {
  const [isOpen, setOpen] = useState(!isFolded);
  const [wanted, setWanted] = useState<string>();
  if (isWrong && !isOpen) setOpen(true);
  useEffect(() => {
    if (wanted !== undefined) reach(document.getElementById(`${wanted}-label`)?.parentElement, 'nearest');
  }, [wanted]);
  const open = (box: string): void => {
    setOpen(true);
    setWanted(box);
  };
  const fold = (): void => {
    setOpen(false);
    setWanted(undefined);
  };
  if (!isOpen) return line(open);
  return (
    <>
      {isFolded && (
        <Button type="link" size="small" className="fields-fold" aria-expanded disabled={isWrong} onClick={fold}>
          {less}
        </Button>
      )}
      {children}
    </>
  );
}
