import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { reach } from './reach.ts';
import './form.css';

type Open = (name: string | undefined) => void;
interface Props {
  /** Prefix of the element ids. */
  readonly base: string;
  /** Begins as one line. */
  readonly isFolded: boolean;
  /** Something in the fields is to be corrected. */
  readonly isWrong: boolean;
  /** The fields that can be typed into, in their order. */
  readonly boxes: readonly string[];
  /**
   * What the fields say in one line. `open` shows them, with the keyboard in the box that was asked for where it can be
   * typed into, else in the first that can; undefined where none can.
   */
  readonly line: (open: Open | undefined) => ReactNode;
  /** Name of the button that folds them again. */
  readonly less: string;
  readonly children: ReactNode;
}

/** Fields that stand as one line of what they say until somebody opens them, or until one of them is wrong. */
export function FoldedFields({ base, isFolded, isWrong, boxes, line, less, children }: Props) {
  const [isOpen, setOpen] = useState(!isFolded);
  const [wanted, setWanted] = useState<string>();
  if (isWrong && !isOpen) setOpen(true);
  useEffect(() => {
    if (wanted !== undefined) reach(document.getElementById(`${base}-${wanted}-label`)?.parentElement, 'nearest');
  }, [base, wanted]);
  const open: Open = (name) => {
    setOpen(true);
    setWanted(boxes.find((box) => box === name) ?? boxes[0]);
  };
  const fold = (): void => {
    setOpen(false);
    setWanted(undefined);
  };
  if (!isOpen) return line(boxes.length === 0 ? undefined : open);
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
