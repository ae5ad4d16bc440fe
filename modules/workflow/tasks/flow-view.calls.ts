/**
 * What a process looks like from outside: its history, its picture, what changed since it was sent before, the route it
 * would take.
 * For everybody who takes part in it, looks after processes, or may see its document.
 */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const look = (name: string, zh: string, en: string) => ({
  method: 'GET' as const,
  service: 'blade-flow',
  path: `process/${name}`,
  permission: SESSION,
  summary: label(zh, en),
});
const ofProcess = { processInstanceId: text('流程', 'Process', { optional: true }) };
const ofDefinition = { processDefinitionId: text('流程定义', 'Process', { optional: true }) };
/** A document by the kind of process it goes through and its id. */
const ofDocument = {
  billType: text('单据类型', 'Kind of document', { optional: true }),
  businessId: text('单据', 'Document', { optional: true }),
};

/** What happened, or is waited for where `endTime` is empty. Nothing in it is null. */
export const historyEntry = shape.object({
  historyActivityId: shape.text,
  historyActivityName: shape.text,
  kind: shape.text,
  assignee: shape.text,
  assigneeName: shape.text,
  onBehalfOfName: shape.text,
  otherUserName: shape.text,
  result: shape.text,
  resultName: shape.text,
  comment: shape.text,
  createTime: shape.moment,
  endTime: shape.moment,
  /** In words. */
  historyActivityDurationTime: shape.text,
});

/** A value that was sent differently from the time before. */
export const sentChange = shape.object({
  /** Key of the lines, or empty for the header. */
  lines: shape.text,
  linesName: shape.text,
  lineNo: shape.nullable(shape.integer),
  field: shape.text,
  name: shape.text,
  before: shape.text,
  after: shape.text,
  what: shape.oneOf('changed', 'added', 'removed'),
});

const point = { x: shape.number, y: shape.number };
/** A drawing with what was passed and where it is now. */
export const diagram = shape.object({
  nodes: shape.map(
    shape.object({ kind: shape.oneOf('start', 'end', 'task', 'exclusive', 'parallel'), name: shape.text }),
  ),
  boxes: shape.map(shape.object({ ...point, width: shape.number, height: shape.number })),
  lines: shape.map(shape.list(shape.object(point))),
  done: shape.list(shape.text),
  current: shape.list(shape.text),
});

/** The caller's own task in a process, and what may be done with it. */
export const myTask = shape.object({
  taskId: shape.id,
  nodeId: shape.text,
  taskName: shape.text,
  state: shape.text,
  added: shape.flag,
  commentRequired: shape.boolean,
  canTransfer: shape.boolean,
  canAddSign: shape.boolean,
  returnTo: shape.list(shape.object({ nodeId: shape.text, name: shape.text })),
});

/** One round of a document through a process. */
const round = {
  processInstanceId: shape.id,
  processDefinitionName: shape.text,
  round: shape.integer,
  state: shape.text,
  stateName: shape.text,
  startTime: shape.moment,
  endTime: shape.moment,
  history: shape.list(historyEntry),
};

export const processHistory = contract({
  ...look('history-flow-list', '流程历史', 'History of a process'),
  input: ofProcess,
  answer: shape.list(historyEntry),
});

export const processView = contract({
  ...look('view', '流程详情', 'One process in full'),
  input: ofProcess,
  answer: shape.object({
    ...round,
    processDefinitionId: shape.id,
    processDefinitionVersion: shape.integer,
    businessId: shape.id,
    billCode: shape.text,
    businessResource: shape.text,
    businessName: shape.text,
    /** Of the document's page; empty for whoever may not see it. */
    path: shape.text,
    startUser: shape.id,
    startUserName: shape.text,
    deleteReason: shape.text,
    changed: shape.list(sentChange),
    diagram,
    task: shape.nullable(myTask),
  }),
});

/**
 * Whoever is asked to decide may read what they decide on, wherever it lies; single fields still ask for their right.
 */
export const processDocument = contract({
  ...look('document', '任务的单据', 'The document of a process'),
  input: ofProcess,
  answer: shape.map(shape.any),
});

/** Every process a document went through, the latest first and as `view` answers it; 20 at most. */
export const documentProcesses = contract({
  ...look('of-document', '单据的审批流程', 'Processes of a document'),
  input: ofDocument,
  answer: shape.list(shape.open(round)),
});

/**
 * The steps a document would go through if everybody agreed, with their people, those who are away, and the hours it
 * may take.
 */
export const routePreview = contract({
  ...look('preview-route', '预览审批路径', 'The way a document would go'),
  input: ofDocument,
  answer: shape.object({
    processDefinitionName: shape.text,
    /** A process decides on it, not whoever holds the button. */
    bound: shape.boolean,
    steps: shape.list(
      shape.object({
        nodeId: shape.text,
        name: shape.text,
        mode: shape.oneOf('any', 'all', 'ratio'),
        dueHours: shape.nullable(shape.integer),
        people: shape.list(
          shape.object({
            userId: shape.id,
            name: shape.text,
            /** Empty where they are there. */
            awayUntil: shape.moment,
            agentName: shape.text,
          }),
        ),
      }),
    ),
  }),
});

export const definitionDiagram = contract({
  ...look('definition', '流程图数据', 'Drawing of a process'),
  input: ofDefinition,
  answer: diagram,
});

export const definitionPicture = contract({
  ...look('resource-view', '流程图', 'Picture of a process'),
  input: ofDefinition,
  answer: shape.file,
});

export const processPicture = contract({
  ...look('diagram-view', '流程进度图', 'Picture of where a process stands'),
  input: ofProcess,
  answer: shape.file,
});
