import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { FormValues } from '../../../kernel/web/form/values.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { request } from '../../../kernel/web/request.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { material } from '../materials/material.resource.ts';
import { inheritedOfType } from './about-material.calls.ts';
import { type Chosen, type Inherited, inherits, standsFor } from './inherited.rules.ts';
import { materialPageTexts } from './material-page.texts.ts';

const NOTHING: Chosen = { typeId: '', baseUnitName: '' };
const NONE: readonly Inherited[] = [];

/**
 * What empty boxes in the form of a material stand for: `placeholder` goes around the form (`Placeholders`), and
 * `whileEditing` into it, to follow what is chosen there.
 */
export function useInherited(): {
  readonly placeholder: (name: string) => string | undefined;
  readonly whileEditing: (values: FormValues<typeof material>) => ReactNode;
} {
  const word = useWords(materialPageTexts);
  const language = useLanguage();
  const [chosen, setChosen] = useState(NOTHING);
  const { data: inherited = NONE } = useQuery({
    queryKey: ['inherited', material.name, chosen.typeId],
    queryFn: ({ signal }) => request(inheritedOfType, { materialTypeId: chosen.typeId }, { signal }),
    enabled: chosen.typeId !== '',
  });
  const placeholder = useCallback(
    (name: string): string | undefined => {
      if (!inherits(name)) return undefined;
      const stands = standsFor(name, chosen, inherited);
      if (stands === undefined) return '';
      if (stands.from === 'base') return word('inherit.base', { unit: stands.unitName });
      const field = material.fields[name as keyof typeof material.fields];
      const value = faceOf(field).text({ name, field, row: { [name]: stands.value }, language });
      return stands.from === 'type' ? word('inherit.type', { value, type: stands.typeName }) : value;
    },
    [chosen, inherited, language, word],
  );
  const whileEditing = useCallback(
    ({ materialTypeId, baseUnitName }: FormValues<typeof material>) => (
      <Follow typeId={String(materialTypeId ?? '')} baseUnitName={String(baseUnitName ?? '')} onChoose={setChosen} />
    ),
    [],
  );
  return { placeholder, whileEditing };
}

/** Tells what is chosen in the form it stands in. */
function Follow({ typeId, baseUnitName, onChoose }: Chosen & { readonly onChoose: (chosen: Chosen) => void }) {
  useEffect(() => {
    onChoose({ typeId, baseUnitName });
    return () => onChoose(NOTHING);
  }, [typeId, baseUnitName, onChoose]);
  return null;
}
