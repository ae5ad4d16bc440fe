import type { Field, Kind } from '../../core/field.ts';
import { choiceFace } from './choice.tsx';
import { dayFace, momentFace } from './day.tsx';
import type { KindView } from './face.ts';
import { attachmentsFace, picturesFace } from './files.tsx';
import { flagFace } from './flag.tsx';
import { jsonFace } from './json.tsx';
import { figureFace } from './number.tsx';
import { parentFace } from './parent.tsx';
import { refFace, refsFace } from './ref.tsx';
import { richFace } from './rich.tsx';
import { codeFace, longFace, secretFace, textFace } from './text.tsx';

/** One face per kind. Pages never ask which kind a field has; they ask its face. */
const faces: Readonly<Record<Kind, KindView>> = {
  text: textFace,
  longtext: longFace,
  richtext: richFace,
  code: codeFace,
  secret: secretFace,
  integer: figureFace(88),
  quantity: figureFace(112),
  price: figureFace(110),
  money: figureFace(112),
  percent: figureFace(88),
  factor: figureFace(104),
  flag: flagFace,
  day: dayFace,
  moment: momentFace,
  choice: choiceFace,
  dictionary: choiceFace,
  ref: refFace,
  refs: refsFace,
  parent: parentFace,
  pictures: picturesFace,
  attachments: attachmentsFace,
  json: jsonFace,
};

/** How the kind of the field is entered, shown and searched. */
export const faceOf = (field: Field): KindView => (field.rules.choices === undefined ? faces[field.kind] : choiceFace);
