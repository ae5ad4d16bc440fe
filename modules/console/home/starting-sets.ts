/** What a new company may begin with: kinds of materials, of dishes and of menus as a contract caterer keeps them. */

/** A record of a set, before what it stands below is known by its id. */
export interface StartingRow {
  readonly code: string;
  readonly name: string;
  /** Code of the row it stands below. */
  readonly above?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What several types stand below: code, 中文, their codes. */
const MATERIAL_GROUPS = [
  ['V', '蔬菜菌菇', ['V1', 'V2', 'V3', 'V4']],
  ['M', '肉禽蛋', ['M1', 'M2', 'M3']],
  ['G', '粮油', ['G1', 'O1']],
  ['S', '调味干货', ['S1', 'D1']],
] as const;

/** Type: code, 中文, storage zone, tolerance of receipts %, tax rate %, whether weighed at receipt. */
const MATERIAL_TYPES = [
  ['V1', '叶菜', 'chilled', '5', '9', true],
  ['V2', '根茎', 'cool', '5', '9', true],
  ['V3', '瓜果豆', 'chilled', '5', '9', true],
  ['V4', '菌菇', 'chilled', '5', '9', true],
  ['T1', '豆制品', 'chilled', '3', '13', false],
  ['M1', '猪肉', 'chilled', '3', '9', true],
  ['M2', '牛羊肉', 'frozen', '3', '9', true],
  ['M3', '禽蛋', 'chilled', '3', '9', true],
  ['F1', '水产', 'frozen', '3', '13', true],
  ['G1', '米面粮', 'ambient', '0', '13', false],
  ['O1', '油脂', 'ambient', '0', '13', false],
  ['S1', '调味', 'ambient', '0', '13', false],
  ['D1', '干货', 'ambient', '0', '13', false],
  ['D2', '奶饮', 'chilled', '0', '13', false],
  ['D3', '水果', 'cool', '5', '9', true],
  ['P1', '包材', 'ambient', '0', '13', false],
] as const;

/** Code, 中文, role in a menu. */
const DISH_TYPES = [
  ['C1', '大荤', 'main-meat'],
  ['C2', '小荤', 'half-meat'],
  ['C3', '素菜', 'vegetable'],
  ['C4', '汤羹', 'soup'],
  ['C5', '主食', 'staple'],
  ['C6', '早餐', 'snack'],
  ['C7', '饮品水果', 'fruit'],
  ['C9', '半成品', ''],
] as const;

const groupOf = (type: string): string | undefined =>
  MATERIAL_GROUPS.find(([, , below]) => (below as readonly string[]).includes(type))?.[0];

/** Types materials are of, in the order of the list. */
export const materialTypeCodes: readonly string[] = MATERIAL_TYPES.map(([code]) => code);

/** Kinds of materials, what others stand below first. */
export const materialTypeRows: readonly StartingRow[] = [
  ...MATERIAL_GROUPS.map(([code, name], at): StartingRow => ({ code, name, values: { sort: at + 1 } })),
  ...MATERIAL_TYPES.map(([code, name, storageZone, tolerance, defaultTaxRate, isWeighed], at): StartingRow => {
    const above = groupOf(code);
    return {
      code,
      name,
      ...(above === undefined ? {} : { above }),
      values: {
        sort: MATERIAL_GROUPS.length + at + 1,
        materialKind: code === 'P1' ? 'packaging' : 'raw',
        defaultTaxRate,
        storageZone,
        overRate: tolerance,
        underRate: tolerance,
        weighAtReceipt: 0,
        tempCheck: 0,
        remark: isWeighed ? '到货称重' : '',
      },
    };
  }),
];

/** Kinds of dishes, each with its place in a menu and what its food is to cost of its price. */
export const dishTypeRows: readonly StartingRow[] = DISH_TYPES.map(([code, name, dishRole], at) => ({
  code,
  name,
  values: { sort: at + 1, targetFoodCost: '42', ...(dishRole === '' ? {} : { dishRole }) },
}));

const WORKING_DAYS = 5;
/** A working week of lunches, with what each consists of. */
export const menuTypeRows: readonly StartingRow[] = [
  {
    code: 'STAFF',
    name: '职工餐',
    values: {
      cycleDays: WORKING_DAYS,
      sort: 1,
      structure: [
        { mealType: 'lunch', dishRole: 'main-meat', min: 2, max: 3 },
        { mealType: 'lunch', dishRole: 'vegetable', min: 2, max: 4 },
        { mealType: 'lunch', dishRole: 'soup', min: 1, max: 1 },
      ],
    },
  },
];
