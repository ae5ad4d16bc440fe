import { label, type Label } from '../../../kernel/core/label.ts';

/**
 * V list, detail, export · E V and add, edit, delete, import, copy, send for approval, withdraw · A V and decide · O V
 * and carry out. Areas are codes of menu groups or pages, or of a record's permission.
 */
export type RightLetter = 'V' | 'E' | 'A' | 'O';

export interface RoleSeed {
  readonly alias: string;
  readonly label: Label;
  /** Absent: the role is given everything it may have. */
  readonly areas?: Partial<Readonly<Record<RightLetter, string>>>;
  /**
   * Words of field rights: purchase, settlement, management, joint, assessment, prices, orders, cost, dish-cost,
   * income, margin, contact, bank, all.
   */
  readonly fields?: string;
  readonly scope: '1' | '2' | '3' | '4' | '5';
  readonly scopeValue?: string;
  /** Account of its demonstration user, when it is not the alias. */
  readonly account?: string;
}

/** The roles of the demonstration company, which are a sensible start for any other. */
export const roleSeeds: readonly RoleSeed[] = [
  { alias: 'administrator', label: label('超级管理员', 'Administrator'), scope: '1', account: 'admin' },
  { alias: 'admin', label: label('租户管理员', 'Tenant admin'), scope: '1', account: 'tenant-admin' },
  {
    alias: 'user',
    label: label('普通员工', 'Staff'),
    areas: { V: 'desk', O: 'work', E: 'message job draft delegation leave' },
    scope: '2',
  },
  {
    alias: 'data-steward',
    label: label('主数据专员', 'Master data steward'),
    areas: {
      E: 'masterdata',
      A: 'materialyieldtest',
      V: 'region price_area supplier_area',
      O: 'sap_area material materialmerge materialauthrange bomreplacement',
    },
    fields: 'contact',
    scope: '1',
  },
  {
    alias: 'hq-planner',
    label: label('总部计划员', 'HQ planner'),
    areas: {
      E: 'invrequireplan invpleasepurchase invdistribution distributionstraight distributionuniform deliverycalendar deliveryroute materialreplace materialsubstitutes centralfactory projectdepartmentcentralfactory factorywarehouse standingorder',
      O: 'invrequireplan invpleasepurchase menutemplate distributionstraight distributionuniform factoryorder purchasedocument shortagesplit sortreport',
      A: 'menutemplate distributionstraight distributionuniform factorysuppressorder factoryreturned shortagesplit',
      V: 'masterdata gear_plan store_stock store_count warehouse factory supplier_area report dispatch',
    },
    fields: 'purchase cost contact',
    scope: '5',
    scopeValue: 'my-company',
  },
  {
    alias: 'purchaser',
    label: label('采购员', 'Purchaser'),
    areas: {
      E: 'purchaseorder purchaseorderchange purchasedocument purchasedirectdeliveryrules supplier enterprise sourceinventoryconfigure purchasereturn',
      O: 'invpleasepurchase purchaseorder distributionstraight pricewarning invinstoredifference purchasedocument',
      V: 'purchaseprice pricebook invinstore stock material masterdata_material dispatch deliverycalendar',
    },
    fields: 'purchase orders contact bank',
    scope: '5',
    scopeValue: 'my-company',
  },
  {
    alias: 'purchase-manager',
    label: label('采购经理', 'Purchasing manager'),
    areas: {
      A: 'purchaseorder purchaseorderchange invdistribution enterprise cooperationtype priceearlywarning recall supplier purchasedocument',
      E: 'recall',
      O: 'pricewarning recall purchaseorder supplierscore purchasedocument',
      V: 'purchasing supplier_area distribution factory store_stock store_count warehouse report masterdata_material',
    },
    fields: 'purchase cost contact bank',
    scope: '5',
    scopeValue: 'my-company',
  },
  {
    alias: 'storekeeper',
    label: label('仓管员', 'Storekeeper'),
    areas: {
      O: 'invinstore factorysuppressinstore invinstoredifference invoutstore invreturn invreturnoutstore selfpurchaseinstore sortreport invcheck receiving recall cratemovement',
      E: 'otherinstore otheroutstore invreturn purchasereturn allocation invcheck stockbatch',
      A: 'pick',
      V: 'stock useplan stockbatchlogs stockperiod warehouse material gearproduce gearfoodwaste gearlabel cratetype cratebalance',
    },
    scope: '5',
    scopeValue: 'my-warehouses',
  },
  {
    alias: 'factory-staff',
    label: label('工厂人员', 'Factory staff'),
    areas: {
      E: 'factory goods gearproduce shortagesplit gearlabel otherinstore otheroutstore cratemovement',
      O: 'factory clientorder factoryorder distributionstatementlogs sortingtable shortagesplit sortreport invinstoredifference cratemovement',
      A: 'clientorder factoryorder',
      V: 'distributionuniform dish dishbom splitbom material projectdepartmentcentralfactory deliverycalendar deliveryroute cratetype cratebalance',
    },
    fields: 'dish-cost pushed',
    scope: '4',
  },
  {
    alias: 'factory-manager',
    label: label('工厂经理', 'Factory manager'),
    areas: {
      A: 'otherinstore otheroutstore factoryinvcheck',
      O: 'factory otherinstore otheroutstore invinstoredifference',
      V: 'gearproduce dish dishbom splitbom material projectdepartmentcentralfactory',
    },
    fields: 'cost dish-cost pushed',
    scope: '4',
  },
  {
    alias: 'project-manager',
    label: label('项目经理', 'Project manager'),
    areas: {
      A: 'gearsalesplan salesplanrevision gearspecialmeal selfpurchaseorder invrequireplan invpleasepurchase invinstore allocation otherinstore otheroutstore purchasereturn invreturn gear_cost',
      O: 'otherinstore otheroutstore recall invinstoredifference geargoodssys gearstoreadmin',
      E: 'gear_org geargoodssys geargoodssysmenutemplate gearmenu restaurantpubliccost userestaurant restaurantadmin contractmake contractadmin contractpersonnel',
      V: 'gear_plan contract_area smart_meal store_stock store_count warehouse gear_floor gear_safety statistics material dish gear_forecast shortagereasons cratebalance cratemovement',
    },
    fields: 'settlement cost dish-cost income margin contact',
    scope: '4',
  },
  {
    alias: 'restaurant-manager',
    label: label('餐厅经理', 'Restaurant manager'),
    areas: {
      E: 'gearmenu gearsalesplan salesplanrevision gearspecialmeal pick invreturn selfpurchaseorder gear_floor gear_safety gearexpend restaurantpubliccostdeclare businessincome consumer plate platebind deviceweightsproduct gear_forecast pricelabel pricelabelfollow',
      O: 'invinstore factorysuppressinstore invinstoredifference invoutstore invreturnoutstore consumerorder receiving recall gearproduce mealforecast cratemovement',
      V: 'device gearoperationsys stock dish stallrevenue material shortagereasons cratebalance invdistribution',
    },
    fields: 'dish-cost income',
    scope: '4',
  },
  {
    alias: 'chef',
    label: label('厨师长', 'Chef'),
    areas: {
      E: 'dish dishbom dishbomspecialgear menutemplate gearmenu gearproduce gearfoodwaste gearlabel splitbom gearstockbatch pick foodsafetylog materialyieldtest',
      O: 'dishbom dishbomspecialgear gearproduce',
      V: 'gearkitchenday gearpreplist gearpickfill materialyield yielddecision pricelabel pricelabelfollow gearwastepad ledgerboard healthcard safetyduty gearsalesplan gearspecialmeal gearstock material materialnutrients gearmenutemplate gear_forecast',
    },
    fields: 'dish-cost',
    scope: '4',
  },
  {
    alias: 'price-controller',
    label: label('价格管控员', 'Price controller'),
    areas: { E: 'price_area materialcost', O: 'pricewarning', V: 'supplier_area material purchasing' },
    fields: 'prices cost margin dish-cost',
    scope: '5',
    scopeValue: 'my-company',
  },
  {
    alias: 'finance',
    label: label('财务', 'Finance'),
    areas: {
      A: 'managementpriceplan operatingjointventurepriceplan assessmentpricemaintenance priceschememanagement pricerun pricecorrection clientsettlement gear_cost gearspecialmeal businessincome invcheck factoryinvcheck purchaseorder',
      E: 'contractpay projectdeptsyscontractamount gearpublicexpenses clientinfo',
      V: 'contract_area store factory sales_mall smart_meal report price_area',
      O: 'stockperiod clientaccount consumerorder',
    },
    fields: 'all',
    scope: '1',
  },
  {
    alias: 'supplier',
    label: label('供应商用户', 'Supplier user'),
    areas: {
      V: 'purchaseorder purchasereturn invinstore purchaseprice supplier supplierscore',
      O: 'invinstoredifference purchaseorder',
    },
    fields: 'purchase',
    scope: '5',
    scopeValue: 'my-supplier',
  },
  {
    alias: 'client',
    label: label('客户用户', 'Client user'),
    areas: { V: 'goods clientprice', E: 'clientorder' },
    scope: '5',
    scopeValue: 'my-client',
  },
  { alias: 'auditor', label: label('审计员', 'Auditor'), areas: { V: '*' }, fields: 'all', scope: '1' },
  { alias: 'guest', label: label('访客', 'Guest'), areas: {}, scope: '2' },
];

interface SitePerson {
  readonly account: string;
  readonly label: Label;
  /** Alias of the role, which is the same that somebody has for all sites. */
  readonly role: string;
  readonly place: 'last site' | 'last restaurant';
}

/** People of one place of the demonstration: with the rights of their role, they see what is there and nothing else. */
export const sitePeople: readonly SitePerson[] = [
  {
    account: 'jiangpan-manager',
    label: label('江畔项目经理', 'Jiangpan manager'),
    role: 'project-manager',
    place: 'last site',
  },
  {
    account: 'jiangpan-storekeeper',
    label: label('江畔仓管员', 'Jiangpan storekeeper'),
    role: 'storekeeper',
    place: 'last site',
  },
  {
    account: 'jiangpan-chef',
    label: label('江畔厨师长', 'Jiangpan chef'),
    role: 'chef',
    place: 'last restaurant',
  },
];
