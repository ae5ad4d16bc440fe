import { contract, SESSION } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

/** Records by any number, code, name, pinyin or initials, the best first: of every list the caller may open. */
export const searchRecords = contract({
  method: 'GET',
  service: 'blade-system',
  path: 'search/records',
  permission: SESSION,
  summary: label('查找记录', 'Find records'),
  input: { keyword: text('关键字', 'Words', { optional: true, max: 100 }) },
  answer: shape.list(
    shape.object({
      /** Name of the declaration. */
      resource: shape.text,
      id: shape.id,
      title: shape.text,
      /** "" where the record has none beside its title. */
      code: shape.text,
      /** State of a document; "" of what has no life. */
      status: shape.text,
    }),
  ),
});
