import { resource } from '../../../kernel/core/declaration.ts';
import { choice, flag, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { KINDS, lineFields, UNIFORM_TYPES } from './distribution-line.fields.ts';

const shown = { readonly: true, optional: true, list: true, search: true } as const;

const lineOf = (name: string, segment: string, title: Label) =>
  resource(name, {
    label: title,
    service: 'store-management',
    segment: `${segment}detail`,
    permission: segment,
    title: 'billCode',
    fields: {
      billId: ref('所属单', 'Bill', 'distributionBill', { readonly: true, search: true }),
      billCode: text('单号', 'Number', shown),
      kind: choice('分配方式', 'Kind', KINDS, { readonly: true }),
      type: choice('统配类型', 'Sent from', UNIFORM_TYPES, { readonly: true, optional: true, search: true }),
      companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
      outOrgId: ref('发货组织', 'Sender', 'dept', shown),
      ...lineFields(segment, { list: true, search: true }),
      openQty: quantity('未制单', 'To document', { readonly: true, optional: true, unit: 'unitId', list: true }),
      materialTypeId: ref('物料类型', 'Material type', 'materialType', {
        readonly: true,
        optional: true,
        search: true,
      }),
      spec: text('规格', 'Spec', { readonly: true, optional: true, list: true }),
      isLate: flag('已过截单', 'Past the cut-off', { readonly: true, optional: true }),
      afterNeed: flag('到货晚于需求', 'Later than needed', { readonly: true, optional: true }),
    },
    calls: [],
    view: true,
    sort: 'deliveryDate,billCode',
    // As its bill: who distributes, distributes for the whole company.
    scope: 'companyDeptId',
  });

/** 直配明细: the lines of open direct work lists, one a row. */
export const distributionStraightLine = lineOf(
  'distributionStraightLine',
  'distributionstraight',
  label('直配明细', 'Direct distribution line'),
);
/** 统配明细: the same of central ones. */
export const distributionUniformLine = lineOf(
  'distributionUniformLine',
  'distributionuniform',
  label('统配明细', 'Central distribution line'),
);
