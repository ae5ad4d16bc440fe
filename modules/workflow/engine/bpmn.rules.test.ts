import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { readBpmn, XML_MAX } from './bpmn.rules.ts';
import { compile } from './graph.rules.ts';
import '../workflow.refusals.ts';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:larder="https://larder.dev/schema/flow" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="x">
<bpmn:process id="order" name="采购审批" isExecutable="true">`;
const ROLE = `larder:settings='{"candidates":[{"kind":"role","ref":"finance"}]}'`;
const model = (process: string, after = ''): string => `${HEAD}
${process}
</bpmn:process>${after}</bpmn:definitions>`;
const GOOD = `<bpmn:startEvent id="s"><bpmn:outgoing>a</bpmn:outgoing></bpmn:startEvent>
<bpmn:userTask id="t" name="财务" ${ROLE}><bpmn:documentation>先看价格</bpmn:documentation></bpmn:userTask>
<bpmn:endEvent id="e" />
<bpmn:sequenceFlow id="a" sourceRef="s" targetRef="t" /><bpmn:sequenceFlow id="b" sourceRef="t" targetRef="e" />`;
const say = (xml: string): string[] => {
  const read = readBpmn(xml);
  const problems =
    'problems' in read ? read.problems : ((made) => ('problems' in made ? made.problems : []))(compile(read.drawing));
  return problems.map(({ code, detail }) => sentenceOf({ code, detail }, 'zh'));
};

test('a model of start, tasks, gateways and routes is read with its picture', () => {
  const drawn =
    '<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="p" bpmnElement="order"><bpmndi:BPMNShape id="t_di" bpmnElement="t"><dc:Bounds x="10" y="20" width="100" height="80" /></bpmndi:BPMNShape><bpmndi:BPMNEdge id="a_di" bpmnElement="a"><di:waypoint x="1" y="2" /><di:waypoint x="10" y="60" /></bpmndi:BPMNEdge></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>';
  const read = readBpmn(model(GOOD, drawn));
  expect(read).toMatchObject({
    drawing: {
      key: 'order',
      name: '采购审批',
      nodes: [
        { id: 's', kind: 'start', line: 4 },
        { id: 't', kind: 'task', name: '财务', line: 5 },
        { id: 'e', kind: 'end' },
      ],
      routes: [{ id: 'a', from: 's', to: 't' }, { id: 'b' }],
    },
    picture: {
      boxes: { t: { x: 10, y: 20, width: 100, height: 80 } },
      lines: {
        a: [
          { x: 1, y: 2 },
          { x: 10, y: 60 },
        ],
      },
    },
  });
  expect(say(model(GOOD, drawn))).toEqual([]);
});

describe('whatever could run, fetch or expand is refused by name and line', () => {
  test.each`
    title                        | xml                                                                                                                                                                                                                 | answer
    ${'script task'}             | ${model(`${GOOD}\n<bpmn:scriptTask id="x" scriptFormat="javascript"><bpmn:script>process.exit()</bpmn:script></bpmn:scriptTask>`)}                                                                                  | ${'第8行：不支持的流程元素 bpmn:scriptTask'}
    ${'service task'}            | ${model(`<bpmn:serviceTask id="x" />${GOOD}`)}                                                                                                                                                                      | ${'第4行：不支持的流程元素 bpmn:serviceTask'}
    ${'call activity'}           | ${model(`<bpmn:callActivity id="x" calledElement="y" />${GOOD}`)}                                                                                                                                                   | ${'第4行：不支持的流程元素 bpmn:callActivity'}
    ${'timer'}                   | ${model(GOOD.replace('<bpmn:endEvent id="e" />', '<bpmn:endEvent id="e"><bpmn:timerEventDefinition /></bpmn:endEvent>'))}                                                                                           | ${'第6行：不支持的流程元素 bpmn:timerEventDefinition'}
    ${'loop'}                    | ${model(GOOD.replace('<bpmn:documentation>先看价格</bpmn:documentation>', '<bpmn:multiInstanceLoopCharacteristics />'))}                                                                                            | ${'第5行：不支持的流程元素 bpmn:multiInstanceLoopCharacteristics'}
    ${'listener'}                | ${model(GOOD.replace('<bpmn:documentation>先看价格</bpmn:documentation>', '<bpmn:extensionElements><taskListener class="x" /></bpmn:extensionElements>'))}                                                          | ${'第5行：不支持的流程元素 taskListener'}
    ${'listener of another'}     | ${model(GOOD.replace('<bpmn:documentation>先看价格</bpmn:documentation>', '<bpmn:extensionElements><c:executionListener xmlns:c="http://camunda.org/schema/1.0/bpmn" expression="x" /></bpmn:extensionElements>'))} | ${'第5行：不支持的流程元素 c:executionListener'}
    ${'assignee of another'}     | ${model(GOOD.replace('name="财务"', 'name="财务" xmlns:flowable="http://flowable.org/bpmn" flowable:assignee="${initiator}"'))}                                                                                     | ${'第5行：userTask 不支持属性 flowable:assignee'}
    ${'script condition'}        | ${model(GOOD.replace('targetRef="e" />', 'targetRef="e"><bpmn:conditionExpression language="javascript">this.constructor</bpmn:conditionExpression></bpmn:sequenceFlow>'))}                                         | ${'第7行：conditionExpression 不支持属性 language'}
    ${'EL condition'}            | ${model(GOOD.replace('targetRef="e" />', 'targetRef="e"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">#{amount > 1}</bpmn:conditionExpression></bpmn:sequenceFlow>'))}                                | ${'第7行：不支持表达式 #{amount > 1}，条件请写成“事实 比较符 值”，例如 amount >= 50000'}
    ${'element of another name'} | ${model(GOOD.replace('<bpmn:endEvent', '<bpmn:endEvent xmlns:bpmn="urn:other"'))}                                                                                                                                   | ${'第6行：不支持的流程元素 bpmn:endEvent'}
    ${'lanes'}                   | ${model(`<bpmn:laneSet id="l" />${GOOD}`)}                                                                                                                                                                          | ${'第4行：不支持的流程元素 bpmn:laneSet'}
    ${'doctype'}                 | ${`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n${model(GOOD).replace(/^<\?xml.*\n/, '')}`}                                                                                                              | ${'第1行：不能包含DOCTYPE或实体声明，请删除后重新上传'}
    ${'instruction'}             | ${model(`<?php exit ?>${GOOD}`)}                                                                                                                                                                                    | ${'第4行：不能包含处理指令 php'}
    ${'two processes'}           | ${model(GOOD, '<bpmn:process id="two" />')}                                                                                                                                                                         | ${'第8行：一个文件只能有一个流程'}
    ${'another format'}          | ${'<html><body /></html>'}                                                                                                                                                                                          | ${'第1行：不支持的流程元素 html'}
  `('$title', ({ xml, answer }: { xml: string; answer: string }) => expect(say(xml)[0]).toBe(answer));

  test('broken, deep, large and crowded files end soon', () => {
    const started = performance.now();
    expect(say('<a><b></a>')[0]).toMatch(/^第1行：/);
    expect(say(model(`${GOOD}&boom;`))[0]).toMatch(/^第7行：不是有效的XML/);
    expect(say(`${HEAD}${'<bpmn:extensionElements>'.repeat(5_000)}`).length).toBeLessThanOrEqual(20);
    expect(say('x'.repeat(XML_MAX + 1))).toEqual(['流程图不能超过 512 kB']);
    expect(say(model(Array.from({ length: 3_000 }, (_, nr) => `<bpmn:userTask id="t${nr}" />`).join('')))).toEqual([
      '流程节点不能超过 200 个',
    ]);
    expect(
      say(
        `<?xml version="1.0"?><!DOCTYPE lolz [${Array.from({ length: 20 }, (_, nr) => `<!ENTITY l${nr + 1} "${`&l${nr};`.repeat(10)}">`).join('')}]><lolz>&l20;</lolz>`,
      ),
    ).toEqual(['第1行：不能包含DOCTYPE或实体声明，请删除后重新上传']);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('all of several mistakes are named', () => {
    expect(say(model(`<bpmn:scriptTask id="x" />\n<bpmn:manualTask id="y" />${GOOD}`))).toEqual([
      '第4行：不支持的流程元素 bpmn:scriptTask',
      '第5行：不支持的流程元素 bpmn:manualTask',
    ]);
  });
});
