/** Lines of a store document one at a time, under an address of their own: `pickdetail`, `otherinstoredetail`. */
import { contract, pageInput } from '../../../kernel/core/contract.ts';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const id = text('明细', 'Line', { optional: true });
const line = shape.open({ id: shape.id, billId: shape.id, billCode: shape.text, materialId: shape.id });

/** The calls on lines of a document. */
export function billLineCalls(of: Pick<Declaration, 'service' | 'segment' | 'permission' | 'label'>) {
  const { service, label: bill } = of;
  const path = `${of.segment}detail`;
  const input = { billId: text(bill.zh, bill.en, { optional: true }) };
  return {
    /** Lines of one document in their order. */
    list: contract({
      method: 'GET',
      service,
      path: `${path}/list`,
      permission: permissionOf(of, 'view'),
      summary: label(`${bill.zh}明细`, `${bill.en}: lines`),
      input: { ...input, ...pageInput },
      answer: shape.page(line),
    }),
    detail: contract({
      method: 'GET',
      service,
      path: `${path}/detail`,
      permission: permissionOf(of, 'view'),
      summary: label(`${bill.zh}的一行明细`, `${bill.en}: one line`),
      input: { id },
      answer: line,
    }),
    /** Adds a line to a document, or changes the one of `id`: the document is saved with it, by its own rules. */
    submit: contract({
      method: 'POST',
      service,
      path: `${path}/submit`,
      permission: [permissionOf(of, 'add'), permissionOf(of, 'edit')],
      summary: label(`保存${bill.zh}的一行明细`, `${bill.en}: save one line`),
      input: { id, ...input },
      answer: shape.done,
    }),
    /** Removes lines, each from its document. */
    remove: contract({
      method: 'POST',
      service,
      path: `${path}/remove`,
      permission: [permissionOf(of, 'edit'), permissionOf(of, 'delete')],
      summary: label(`删除${bill.zh}明细`, `${bill.en}: remove lines`),
      input: { id, ids: json('明细', 'Lines', { optional: true }) },
      answer: shape.done,
    }),
  };
}
