/** Calls on process models: saved with their drawing, checked, deployed, and what their conditions may ask. */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { flowModel } from './flow-model.resource.ts';

const category = text('流程分类', 'Kind of process', { optional: true });
/** A drawing, either as BPMN or as the chain of steps it is; a text too long is refused by its own sentence. */
const drawing = {
  modelKey: text('模型标识', 'Key', { optional: true }),
  name: text('名称', 'Name', { optional: true }),
  category,
  xml: json('流程图', 'Drawing', { optional: true }),
  chain: json('审批链', 'Chain', { optional: true }),
};
const rights = (...buttons: readonly string[]) => buttons.map((button) => permissionOf(flowModel, button));

/** The body is the model with its drawing; key and name are those of the drawing where none is sent. */
export const saveModel = contract({
  method: 'POST',
  ...addressOf(flowModel, 'submit'),
  permission: rights('create', 'update'),
  summary: label('保存流程模型', 'Save a process model'),
  input: {
    id: text('流程模型', 'Model', { optional: true }),
    /** The version the drawing was made from, so that nobody draws over another's. */
    version: json('版本', 'Version', { optional: true }),
    ...drawing,
  },
  answer: shape.object({ id: shape.id, version: shape.integer }),
});

/** The next version of the process, for these tenants: a list or parted by commas, empty for everybody. */
export const deployModel = contract({
  method: 'POST',
  ...callOf(flowModel, 'deploy', 'deploy'),
  summary: label('部署流程模型', 'Deploy a process model'),
  input: {
    modelId: text('流程模型', 'Model', { optional: true }),
    category,
    tenantIds: json('租户', 'Tenants', { optional: true }),
  },
  answer: shape.done,
});

/** Everything that is wrong with a drawing; nothing is saved. */
export const checkModel = contract({
  method: 'POST',
  ...addressOf(flowModel, 'check'),
  permission: rights('create', 'update', 'view'),
  summary: label('校验流程图', 'Check a drawing'),
  input: drawing,
  answer: shape.object({
    pass: shape.boolean,
    /** `line` of the drawing's text, where one is at fault. */
    problems: shape.list(shape.object({ code: shape.text, line: shape.nullable(shape.integer), msg: shape.text })),
  }),
});

/** What conditions of a kind of process may ask, with the words of its document. */
export const modelFacts = contract({
  method: 'GET',
  ...addressOf(flowModel, 'facts'),
  permission: SESSION,
  summary: label('条件可用的单据内容', 'What conditions may ask'),
  input: { category },
  answer: shape.list(
    shape.object({
      fact: shape.text,
      nature: shape.oneOf('number', 'word'),
      name: shape.text,
      /** Name of the record it refers to; empty where it is none. */
      target: shape.text,
      choices: shape.list(shape.object({ value: shape.text, label: shape.text })),
    }),
  ),
});
