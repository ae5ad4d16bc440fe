/** Questions about factories: which there are, which serve a stall or a site, and why just this one. */
import { addressOf, contract, SESSION, callOf } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { centralFactory } from './central-factory.resource.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';

const named = {
  id: shape.id,
  code: shape.text,
  factoryName: shape.text,
  name: shape.text,
  sapFactory: shape.text,
};
const chosen = {
  ...named,
  deptId: shape.id,
  companyDeptId: shape.id,
  /** Empty where none is named yet. */
  shipWarehouseId: shape.text,
};
const part = text('名称', 'Name', { optional: true });

/**
 * Factories in use that serve a stall: those that name it, else those its site is mapped to; without a stall, all in
 * scope.
 */
export const factoriesOfStall = contract({
  method: 'GET',
  ...addressOf(centralFactory, 'list'),
  permission: SESSION,
  summary: label('档口的中央工厂', 'Factories of a stall'),
  input: { gearOperationSysId: text('档口体系', 'Stall', { optional: true }) },
  answer: shape.list(shape.object(chosen)),
});

/** Factories a site is mapped to today, by priority. */
export const factoriesOfSite = contract({
  method: 'GET',
  ...addressOf(centralFactory, 'listcentralfactory'),
  permission: SESSION,
  summary: label('项目部的中央工厂', 'Factories of a site'),
  input: { projectDeptId: text('项目部', 'Site', { optional: true }) },
  answer: shape.list(shape.object({ ...chosen, priority: shape.integer })),
});

/** Factories in use within the caller's departments. */
export const factoriesInScope = contract({
  method: 'GET',
  ...addressOf(centralFactory, 'listAllRelevance'),
  permission: SESSION,
  summary: label('可选中央工厂', 'Factories in scope'),
  input: { name: part },
  answer: shape.list(shape.object(chosen)),
});

/** All factories in use, by name alone. */
export const everyFactory = contract({
  method: 'GET',
  ...addressOf(centralFactory, 'listAllNoRelevance'),
  permission: SESSION,
  summary: label('全部中央工厂', 'All factories'),
  input: { name: part },
  answer: shape.list(shape.object(named)),
});

/** [own] The factory and store that serve a site with a material on a day, today where none is named; and why. */
export const askWhoServes = contract({
  method: 'GET',
  ...callOf(projectDeptCentralFactory, 'whoServes', 'view'),
  summary: label('谁给谁供货', 'Who serves whom'),
  input: {
    projectDeptId: text('项目部', 'Site', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
  },
  answer: shape.object({
    date: shape.day,
    /** Empty where nobody serves it. */
    centralFactoryId: shape.text,
    centralFactoryName: shape.text,
    factoryWarehouseId: shape.text,
    factoryWarehouseName: shape.text,
    relationId: shape.text,
    relationCode: shape.text,
    reason: shape.text,
    /** What still keeps the factory from shipping; empty where nothing does. */
    note: shape.text,
    others: shape.list(shape.object({ relationId: shape.id, relationCode: shape.text, reason: shape.text })),
  }),
});
