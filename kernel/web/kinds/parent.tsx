import { Input } from 'antd';
import { lazy, Suspense } from 'react';
import type { InputProps, WebFace } from './face.ts';
import { refFace } from './ref.tsx';

/** The tree comes with the first form that has one; lists never show it. */
const ParentChoice = lazy(() => import('./parent-choice.tsx').then((module) => ({ default: module.ParentChoice })));
const ParentInput = (props: InputProps) => <Suspense fallback={<Input id={props.id} disabled />}><ParentChoice {...props} /></Suspense>;

export const parentFace: WebFace = { Input: ParentInput, cell: refFace.cell, text: refFace.text, width: 150, unsortable: true };
