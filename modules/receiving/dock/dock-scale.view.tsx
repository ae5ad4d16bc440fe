import type { ReactNode } from 'react';
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { serialOf } from '../../../parts/scale/serial-lines.ts';
import { dockTexts } from './dock.texts.ts';
import { withWeight } from './scan.rules.ts';
import type { Delivery } from './use-delivery.view.ts';

const Scale = lazyPart(() => import('../../../parts/scale/scale.view.tsx'));

/** The scale of this dock, where the browser can read one: what rests on it is the weight of the line at hand. */
export function DockScale({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const text = useWords(dockTexts);
  const notify = useNotify();
  const { entries, current, edit } = delivery;
  const weigh = (kg: Decimal): void => {
    const entry = entries[current];
    if (entry === undefined) return;
    if (withWeight(entry, kg) === null)
      return notify.warn(text('notWeighed', { material: entry.line.materialName, unit: entry.line.unitName }));
    edit(current, (before) => withWeight(before, kg) ?? before);
  };
  return serialOf() === undefined ? null : <Scale onWeight={weigh} />;
}
