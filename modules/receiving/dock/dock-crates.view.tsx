import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { fill, type Language } from '../../../kernel/core/label.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { get } from '../../../parts/client/api.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { crateType } from '../../stock/crates/crate-type.resource.ts';
import { dockTexts } from './dock.texts.ts';

interface Crate {
  readonly id: string;
  readonly name: string;
  readonly tareKg: string;
}
interface Props {
  readonly language: Language;
  readonly onCrate: (tareKg: Decimal) => void;
}

/** A button for each crate there is: it adds the weight of one to the tare. */
export function DockCrates({ language, onCrate }: Props): ReactNode {
  const sees = useAllowed('cratetype_view');
  const crates = useQuery({
    queryKey: ['list', 'crateType', 'dock'],
    queryFn: ({ signal }) =>
      get<{ readonly records: readonly Crate[] }>(callOf(crateType, 'list'), { size: 20 }, signal),
    enabled: sees,
    staleTime: 600_000,
  });
  return (
    <div className="dock-crates" role="group" aria-label={dockTexts.crates[language]}>
      {crates.data?.records.map(({ id, name, tareKg }) => (
        <button key={id} type="button" onClick={() => onCrate(Decimal.of(tareKg))}>
          {fill(dockTexts.crate[language], { name, kg: tareKg })}
        </button>
      ))}
    </div>
  );
}
