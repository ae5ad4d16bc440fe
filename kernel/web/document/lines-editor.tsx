import type { Lines } from '../../core/declaration.ts';
import { useLabel } from '../i18n.ts';
import type { LineFault, Values } from '../form/values.ts';
interface Props { readonly name: string; readonly spec: Lines; readonly rows: readonly Values[]; readonly faults: readonly LineFault[]; readonly onChange: (rows: readonly Values[]) => void; readonly readonly: boolean }
export function LinesEditor({ spec, rows }: Props) {
  const label = useLabel();
  return <section><h2>{label(spec.label)}</h2><p>{rows.length}</p></section>;
}
