/** What a role scheme may choose from. Both services answer alike. */
import { contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const permission = 'priceschememanagement_view';

/**
 * Plans of a kind of price that count now or later, by the version that goes on; first the base price itself, as `0`.
 */
const plansOfType = (service: string) =>
  contract({
    method: 'GET',
    service,
    path: 'priceschememanagement/getPriceByType',
    permission,
    summary: label('可引用的价格集', 'Plans a scheme may refer to'),
    input: { type: text('价格类型', 'Kind of price', { optional: true }) },
    answer: shape.list(
      shape.object({
        id: shape.id,
        code: shape.text,
        name: shape.text,
        kind: shape.text,
        versionNo: shape.integer,
        startDate: shape.day,
        endDate: shape.day,
      }),
    ),
  });
export const schemePlans = plansOfType('master-data');
export const schemePlansOfStores = plansOfType('store-management');

const entriesOf = (service: string) =>
  contract({
    method: 'GET',
    service,
    path: 'priceschememanagement/getBladeDictBizList',
    permission,
    summary: label('业务字典取值', 'Values of a business dictionary'),
    input: { code: text('字典编码', 'Dictionary', { optional: true }) },
    answer: shape.list(shape.object({ dictKey: shape.text, dictValue: shape.text, sort: shape.integer })),
  });
export const schemeEntries = entriesOf('master-data');
export const schemeEntriesOfStores = entriesOf('store-management');
