import type { Field, Fields, Id, Refers, Tone, Values } from './field.ts';
import type { Label } from './label.ts';

/** The ordinary calls a declaration may serve. `list` and `page` are one handler under two names. */
export type Verb =
  | 'list'
  | 'page'
  | 'detail'
  | 'submit'
  | 'save'
  | 'update'
  | 'saveOrUpdate'
  | 'remove'
  | 'select'
  | 'freeze'
  | 'thaw'
  | 'donePage'
  | 'lazy-tree'
  | 'tree'
  | 'setSeq'
  | 'exportExcel'
  | 'downloadExcelTemplate'
  | 'importExcelTemplate';

/** A table of lines owned by one record. Travels as an array under its key (`details`) in `detail` and `submit`. */
export interface Lines<F extends Fields = Fields> {
  readonly label: Label;
  /** Table name; default `<owner>_<key>`. */
  readonly table?: string;
  readonly fields: F;
  /** Fields that together may occur once in a document. */
  readonly unique?: readonly string[];
  /** At least so many lines before an act takes the document out of the states it is edited in. */
  readonly min?: number;
  /** Written by the server only: bodies carrying it are ignored. */
  readonly readonly?: boolean;
}

export interface State {
  readonly label: Label;
  readonly tone: Tone;
}

/** While this field of the document has this value. */
export type When = readonly [field: string, value: string | number];

/** One row of a document's table of actions. Routes, buttons, permissions, timeline and tests come from it. */
export interface Action<S extends string = string> {
  readonly label: Label;
  readonly from: readonly S[];
  /** Absent: the action leaves the state as it is. */
  readonly to?: S;
  /** Button code after `<segment>_`. */
  readonly button: string;
  /** Fields the person is asked for; `reason` is kept in the timeline. */
  readonly ask?: Fields;
  /** Who sent it for approval may not do this (separation of duties, parameter `approval.separation`). */
  readonly notByApplicant?: boolean;
  /** What the screen puts first in a state. */
  readonly next?: boolean;
  /** Asks before it acts, stands in the menu. */
  readonly danger?: boolean;
  /** Further names of the same call, for example `adopt` for `doApply`. */
  readonly alias?: readonly string[];
  /** Offered only while this field of the document has this value, as one of two opposite actions. */
  readonly when?: When;
  /** Its page brings what it reads, in a call of its own: offered nowhere else, and not for several at once. */
  readonly page?: boolean;
  /** Leaves no line in the timeline: it changes nothing of the document that its history does not tell already. */
  readonly unlogged?: boolean;
}

/** Where others decide on a document: the actions that ask for it, say yes, say no, and take the question back. */
export interface Stage<A extends string = string> {
  readonly send: A;
  readonly approve: A;
  readonly reject: A;
  /** Where a process was ended without a decision. */
  readonly back: A;
}

/** In the filters of a tab: the day it is. */
export const TODAY = 'today';

/** A tab of the list beyond the states: `status=<key>` is short for `where`. */
export interface LifeTab {
  /** Unlike any state. */
  readonly key: string;
  readonly label: Label;
  /** Filters of the list call; `TODAY` stands for the tenant's business day. */
  readonly where: Readonly<Record<string, string>>;
  /** Its order, in place of the declaration's. */
  readonly sort?: string;
}

/** The life of a document: states, actions and where it may be edited. */
export interface Life<S extends string = string, A extends string = string> {
  /** Prefix of `billCode`: prefix + yyyyMMdd + running number of the day. */
  readonly prefix: string;
  readonly states: Readonly<Record<S, State>>;
  readonly first: S;
  readonly editable: readonly S[];
  /** Editable there only while this field has this value; otherwise the module's `beforeSave` refuses. */
  readonly editableWhen?: When;
  /** Fields of the header that stay as they are while a document that may be edited is in this state. */
  readonly locked?: Partial<Readonly<Record<S, readonly string[]>>>;
  readonly removable: readonly S[];
  /** States of `donePage`: what has left pending. */
  readonly done: readonly S[];
  readonly actions: Readonly<Record<A, Action<S>>>;
  /** Tabs of the list in their order: states, and shares of them with a name of their own. Default: every state. */
  readonly tabs?: readonly (S | LifeTab)[];
  /** Where others decide, in order; a bound process at the last. Default: `toApply`, by `doApply` or `refuse`. */
  readonly stages?: readonly Stage<A>[];
  /** What a route of approval may ask by another name than the field's: fact → field, as `amount: 'totalAmount'`. */
  readonly facts?: Readonly<Record<string, string>>;
  /** What other documents do to this one, as its timeline calls it: event → words. */
  readonly events?: Readonly<Record<string, Label>>;
}

export interface Declaration<
  F extends Fields = Fields,
  L extends Readonly<Record<string, Lines>> = Readonly<Record<string, Lines>>,
  S extends string = string,
  A extends string = string,
> {
  readonly name: string;
  readonly label: Label;
  /** Service segment of the address: `/api/<service>/<segment>/…`. */
  readonly service: string;
  readonly segment: string;
  /** Further addresses `[service, segment]` answered by the same handlers. */
  readonly alias?: readonly (readonly [service: string, segment: string])[];
  /** Route of its page in the browser; absent for what has no page of its own. */
  readonly path?: string;
  /** One sentence for the empty list: what it is for and what to do first. */
  readonly purpose?: Label;
  readonly fields: F;
  readonly lines?: L;
  readonly life?: Life<S, A>;
  readonly calls: readonly Verb[];
  /** Field shown where the record is referred to; default `name`, documents `billCode`. */
  readonly title?: string;
  /** What the database calls a row by in the reader's language, where another refers to it; default the title. */
  readonly shown?: string;
  /** Fields the one search box looks into. */
  readonly keyword?: readonly string[];
  /** Default order: `field` or `-field`. */
  readonly sort?: string;
  /** Fields that identify a row in a sheet. Default `code`. */
  readonly excelKey?: readonly string[];
  /** Name fields that reveal a second record of the same name. Default: the `name` of master data with a code. */
  readonly alike?: readonly string[];
  /** Field with the department that decides who sees a row; default `createDept`. `null`: all who may list. */
  readonly scope?: string | null;
  /** Whoever fills in a reference to one is offered id, title and code of every row, not only of their scope. */
  readonly namedByAll?: boolean;
  /** Tabs of the list of what has no life: shares of it with a name. */
  readonly tabs?: readonly LifeTab[];
  /** The tab or state a person finds in front who has not chosen another. Default: all. */
  readonly opensAt?: string;
  /** No tenant: one table for the whole platform. */
  readonly platform?: boolean;
  /** Not a table: rows come from a query the module's server file gives. */
  readonly view?: boolean;
  readonly unique?: readonly (readonly string[])[];
  /** Never more than some thousand, by their nature: their lists need no index beside that of the search box. */
  readonly few?: true;
  /** Fields in the order of an index; `-field` counts down, as in `sort`. */
  readonly indexes?: readonly (readonly string[])[];
  /** Raw table constraints that guard what must never be, each with a name: `check (qty >= 0)`. */
  readonly constraints?: Readonly<Record<string, string>>;
  /** Prefix of permission codes; default the segment. */
  readonly permission?: string;
  /** Who signs it on paper beside whoever made it and whoever decides on it. */
  readonly signed?: readonly Label[];
  /** What its label says, line by line, `{{field}}` filled in. Default: what its list shows first. */
  readonly labelled?: readonly string[];
  /** What belongs to another system on the records that came from there. */
  readonly foreign?: Foreign;
  /** Which records of its table these are: read-only fields with one value each, which what is made here gets. */
  readonly where?: Where;
  /** Further addresses for other shares of the table, by name, which is segment and prefix of permission codes too. */
  readonly faces?: Readonly<Record<string, Face>>;
  /** Of a face: the document whose records it shows. */
  readonly of?: string;
  readonly tree?: Tree;
}

/** Of records below each other (`parentId`): their fields `level`, `fullName` and `sort` follow from their places. */
export interface Tree {
  /** Levels there may be. */
  readonly depthMax: number;
}

/** Fields with one value each. */
type Where = Readonly<Record<string, string | number>>;

/** Another address of a document, with a share of its records: fields, life and behaviour are the same but for this. */
export interface Face {
  readonly label: Label;
  readonly where: Where;
  /** Route of its page in the browser. */
  readonly path?: string;
  readonly purpose?: Label;
  /** Default: list, page and detail. */
  readonly calls?: readonly Verb[];
  /** Actions of the document's life that are done here too; default none. */
  readonly actions?: readonly string[];
  /** Prefix of its numbers; default the document's. */
  readonly prefix?: string;
}

/** Field a record is called by: its title or `name`; `id` where it has neither. */
export const titleField = ({ title, fields }: Pick<Declaration, 'title' | 'fields'>): string =>
  title ?? (fields['name'] === undefined ? 'id' : 'name');

/** Column a record is called by where another refers to it. */
export const shownField = (of: Pick<Declaration, 'shown' | 'title' | 'fields'>): string => of.shown ?? titleField(of);

/** Fields by which a second record of the same name is noticed; the search box looks into them. */
export const alikeFields = ({
  alike,
  life,
  fields,
  keyword,
}: Pick<Declaration, 'alike' | 'life' | 'fields' | 'keyword'>): readonly string[] =>
  alike ??
  (life === undefined &&
  fields['code'] !== undefined &&
  fields['name'] !== undefined &&
  keyword?.includes('name') === true
    ? ['name']
    : []);

/** While a record is as `when` says, another system owns these fields: nobody here changes them or removes it. */
interface Foreign {
  readonly when: When;
  readonly system: Label;
  readonly fields: readonly string[];
}

/** Is the record as `foreign.when` says, so that another system owns its foreign fields? */
export const isForeign = ({ foreign }: Pick<Declaration, 'foreign'>, row: Readonly<Record<string, unknown>>): boolean =>
  foreign !== undefined && row[foreign.when[0]] === foreign.when[1];

const NOTHING: readonly string[] = [];
/** Fields that are locked in the state of this document. */
export const lockedFields = (
  { life }: Pick<Declaration, 'life'>,
  row: Readonly<Record<string, unknown>>,
): readonly string[] => life?.locked?.[String(row['status'])] ?? NOTHING;

type Spec<F extends Fields, L extends Readonly<Record<string, Lines>>> = Omit<
  Declaration<F, L>,
  'name' | 'life' | 'calls'
> & { readonly calls?: readonly Verb[] };

const MASTER_CALLS: readonly Verb[] = ['list', 'page', 'detail', 'submit', 'remove', 'select'];
const DOCUMENT_CALLS: readonly Verb[] = ['list', 'page', 'detail', 'submit', 'remove'];

/** A master-data resource. */
export const resource = <
  const F extends Fields,
  const L extends Readonly<Record<string, Lines>> = Record<never, Lines>,
>(
  name: string,
  spec: Spec<F, L>,
): Declaration<F, L, never, never> => ({ calls: MASTER_CALLS, ...spec, name });

/** A document: header, lines, states, actions. */
export const document = <
  const F extends Fields,
  const L extends Readonly<Record<string, Lines>>,
  S extends string,
  A extends string,
>(
  name: string,
  spec: Spec<F, L> & { readonly life: Life<S, A> },
): Declaration<F & DocumentFields, L, S, A> => ({
  calls: DOCUMENT_CALLS,
  title: 'billCode',
  sort: '-createTime',
  ...spec,
  fields: { ...documentFields, ...spec.fields },
  name,
});

const documentFields = {
  billCode: {
    kind: 'code',
    label: { zh: '单据编号', en: 'Number' },
    rules: { readonly: true, unique: true, search: true, list: true, max: 40 },
    optional: false,
  } as Field<string, false>,
  applyUserId: {
    kind: 'ref',
    label: { zh: '申请人', en: 'Sent by' },
    rules: { readonly: true, optional: true, target: 'user' },
    optional: true,
  } as Field<Id, true> & Refers,
  applyTime: {
    kind: 'moment',
    label: { zh: '申请时间', en: 'Sent at' },
    rules: { readonly: true, optional: true },
    optional: true,
  } as Field<string, true>,
  approveUserId: {
    kind: 'ref',
    label: { zh: '审批人', en: 'Approved by' },
    rules: { readonly: true, optional: true, target: 'user' },
    optional: true,
  } as Field<Id, true> & Refers,
  approveTime: {
    kind: 'moment',
    label: { zh: '审批时间', en: 'Approved at' },
    rules: { readonly: true, optional: true },
    optional: true,
  } as Field<string, true>,
  reason: {
    kind: 'text',
    label: { zh: '驳回/作废原因', en: 'Reason' },
    rules: { readonly: true, optional: true, max: 500 },
    optional: true,
  } as Field<string, true>,
};
type DocumentFields = typeof documentFields;

export type FieldsOf<D> = D extends Declaration<infer F> ? F : never;
export type LinesOf<D> = D extends Declaration<Fields, infer L> ? L : never;
/** A record as the server hands it around: ids and decimals as text, in camelCase. */
export type Row<D> = HeaderRow<D> & { readonly [K in keyof LinesOf<D>]?: readonly LineRow<LinesOf<D>[K]>[] };
/** The record without its lines. */
export type HeaderRow<D> = BaseRow &
  Values<FieldsOf<D>> & { readonly status: [StateOf<D>] extends [never] ? number : StateOf<D> };
export type LineRow<L> = L extends Lines<infer F> ? { readonly id: Id; readonly lineNo: number } & Values<F> : never;
type BaseRow = {
  readonly id: Id;
  readonly version: number;
  readonly createUser: Id;
  readonly createDept: Id;
  readonly createTime: string;
  readonly updateUser: Id;
  readonly updateTime: string;
};
export type StateOf<D> = D extends Declaration<Fields, Readonly<Record<string, Lines>>, infer S> ? S : never;
export type ActionOf<D> = D extends Declaration<Fields, Readonly<Record<string, Lines>>, string, infer A> ? A : never;

/** Permission code of a button of a declaration: `material_add`. */
export const permissionOf = (declaration: Pick<Declaration, 'segment' | 'permission'>, button: string): string =>
  `${declaration.permission ?? declaration.segment}_${button}`;
