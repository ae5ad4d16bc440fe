import { Skeleton } from 'antd';
import { laterPart } from '../later.ts';
import { asText, type InputProps, type Shown, type WebFace } from './face.ts';
import { longFace } from './text.tsx';

// The editor is fetched by those who write.
const RichInput = laterPart<InputProps>(
  async () => ({ default: (await import('./rich-editor.tsx')).RichEditor }),
  () => <Skeleton active paragraph={{ rows: 4 }} title={false} />,
);

/** The words of a formatted text. */
export const wordsOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll('<', ' <'), 'text/html')
    .body.textContent.replaceAll(/\s+/g, ' ')
    .trim();
const words = ({ row, name }: Shown): string => wordsOf(asText(row[name]));

export const richFace: WebFace = {
  ...longFace,
  Input: RichInput,
  cell: words,
  text: words,
  unlisted: true,
  unsortable: true,
};
