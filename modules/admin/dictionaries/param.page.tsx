import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { valueInWords } from './param-entry.rules.ts';
import { paramInputs } from './param-input.view.tsx';
import { param, paramReads } from './param.resource.ts';

/** A value in words, with its unit. */
function Value({ of, value }: { readonly of: string; readonly value: string }) {
  const label = useLabel();
  return label(valueInWords(of, value));
}
const COLUMNS = {
  paramValue: ({ paramKey, paramValue }: { readonly paramKey: string; readonly paramValue: string }) => (
    <Value of={paramKey} value={paramValue} />
  ),
};

/** Parameters: each value is shown and entered as what it is, not as a figure that only the program reads. */
export default function ParamPage() {
  return (
    <OwnInputs value={paramInputs}>
      <ListPage of={param} reads={paramReads} columns={COLUMNS} />
    </OwnInputs>
  );
}
