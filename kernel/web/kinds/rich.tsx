import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { asText, type InputProps, type Shown, type WebFace } from './face.ts';
import { longFace } from './text.tsx';

// The editor is fetched by those who write.
const Editor = lazy(() => import('./rich-editor.tsx').then((module) => ({ default: module.RichEditor })));

const RichInput = (props: InputProps) => <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}><Editor {...props} /></Suspense>;

/** The words of a formatted text. */
export const wordsOf = (html: string): string => new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
const words = ({ row, name }: Shown): string => wordsOf(asText(row[name]));

export const richFace: WebFace = { ...longFace, Input: RichInput, cell: words, text: words, unlisted: true, unsortable: true };
