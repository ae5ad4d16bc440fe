/** What the dock asks of a code that is on none of its lines, and what it remembers of it. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { inStore } from '../in-store.document.ts';

/** Whoever receives, at the in-store or at a face of it. */
const permission = [
  'invinstore_do_receiving',
  'factorywarehouseinstore_do_receiving',
  'factorysuppressinstore_do_receiving',
  'factoryreturnedinstore_do_receiving',
  'selfpurchaseinstore_do_receiving',
];
const scanned = {
  instoreId: ref('入库单', 'In-store', 'inStore'),
  code: text('条码', 'Code', { min: 2, max: 200, hint: label('扫到的原文', 'As it was scanned') }),
};

/** What a code is: a lot that lies in a place of the caller's, another bill, a material, or nothing known. */
export const readCode = contract({
  method: 'GET',
  ...callOf(inStore, 'readCode', 'do_receiving'),
  permission,
  summary: label('识别条码', 'Read a code'),
  input: scanned,
  answer: shape.object({
    kind: shape.oneOf('lot', 'bill', 'material', 'none'),
    /** Of the lot, the bill or the material; empty where nothing is known. */
    id: shape.text,
    title: shape.text,
    materialId: shape.text,
    materialName: shape.text,
  }),
});

/** From now on the code means the material of this line, for the bill's supplier. */
export const learnCode = contract({
  method: 'POST',
  ...callOf(inStore, 'learnCode', 'do_receiving'),
  permission,
  summary: label('记住条码', 'Remember a code'),
  input: { ...scanned, detailId: ref('入库明细', 'Line', 'inStoreDetail') },
  answer: shape.object({ code: shape.text, materialId: shape.id, materialName: shape.text }),
});
