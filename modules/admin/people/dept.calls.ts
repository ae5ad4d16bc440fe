/** Calls on departments beyond the ordinary ones: trees, and departments to choose from. */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { levelInput, levelKeys, optionTree } from '../trees.calls.ts';
import { dept } from './dept.resource.ts';

const forAll = (name: string) => ({ method: 'GET', ...addressOf(dept, name), permission: SESSION }) as const;

/** All departments the caller sees; takes the filters of the list. */
export const deptList = contract({
  method: 'GET',
  ...callOf(dept, 'list', 'view'),
  summary: label('部门列表', 'Departments'),
  input: {},
  answer: shape.tree(shape.row(dept)),
});
/** Those of one level, or the whole tree; takes the filters of the list. */
export const deptLevel = contract({
  method: 'GET',
  ...callOf(dept, 'lazy-list', 'view'),
  summary: label('部门列表（逐级）', 'Departments, level by level'),
  input: levelInput,
  answer: shape.tree(shape.row(dept, levelKeys)),
});

/** Departments to choose from. */
export const deptTree = contract({
  ...forAll('tree'),
  summary: label('部门树', 'Department tree'),
  input: {},
  answer: optionTree,
});

/** Companies, project departments, restaurants and stalls below each other; a stall has an empty `childDept`. */
export const organisation = contract({
  ...forAll('DeptAll'),
  summary: label('全部部门', 'All departments'),
  input: {},
  answer: shape.tree(
    shape.object({ deptId: shape.id, deptName: shape.text, deptCategory: shape.integer }),
    'childDept',
  ),
});
/** The same without frozen and virtual ones, and only what is open today. */
export const organisationToday = contract({
  ...organisation,
  ...addressOf(dept, 'realDeptAll'),
  summary: label('在用部门', 'Departments in operation'),
});

/**
 * A department: its name, its kind and its place in the organisation. Whoever lists it gets the whole record.
 */
export const namedDept = shape.open({
  id: shape.id,
  parentId: shape.id,
  parentName: shape.text,
  code: shape.text,
  deptName: shape.text,
  fullName: shape.text,
  deptCategory: shape.integer,
  /** Empty where there is none, as the other two are. */
  companyDeptId: shape.text,
  bladeProjectDeptId: shape.text,
  useRestaurantDeptId: shape.text,
  sort: shape.integer,
  frozen: shape.flag,
  isVirtual: shape.flag,
});

/** Departments the caller sees; takes the filters of the list, of which these are asked here. */
export const deptsWithinScope = contract({
  ...forAll('listWithAuthLimit'),
  summary: label('权限内部门', 'Departments within scope'),
  input: {
    deptCategory_equal: json('部门类型', 'Kind', { optional: true }),
    frozen_equal: json('冻结', 'Frozen', { optional: true }),
  },
  answer: shape.list(namedDept),
});
/** The caller's own departments and those below them. */
export const myDepts = contract({
  ...forAll('myDeptAll'),
  summary: label('我的部门', 'My departments'),
  input: {},
  answer: shape.list(namedDept),
});
/** One department, whether the caller sees it or not. */
export const deptById = contract({
  ...forAll('getDeptById'),
  summary: label('部门', 'One department'),
  input: { deptId: json('部门', 'Department', { optional: true }), id: json('部门', 'Department', { optional: true }) },
  answer: namedDept,
});
/** Departments of one kind or several (`DEPT`), whether the caller sees them or not. Not frozen. */
export const deptsOfKind = contract({
  ...forAll('getDeptByDeptCategory'),
  method: 'POST',
  summary: label('按类型查部门', 'Departments by kind'),
  input: { deptCategory: json('部门类型', 'Kind', { optional: true }) },
  answer: shape.list(namedDept),
});
