import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { get } from '../../parts/client/api.ts';
import { useWords } from '../../parts/language/language.ts';
import { crateType } from '../stock/crates/crate-type.resource.ts';
import { crateTexts } from './crates.texts.ts';
import './crate-buttons.css';

interface Crate {
  readonly id: string;
  readonly name: string;
  readonly tareKg: string;
}
interface Props {
  readonly onCrate: (tareKg: Decimal) => void;
}

/** A button for each crate there is: it adds the weight of one to the tare. */
export function CrateButtons({ onCrate }: Props): ReactNode {
  const word = useWords(crateTexts);
  const sees = useAllowed('cratetype_view');
  const crates = useQuery({
    queryKey: ['list', 'crateType', 'tare'],
    queryFn: ({ signal }) =>
      get<{ readonly records: readonly Crate[] }>(callOf(crateType, 'list'), { size: 20 }, signal),
    enabled: sees,
    staleTime: 600_000,
  });
  return (
    <div className="crate-buttons" role="group" aria-label={word('tares')}>
      {crates.data?.records.map(({ id, name, tareKg }) => (
        <button key={id} type="button" onClick={() => onCrate(Decimal.of(tareKg))}>
          {word('tare', { name, kg: tareKg })}
        </button>
      ))}
    </div>
  );
}
