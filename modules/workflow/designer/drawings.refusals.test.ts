/** Wrong process drawings: each is refused with the sentence that names the line and what to mend. */
import { expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { readBpmn } from '../engine/bpmn.rules.ts';
import { compile } from '../engine/graph.rules.ts';
import '../workflow.refusals.ts';

const DEFINITIONS =
  '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:larder="https://larder.dev/schema/flow" targetNamespace="x">';
const file = (process: string, key = 'order'): string =>
  `${DEFINITIONS}\n<bpmn:process id="${key}" name="采购">${process}</bpmn:process></bpmn:definitions>`;
const ASKS = `larder:settings='{"candidates":[{"kind":"role","ref":"finance"}]}'`;
const asks = (more: string): string => `larder:settings='{"candidates":[{"kind":"role","ref":"finance"}],${more}}'`;
const task = (id: string, settings = ASKS): string => `\n<bpmn:userTask id="${id}" name="审批${id}" ${settings} />`;
const START = '\n<bpmn:startEvent id="s" />';
const END = '\n<bpmn:endEvent id="e" />';
/** `s>t t>e`, the second part of a word being its condition; routes are r1, r2 … */
const routes = (text: string, from = 1): string =>
  text
    .split(' ')
    .map((route, at) => {
      const [ends, condition] = route.split('|') as [string, string | undefined];
      const [source, target] = ends.split('>');
      const asked =
        condition === undefined
          ? ''
          : `<bpmn:conditionExpression>${condition.replaceAll('_', ' ').replaceAll('<', '&lt;')}</bpmn:conditionExpression>`;
      return `\n<bpmn:sequenceFlow id="r${from + at}" sourceRef="${source}" targetRef="${target}">${asked}</bpmn:sequenceFlow>`;
    })
    .join('');
const choice = (condition: string): string =>
  file(
    `${START}\n<bpmn:exclusiveGateway id="x" default="r3" />${task('a')}${task('b')}${END}${routes(`s>x x>a|${condition} x>b a>e b>e`)}`,
  );

test.each([
  ['no process', `${DEFINITIONS}</bpmn:definitions>`, ['文件中没有流程']],
  [
    'a key that begins with a digit',
    file(`${START}${task('t')}${END}${routes('s>t t>e')}`, '2nd'),
    ['第2行：流程标识「2nd」须以字母开头，由字母、数字和 . _ - 组成，最多64个字符'],
  ],
  [
    'a key with a path',
    file(`${START}${task('t')}${END}${routes('s>t t>e')}`, '../etc'),
    ['第2行：流程标识「../etc」须以字母开头，由字母、数字和 . _ - 组成，最多64个字符'],
  ],
  ['an id with a blank', file(`${START}${task('a b')}${END}`), ['第4行：userTask 的编号「a b」无效']],
  ['no id', file(`${START}\n<bpmn:endEvent />`), ['第4行：endEvent 的编号「」无效']],
  ['one id twice', file(`${START}${task('t')}${task('t')}${END}${routes('s>t t>e')}`), ['第5行：编号 t 出现了两次']],
  [
    'a node and a route of one id',
    file(`${START}${task('r1')}${END}${routes('s>r1 r1>e')}`),
    ['第6行：编号 r1 出现了两次'],
  ],
  [
    'a route to nowhere',
    file(`${START}${task('t')}${END}${routes('s>t t>gone')}`),
    ['第7行：连线 r2 的一端 gone 不是流程节点'],
  ],
  [
    'a route from nowhere',
    file(`${START}${task('t')}${END}${routes('gone>t t>e')}`),
    ['第6行：连线 r1 的一端 gone 不是流程节点'],
  ],
  [
    'a route into the start',
    file(`${START}${task('t')}${END}${routes('s>t t>s')}`),
    ['第3行：连线不能指向开始节点「s」', '第5行：从开始到不了节点「e」'],
  ],
  [
    'a route out of the end',
    file(`${START}${task('t')}${END}${routes('s>t t>e e>t')}`),
    ['第5行：结束节点「e」不能再有连线'],
  ],
  [
    'nobody is asked',
    file(`${START}${task('t', '')}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」没有审批人'],
  ],
  [
    'candidates that are no list',
    file(`${START}${task('t', `larder:settings='{"candidates":"finance"}'`)}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」没有审批人'],
  ],
  [
    'a role without its name',
    file(`${START}${task('t', `larder:settings='{"candidates":[{"kind":"role"}]}'`)}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」没有审批人'],
  ],
  [
    'settings that are no JSON',
    file(`${START}${task('t', `larder:settings='{'`)}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 settings 无效'],
  ],
  [
    'settings that are a list',
    file(`${START}${task('t', `larder:settings='[]'`)}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 settings 无效'],
  ],
  [
    'a setting that runs',
    file(`${START}${task('t', asks('"script":"process.exit()"'))}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 script 无效'],
  ],
  [
    'a share of nobody',
    file(`${START}${task('t', asks('"mode":"ratio","ratio":0'))}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 ratio 无效'],
  ],
  [
    'due after a month and an hour',
    file(`${START}${task('t', asks('"dueHours":721'))}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 dueHours 无效'],
  ],
  [
    'an unknown thing to do when it is late',
    file(`${START}${task('t', asks('"timeoutAction":"approve"'))}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 timeoutAction 无效'],
  ],
  [
    'copies to nobody known',
    file(`${START}${task('t', asks('"cc":[{"kind":"planet"}]'))}${END}${routes('s>t t>e')}`),
    ['第4行：审批节点「审批t」的设置 cc 无效'],
  ],
  [
    'back to a task that comes later',
    file(`${START}${task('a', asks('"returnTo":["b"]'))}${task('b')}${END}${routes('s>a a>b b>e')}`),
    ['第4行：节点「审批a」不能退回到 b，只能退回到它之前的审批节点'],
  ],
  [
    'back to the start',
    file(`${START}${task('a', asks('"returnTo":["s"]'))}${END}${routes('s>a a>e')}`),
    ['第4行：节点「审批a」不能退回到 s，只能退回到它之前的审批节点'],
  ],
  [
    'a condition in words',
    choice('amount_is_large'),
    ['第9行：看不懂条件「amount is large」，请写成“事实 比较符 值”，多个用 and 连接'],
  ],
  [
    'a condition with or',
    choice('amount>5_or_amount<3'),
    ['第9行：看不懂条件「amount>5 or amount<3」，请写成“事实 比较符 值”，多个用 and 连接'],
  ],
  [
    'a condition that calls',
    choice('exit()_=_1'),
    ['第9行：看不懂条件「exit() = 1」，请写成“事实 比较符 值”，多个用 and 连接'],
  ],
  ['an amount above a word', choice('amount>lots'), ['第9行：「amount>lots」需要和数字比较']],
])('%s', (_, xml, sentences) => {
  const read = readBpmn(xml);
  const compiled = 'problems' in read ? read : compile(read.drawing);
  expect(
    'problems' in compiled ? compiled.problems.map(({ code, detail }) => sentenceOf({ code, detail }, 'zh')) : [],
  ).toEqual(sentences);
});

test('more ways side by side than anybody can check are sent back to be made simpler', () => {
  const ways = Array.from({ length: 12 }, (_, at) => at + 1);
  const tasks = ways.map((at) => task(`a${at}`) + task(`b${at}`)).join('');
  const xml = file(
    `${START}\n<bpmn:parallelGateway id="p" />${tasks}\n<bpmn:parallelGateway id="q" />${END}${routes(`s>p ${ways.map((at) => `p>a${at} a${at}>b${at} b${at}>q`).join(' ')} q>e`)}`,
  );
  const read = readBpmn(xml);
  const compiled = 'problems' in read ? read : compile(read.drawing);
  expect(
    'problems' in compiled ? compiled.problems.map(({ code, detail }) => sentenceOf({ code, detail }, 'zh')) : [],
  ).toEqual(['流程分支过多，无法逐一核对，请简化']);
});
