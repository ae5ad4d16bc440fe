import { Skeleton } from 'antd';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useLabel } from '../../../parts/language/language.ts';
import type { RichEditorProps } from '../../../parts/rich-editor/rich-editor.tsx';
import { asText, type InputProps, type CellProps, type KindView } from './face.ts';
import { longFace } from './text.tsx';

// The editor is fetched by those who write.
const Editor = lazyPart<RichEditorProps>(
  async () => ({ default: (await import('../../../parts/rich-editor/rich-editor.tsx')).RichEditor }),
  () => <Skeleton active paragraph={{ rows: 4 }} title={false} />,
);

function RichInput({ id, field, value, onChange, disabled = false, wrong = false, autoFocus = false }: InputProps) {
  const label = useLabel();
  const given = asText(value);
  return <Editor {...{ id, onChange, disabled, wrong, autoFocus }} label={label(field.label)} value={given} />;
}

/** The words of a formatted text. */
const wordsOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll('<', ' <'), 'text/html')
    .body.textContent.replaceAll(/\s+/g, ' ')
    .trim();
const words = ({ row, name }: CellProps): string => wordsOf(asText(row[name]));

export const richFace: KindView = {
  ...longFace,
  Input: RichInput,
  cell: words,
  text: words,
  unsortable: true,
};
