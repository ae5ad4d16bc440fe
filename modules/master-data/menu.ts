import { label } from '../../kernel/core/label.ts';
import type { MenuNode, Module } from '../../kernel/core/module.ts';

/** Menu of master data: materials first, then what they are cooked into. */
export const masterDataMenu: readonly MenuNode[] = [
  {
    code: 'masterdata', label: label('基础资料', 'Master data'), icon: 'database', rank: 3, path: '/masterdata',
    children: [
      {
        code: 'masterdata_material', label: label('物料', 'Materials'), icon: 'gold',
        children: [
          { code: 'materialtype', label: label('物料类型', 'Material types'), icon: 'apartment', path: '/masterdata/materialtype', resource: 'materialType' },
          { code: 'material', label: label('物料档案', 'Materials'), icon: 'gold', path: '/masterdata/material', resource: 'material' },
          { code: 'materialunit', label: label('计量单位', 'Units'), icon: 'number', path: '/masterdata/materialunit', resource: 'materialUnit' },
          { code: 'basicunitconversion', label: label('通用单位换算', 'General conversions'), icon: 'swap', path: '/masterdata/basicunitconversion', resource: 'basicUnitConversion' },
          { code: 'itemunitconversion', label: label('物料单位换算', 'Material conversions'), icon: 'retweet', path: '/masterdata/itemunitconversion', resource: 'itemUnitConversion' },
          { code: 'materialreplace', label: label('物料替换', 'Replacements'), icon: 'interaction', path: '/masterdata/materialreplace', resource: 'materialReplace' },
          { code: 'materialsubstitutes', label: label('物料替代', 'Substitutes'), icon: 'one-to-one', path: '/masterdata/materialsubstitutes', resource: 'materialSubstitute' },
          { code: 'materialalias', label: label('物料别名', 'Aliases'), icon: 'tags', path: '/masterdata/materialalias', resource: 'materialAlias' },
          { code: 'materialmerge', label: label('物料合并', 'Merged materials'), icon: 'merge-cells', path: '/masterdata/materialmerge', resource: 'materialMerge' },
          { code: 'materialauthrange', label: label('授权范围', 'Authorisation'), icon: 'safety', path: '/masterdata/materialauthrange', resource: 'materialAuthRange' },
          { code: 'sapmaterialprojectdept', label: label('物料项目部', 'Materials at plants'), icon: 'cluster', path: '/masterdata/sapmaterialprojectdept', resource: 'materialProjectDept' },
          { code: 'materialcost', label: label('物料成本', 'Material costs'), icon: 'calculator', path: '/masterdata/materialcost', resource: 'materialCost' },
          { code: 'materialnutrients', label: label('营养成分', 'Nutrients'), icon: 'experiment', path: '/masterdata/materialnutrients', resource: 'materialNutrient' },
          { code: 'nutrientretention', label: label('营养素保留率', 'Nutrient retention'), icon: 'fire', path: '/masterdata/nutrientretention', resource: 'nutrientRetention' },
        ],
      },
      {
        code: 'masterdata_dish', label: label('菜品', 'Dishes'), icon: 'coffee',
        children: [
          { code: 'dishtype', label: label('菜品类型', 'Dish types'), icon: 'apartment', path: '/masterdata/dishtype', resource: 'dishType' },
          { code: 'dish', label: label('菜品档案', 'Dishes'), icon: 'coffee', path: '/masterdata/dish', resource: 'dish' },
          { code: 'dishbom', label: label('菜品BOM', 'Dish BOM'), icon: 'partition', path: '/masterdata/dishbom', resource: 'dishBom' },
          { code: 'bomreplacement', label: label('配方换料', 'Replaced in recipes'), icon: 'swap', path: '/masterdata/bomreplacement', resource: 'bomReplacement' },
          { code: 'dishbomtags', label: label('BOM标签', 'BOM tags'), icon: 'tag', path: '/masterdata/dishbomtags', resource: 'dishBomTag' },
          { code: 'dishbomspecialgear', label: label('特殊档口BOM', 'Stall BOM'), icon: 'branches', path: '/masterdata/dishbomspecialgear', resource: 'dishBomSpecialGear' },
          { code: 'menutemplatetype', label: label('菜谱模板类型', 'Menu types'), icon: 'profile', path: '/masterdata/menutemplatetype', resource: 'menuTemplateType' },
          { code: 'menutemplate', label: label('菜谱模板', 'Menu templates'), icon: 'calendar', path: '/masterdata/menutemplate', resource: 'menuTemplate' },
          { code: 'gearmenutemplate', label: label('档口菜谱模板', 'Menus by stall'), icon: 'shop', path: '/masterdata/gearMenutemplate' },
          { code: 'rotationchart', label: label('轮播图', 'Rotating pictures'), icon: 'picture', path: '/masterdata/rotationchart', resource: 'rotationChart' },
        ],
      },
    ],
  },
];

/** Business dictionaries of materials and dishes, seeded for each tenant. */
export const masterDataDictionaries: NonNullable<Module['dictionaries']> = {
  bomTagGroup: { label: label('BOM标签分组', 'Group of BOM tags'), entries: [['diet', '膳食', 'Diet'], ['people', '人群', 'For whom'], ['flavour', '风味', 'Flavour'], ['control', '管控', 'To be watched']] },
  allergen: {
    label: label('过敏原', 'Allergen'),
    entries: [['gluten', '含麸质谷物', 'Gluten'], ['crustacean', '甲壳纲类', 'Crustaceans'], ['fish', '鱼类', 'Fish'], ['egg', '蛋类', 'Egg'], ['peanut', '花生', 'Peanut'], ['soy', '大豆', 'Soy'], ['milk', '乳', 'Milk'], ['nut', '坚果', 'Nuts'], ['shellfish', '贝类', 'Shellfish'], ['sesame', '芝麻', 'Sesame']],
  },
  materialPaper: {
    label: label('随货单据', 'Papers with goods'),
    entries: [['business', '营业执照', 'Business licence'], ['food', '食品经营许可', 'Food licence'], ['inspection', '检验报告', 'Test report'], ['quarantine', '动物检疫合格证', 'Quarantine'], ['residue', '农残检测', 'Residue test'], ['conformity', '合格证', 'Conformity']],
  },
  taste: {
    label: label('口味', 'Taste'),
    entries: [['light', '清淡', 'Light'], ['salty', '咸鲜', 'Savoury'], ['sweet', '甜', 'Sweet'], ['sour', '酸', 'Sour'], ['hot', '辣', 'Hot'], ['numbing', '麻辣', 'Numbing'], ['sweet-sour', '酸甜', 'Sweet and sour']],
  },
  portionGroup: {
    label: label('份型', 'Portion size'),
    entries: [['standard', '标准份', 'Standard'], ['small', '小份', 'Small'], ['large', '大份', 'Large'], ['child', '儿童份', 'Child']],
  },
  rotationPosition: {
    label: label('轮播图位置', 'Where pictures rotate'),
    entries: [['mall', '商城首页', 'Mall home page'], ['board', '菜单屏', 'Menu board'], ['device', '就餐设备', 'Meal device'], ['home', '后台首页', 'Back office home']],
  },
  replaceReason: {
    label: label('替换原因', 'Reason of replacement'),
    entries: [['shortage', '缺货', 'Shortage'], ['price', '价格', 'Price'], ['season', '时令', 'Season'], ['quality', '质量', 'Quality'], ['allergen', '过敏', 'Allergen'], ['recall', '召回', 'Recall'], ['other', '其他', 'Other']],
  },
};
