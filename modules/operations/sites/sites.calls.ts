/** Calls on sites, restaurants and stalls beyond the ordinary ones: choice lists, and parts of a site's profile. */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

const site = { id: text('项目部体系', 'Site profile', { optional: true }) };
/** Clients send whatever stands in their form: what is no id of a company filters nothing. */
const ofCompany = { companyDeptId: text('公司', 'Company', { optional: true }) };
const wantedSites = {
  ...ofCompany,
  projectDeptName: text('项目部名称', 'Name', { optional: true }),
  name: text('名称', 'Name', { optional: true }),
};

/** What names a site. */
const namedSite = {
  id: shape.id,
  code: shape.text,
  projectDeptName: shape.text,
  name: shape.text,
  bladeProjectDeptId: shape.id,
  companyDeptId: shape.nullable(shape.id),
};
const siteChoice = shape.object({
  ...namedSite,
  linkman: shape.text,
  /** Days. */
  receiveLeadDays: shape.integer,
  isChannelProvider: shape.flag,
});
const newSite = shape.object({
  id: shape.id,
  bladeProjectDeptId: shape.id,
  code: shape.text,
  deptName: shape.text,
  parentId: shape.id,
});
/** Departments above a stall are empty where there is none. */
const stallChoice = shape.object({
  id: shape.id,
  code: shape.text,
  gearOperationName: shape.text,
  name: shape.text,
  gearOperationDeptId: shape.id,
  useRestaurantDeptId: shape.text,
  useRestaurantDeptName: shape.text,
  bladeProjectDeptId: shape.text,
  bladeProjectDeptName: shape.text,
  businessStatus: shape.text,
  businessStatusName: shape.text,
});

/** What every part of a profile carries. */
const partOfProfile = { id: shape.id, version: shape.integer, code: shape.text, projectDeptName: shape.text };

/** What a site's profile holds but for SAP and menus; a telephone only for whoever sees contacts. */
export const siteInfo = contract({
  method: 'GET',
  ...callOf(projectDeptSystem, 'getGearProjectDeptInfo', 'view'),
  summary: label('项目部信息', 'Facts of a site'),
  input: site,
  answer: shape.object({
    ...partOfProfile,
    shortName: shape.text,
    bladeProjectDeptId: shape.id,
    bladeProjectDeptName: shape.text,
    bladeProjectDeptCode: shape.text,
    companyDeptId: shape.text,
    companyDeptName: shape.text,
    companyDeptCode: shape.text,
    managerUserId: shape.text,
    managerUserName: shape.text,
    managerUserCode: shape.text,
    linkman: shape.text,
    phone: shape.optional(shape.text),
    address: shape.text,
    businessFormat: shape.text,
    isChannelProvider: shape.flag,
    openDate: shape.day,
    closeDate: shape.day,
    receiveLeadDays: shape.integer,
    pictures: shape.text,
    /** Each picture with its address; empty where there is none. */
    picturesFiles: shape.any,
    frozen: shape.flag,
    remark: shape.text,
  }),
});

export const siteSapInfo = contract({
  method: 'GET',
  ...callOf(projectDeptSystem, 'getGearProjectDeptSpaInfo', 'view'),
  summary: label('项目部SAP信息', 'SAP attributes of a site'),
  input: site,
  answer: shape.object({
    ...partOfProfile,
    sapCode: shape.text,
    sapFactory: shape.text,
    sapPurchaseOrg: shape.text,
    sapSalesOrg: shape.text,
    sapCustomerCode: shape.text,
    sapSyncTime: shape.moment,
    sapSource: shape.text,
    sapSourceName: shape.text,
  }),
});

export const siteMenuSettings = contract({
  method: 'GET',
  ...callOf(projectDeptSystem, 'getGearProjectDeptMenu', 'view'),
  summary: label('项目部菜单设置', 'Menu settings of a site'),
  input: site,
  answer: shape.object({
    ...partOfProfile,
    mealTypes: shape.any,
    mealStandards: shape.any,
    /** Percent points. */
    targetFoodCostPct: shape.percent,
    repeatLimitDays: shape.integer,
  }),
});

/** Departments of the kind of a site that have no profile yet. */
export const sitesWithoutProfile = contract({
  method: 'GET',
  ...callOf(projectDeptSystem, 'getUnAddProject', 'view'),
  summary: label('未添加的项目部', 'Sites without a profile'),
  input: ofCompany,
  answer: shape.list(newSite),
});

/** The same of one company, which must be named. */
export const companySitesWithoutProfile = contract({
  method: 'GET',
  ...callOf(projectDeptSystem, 'getUnAddProjectByCompany', 'view'),
  summary: label('公司下未添加的项目部', 'Sites of a company without a profile'),
  input: ofCompany,
  answer: shape.list(newSite),
});

/** Sites in use within the caller's departments. */
export const sitesInScope = contract({
  method: 'GET',
  ...addressOf(projectDeptSystem, 'listAllRelevance'),
  permission: SESSION,
  summary: label('可选项目部', 'Sites in scope'),
  input: wantedSites,
  answer: shape.list(siteChoice),
});

/** All sites in use, by name alone. */
export const everySite = contract({
  method: 'GET',
  ...addressOf(projectDeptSystem, 'listAllRelevanceNoAuth'),
  permission: SESSION,
  summary: label('全部项目部', 'All sites'),
  input: wantedSites,
  answer: shape.list(shape.object(namedSite)),
});

/** As `sitesInScope`, under another address. */
export const siteList = contract({
  ...sitesInScope,
  ...addressOf(projectDeptSystem, 'listProjectDeptSys'),
  permission: SESSION,
  summary: label('项目部列表', 'Sites in scope'),
});

/** Channel providers; with `isChannelProvider` 0 the other sites. */
export const channelProviders = contract({
  method: 'GET',
  ...addressOf(projectDeptSystem, 'listByIsChannelProvider'),
  permission: SESSION,
  summary: label('渠道商项目部', 'Channel providers'),
  input: { ...wantedSites, isChannelProvider: text('渠道商', 'Channel provider', { optional: true }) },
  answer: shape.list(siteChoice),
});

/** Sites in scope by their department. */
export const siteDepartments = contract({
  method: 'GET',
  ...addressOf(projectDeptSystem, 'getProjectDept'),
  permission: SESSION,
  summary: label('项目部部门', 'Departments of sites'),
  input: wantedSites,
  answer: shape.list(shape.object({ deptId: shape.id, deptName: shape.text, projectDeptSysId: shape.id })),
});

/**
 * Profiles for the departments in `bladeProjectDeptIds`; without that list the body is one profile, which is answered
 * with its id.
 */
export const addSites = contract({
  method: 'POST',
  ...callOf(projectDeptSystem, 'addProjectDeptSys', 'add'),
  summary: label('添加项目部', 'Add sites'),
  input: { bladeProjectDeptIds: json('部门', 'Departments', { optional: true }) },
  answer: shape.any,
});

/** Restaurants in use within the caller's departments. */
export const restaurantsOfSite = contract({
  method: 'GET',
  ...addressOf(useRestaurant, 'listAllRelevance'),
  permission: SESSION,
  summary: label('项目部下的餐厅', 'Restaurants of a site'),
  input: { bladeProjectDeptId: text('项目部', 'Site', { optional: true }) },
  answer: shape.list(
    shape.object({
      id: shape.id,
      code: shape.text,
      useRestaurantName: shape.text,
      name: shape.text,
      useRestaurantDeptId: shape.id,
      bladeProjectDeptId: shape.nullable(shape.id),
    }),
  ),
});

const saved = shape.object({ id: shape.id });

/** The body is a stall's profile; an id in it says nothing. */
export const addStall = contract({
  method: 'POST',
  ...callOf(operationSystem, 'addGearOperation', 'add'),
  summary: label('新增档口', 'Add a stall'),
  input: {},
  answer: saved,
});

/** The body is a stall's profile, or what changes of it. */
export const changeStall = contract({
  method: 'POST',
  ...callOf(operationSystem, 'updateOperation', 'edit'),
  summary: label('修改档口', 'Change a stall'),
  input: { id: text('档口', 'Stall', { optional: true }) },
  answer: saved,
});

const stallsBelow = (name: string, zh: string, en: string) => ({
  method: 'GET' as const,
  ...addressOf(operationSystem, name),
  permission: SESSION,
  summary: label(zh, en),
  answer: shape.list(stallChoice),
});

/** Stalls that are not closed, within the caller's departments. */
export const stallsOfRestaurant = contract({
  ...stallsBelow('listAllRelevance', '餐厅下的档口', 'Stalls of a restaurant'),
  input: { useRestaurantDeptId: text('餐厅', 'Restaurant', { optional: true }) },
});

/** The same below one department of a restaurant, which must be named. */
export const stallsOfRestaurantDept = contract({
  ...stallsBelow('getGearOperaByRestaurantDept', '餐厅部门下的档口', 'Stalls of a restaurant department'),
  input: { bladeRestaurantDeptId: text('餐厅部门', 'Restaurant department', { optional: true }) },
});

/** The same of a restaurant by its profile or its department. */
export const stallChoices = contract({
  ...stallsBelow('getGearOperaPullDownByRestaurant', '餐厅的档口下拉', 'Stalls of a restaurant, for a drop-down'),
  input: { useRestaurantId: text('餐厅', 'Restaurant', { optional: true }) },
  answer: shape.list(shape.object({ id: shape.id, name: shape.text, gearOperationDeptId: shape.id })),
});

/** Stalls at or below a department, all in scope where none is named. */
export const stallsInScope = contract({
  ...stallsBelow('getGearOperation', '可选档口', 'Stalls in scope'),
  input: { deptId: text('部门', 'Department', { optional: true }) },
});

/** All stalls that are not closed, by name alone. */
export const everyStall = contract({
  ...stallsBelow('getGearOperationAll', '全部档口', 'All stalls'),
  input: {},
  answer: shape.list(shape.object({ id: shape.id, code: shape.text, name: shape.text, gearOperationDeptId: shape.id })),
});

/** Stalls at or below a department, which must be named. */
export const stallsOfDept = contract({
  ...stallsBelow('getOperationSysByDifferentLevels', '某部门下的档口', 'Stalls below a department'),
  input: { deptId: text('部门', 'Department', { optional: true }) },
});

/** Sites in scope that have stalls. */
export const sitesWithStalls = contract({
  method: 'GET',
  ...addressOf(operationSystem, 'getProjectDeptByCompany'),
  permission: SESSION,
  summary: label('有档口的项目部', 'Sites that have stalls'),
  input: wantedSites,
  answer: shape.list(siteChoice),
});
