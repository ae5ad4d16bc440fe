/** The call on enterprises beyond the ordinary ones. */
import { callOf, contract, pageInput } from '../../kernel/core/contract.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { enterprise } from './enterprise.document.ts';

/** Enterprises that suppliers and partners of stalls may be taken from today; takes the filters of the list. */
export const enterprisePool = contract({
  method: 'GET',
  ...callOf(enterprise, 'getEnterprisePool', 'view'),
  summary: label('企业池', 'Pool of enterprises'),
  input: pageInput,
  answer: shape.page(
    shape.object({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      brandNames: shape.text,
      creditCode: shape.text,
      cooperationTypeId: shape.id,
      cooperationTypeName: shape.text,
      /** Percent points; empty where none is agreed. */
      commissionPercent: shape.text,
      contact: shape.text,
      contactPhone: shape.text,
      regionId: shape.id,
      regionName: shape.text,
      validEndDate: shape.day,
      /** The supplier that was made of it; empty where none was, as its id. */
      supplierName: shape.text,
      supplierId: shape.text,
    }),
  ),
});
