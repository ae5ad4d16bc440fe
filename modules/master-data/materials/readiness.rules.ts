/** What a material is ready for (master-data.md, Material): each gate, what it asks, and who can give it. */
import { label, type Label, type Language } from '../../../kernel/core/label.ts';

export const GATES = ['plan', 'buy', 'cost', 'label'] as const;
export type Gate = (typeof GATES)[number];

/** What may be lacking, each at one gate: the field that mends it, in words, and whose it is. */
const LACKS = {
  frozen: { gate: 'plan', field: 'frozen', text: label('已冻结', 'It is frozen') },
  recipeUnit: {
    gate: 'plan',
    field: 'recipeUnitId',
    text: label('配方单位没有到基本单位的换算', 'No conversion from the recipe unit to the base unit'),
  },
  purchaseUnit: {
    gate: 'buy',
    field: 'purchaseUnitId',
    text: label('采购单位没有到基本单位的换算', 'No conversion from the purchase unit to the base unit'),
  },
  issueUnit: {
    gate: 'plan',
    field: 'issueUnitId',
    text: label('领用单位没有到基本单位的换算', 'No conversion from the issue unit to the base unit'),
  },
  taxRate: { gate: 'buy', field: 'taxRate', text: label('没有税率', 'No tax rate') },
  offer: { gate: 'buy', field: 'sourceKind', text: label('今天没有供应商的有效价格', 'No supplier has a price today') },
  cost: {
    gate: 'cost',
    field: 'materialCost',
    text: label('按现行成本依据没有今天的成本', 'No cost today on the basis dishes are costed at'),
  },
  allergens: { gate: 'label', field: 'allergens', text: label('有过敏原尚未说明', 'Some allergens are not stated') },
  nutrients: {
    gate: 'label',
    field: 'materialNutrient',
    text: label('缺少能量、蛋白质、脂肪、碳水化合物或钠', 'Energy, protein, fat, carbohydrate or sodium is missing'),
  },
  storage: { gate: 'label', field: 'storageZone', text: label('没有储存条件', 'No storage zone') },
} as const satisfies Readonly<Record<string, { readonly gate: Gate; readonly field: string; readonly text: Label }>>;
export type Lack = keyof typeof LACKS;

/** Gate → whose work it is, and the gates that come before it. */
export const GATE_FACTS: Readonly<
  Record<Gate, { readonly label: Label; readonly owner: Label; readonly after: readonly Gate[] }>
> = {
  plan: { label: label('计划', 'plan'), owner: label('主数据专员', 'Master data steward'), after: [] },
  buy: { label: label('采购', 'buy'), owner: label('采购员', 'Purchaser'), after: ['plan'] },
  cost: { label: label('核算', 'cost'), owner: label('成本会计', 'Cost accountant'), after: [] },
  label: { label: label('标签', 'label'), owner: label('营养师', 'Dietitian'), after: [] },
};

/** Whatever would close a gate: its own lacks and those of the gates before it. */
export const lacksAt = (gate: Gate): readonly Lack[] =>
  (Object.keys(LACKS) as Lack[]).filter((lack) => [gate, ...GATE_FACTS[gate].after].includes(LACKS[lack].gate));

export interface Missing {
  readonly gate: Gate;
  readonly gateName: string;
  readonly field: string;
  readonly text: string;
  readonly owner: string;
}
interface Readiness {
  /** In words. */
  readonly readyFor: string;
  readonly readyPlan: 0 | 1;
  readonly readyBuy: 0 | 1;
  readonly readyCost: 0 | 1;
  readonly readyLabel: 0 | 1;
  /** The first gate that is closed. */
  readonly notReadyFor: Gate | '';
  readonly readyMissing: readonly Missing[];
}

/** What a material with these lacks is ready for, and what is missing where. */
export function readiness(lacking: readonly string[], language: Language): Readiness {
  const open = (gate: Gate): 0 | 1 => (lacksAt(gate).some((lack) => lacking.includes(lack)) ? 0 : 1);
  return {
    readyFor: GATES.filter((gate) => open(gate) === 1)
      .map((gate) => GATE_FACTS[gate].label[language])
      .join(language === 'zh' ? '、' : ', '),
    readyPlan: open('plan'),
    readyBuy: open('buy'),
    readyCost: open('cost'),
    readyLabel: open('label'),
    notReadyFor: GATES.find((gate) => open(gate) === 0) ?? '',
    readyMissing: (Object.keys(LACKS) as Lack[])
      .filter((lack) => lacking.includes(lack))
      .map((lack) => {
        const { gate, field, text } = LACKS[lack];
        return {
          gate,
          gateName: GATE_FACTS[gate].label[language],
          field,
          text: text[language],
          owner: GATE_FACTS[gate].owner[language],
        };
      })
      .toSorted((a, b) => GATES.indexOf(a.gate) - GATES.indexOf(b.gate)),
  };
}
