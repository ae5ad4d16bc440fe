import { Button } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useWords } from '../../../parts/language/language.ts';
import { stockTexts } from '../stock.texts.ts';
import type { LabelsProps } from './lot-labels.view.tsx';

/** The program of the labels, fetched when somebody wants one. */
export const LotLabels = lazyPart<LabelsProps>(async () => ({
  default: (await import('./lot-labels.view.tsx')).LotLabels,
}));

interface Props extends Omit<LabelsProps, 'onClose'> {
  readonly size?: ComponentProps<typeof Button>['size'];
}
/** Prints the labels of these lots. */
export function LabelButton({ size, ...lots }: Props): ReactNode {
  const word = useWords(stockTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...(size === undefined ? {} : { size })} onClick={() => setOpen(true)}>
        {word('label.print')}
      </Button>
      {isOpen && <LotLabels {...lots} onClose={() => setOpen(false)} />}
    </>
  );
}
