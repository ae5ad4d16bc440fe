import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  // The file
  'flow.xml-too-large': label('流程图不能超过 {max} kB', 'A model may have at most {max} kB'),
  'flow.xml-broken': label('第{line}行：不是有效的XML（{reason}）', 'Line {line}: this is not valid XML ({reason})'),
  'flow.xml-doctype': label(
    '第{line}行：不能包含DOCTYPE或实体声明，请删除后重新上传',
    'Line {line}: a DOCTYPE or entity declaration is not accepted; remove it and upload again',
  ),
  'flow.xml-instruction': label(
    '第{line}行：不能包含处理指令 {name}',
    'Line {line}: the processing instruction {name} is not accepted',
  ),
  'flow.xml-deep': label('第{line}行：元素嵌套过深', 'Line {line}: elements are nested too deeply'),
  'flow.xml-nodes': label('流程节点不能超过 {max} 个', 'A process may have at most {max} nodes'),
  'flow.element': label('第{line}行：不支持的流程元素 {name}', 'Line {line}: the element {name} is not supported'),
  'flow.attribute': label(
    '第{line}行：{element} 不支持属性 {name}',
    'Line {line}: {element} does not take the attribute {name}',
  ),
  'flow.expression': label(
    '第{line}行：不支持表达式 {part}，条件请写成“事实 比较符 值”，例如 amount >= 50000',
    'Line {line}: the expression {part} is not supported; write a condition as fact, operator, value, for example amount >= 50000',
  ),
  'flow.one-process': label('第{line}行：一个文件只能有一个流程', 'Line {line}: one file holds one process'),
  'flow.no-process': label('文件中没有流程', 'The file holds no process'),
  'flow.key': label(
    '第{line}行：流程标识「{name}」须以字母开头，由字母、数字和 . _ - 组成，最多64个字符',
    'Line {line}: the process key "{name}" has to begin with a letter and consist of letters, digits and . _ -, 64 at most',
  ),
  'flow.id': label(
    '第{line}行：{element} 的编号「{name}」无效',
    'Line {line}: the id "{name}" of {element} is not valid',
  ),
  'flow.id-twice': label('第{line}行：编号 {name} 出现了两次', 'Line {line}: the id {name} occurs twice'),
  // The drawing
  'flow.route-to-nowhere': label(
    '第{line}行：连线 {name} 的一端 {target} 不是流程节点',
    'Line {line}: one end of the route {name}, {target}, is no node of the process',
  ),
  'flow.one-start': label(
    '流程必须有且只有一个开始节点，现有 {count} 个',
    'A process has exactly one start; this one has {count}',
  ),
  'flow.no-end': label('流程没有结束节点', 'The process has no end'),
  'flow.into-start': label(
    '第{line}行：连线不能指向开始节点「{name}」',
    'Line {line}: no route may lead into the start "{name}"',
  ),
  'flow.out-of-end': label(
    '第{line}行：结束节点「{name}」不能再有连线',
    'Line {line}: no route may leave the end "{name}"',
  ),
  'flow.unreached': label('第{line}行：从开始到不了节点「{name}」', 'Line {line}: the start does not lead to "{name}"'),
  'flow.leads-nowhere': label('第{line}行：节点「{name}」之后没有连线', 'Line {line}: nothing comes after "{name}"'),
  'flow.never-ends': label('第{line}行：从节点「{name}」到不了结束', 'Line {line}: "{name}" does not lead to an end'),
  'flow.gateway-needed': label(
    '第{line}行：「{name}」有多条去向，请用网关分支',
    'Line {line}: several routes leave "{name}"; use a gateway',
  ),
  'flow.no-default': label(
    '第{line}行：排他网关「{name}」没有默认去向',
    'Line {line}: the exclusive gateway "{name}" has no default route',
  ),
  'flow.condition-empty': label(
    '第{line}行：连线「{name}」缺少条件',
    'Line {line}: the route "{name}" has no condition',
  ),
  'flow.condition-shape': label(
    '第{line}行：看不懂条件「{part}」，请写成“事实 比较符 值”，多个用 and 连接',
    'Line {line}: the condition "{part}" cannot be read; write fact, operator, value, joined by and',
  ),
  'flow.condition-fact': label(
    '第{line}行：单据没有「{part}」这项内容，不能用作条件',
    'Line {line}: the document has no "{part}" to base a condition on',
  ),
  'flow.condition-order': label(
    '第{line}行：「{part}」不是数字，只能用 = 或 !=',
    'Line {line}: "{part}" is no number; only = and != apply',
  ),
  'flow.condition-number': label(
    '第{line}行：「{part}」需要和数字比较',
    'Line {line}: "{part}" has to be compared with a number',
  ),
  'flow.condition-out-of-place': label(
    '第{line}行：连线「{name}」不能有条件，条件只写在排他网关的分支上',
    'Line {line}: the route "{name}" takes no condition; conditions belong to the branches of an exclusive gateway',
  ),
  'flow.no-candidates': label('第{line}行：审批节点「{name}」没有审批人', 'Line {line}: nobody is asked at "{name}"'),
  'flow.settings': label(
    '第{line}行：审批节点「{name}」的设置 {part} 无效',
    'Line {line}: the setting {part} of "{name}" is not valid',
  ),
  'flow.return-to': label(
    '第{line}行：节点「{name}」不能退回到 {target}，只能退回到它之前的审批节点',
    'Line {line}: "{name}" cannot be sent back to {target}, only to a task before it',
  ),
  'flow.circle': label(
    '第{line}行：经过「{name}」的循环里没有审批节点',
    'Line {line}: the circle through "{name}" has no task in it',
  ),
  'flow.nobody-asked': label(
    '存在不经过任何审批就结束的走法，请至少保留一个必经的审批节点',
    'There is a way through without anybody being asked; keep at least one task on every way',
  ),
  'flow.waits-for-ever': label(
    '第{line}行：并行网关「{name}」可能永远等不齐，请让分支成对汇合',
    'Line {line}: the parallel gateway "{name}" may wait for ever; let branches join where they were split',
  ),
  'flow.met-twice': label(
    '第{line}行：「{name}」可能同时到达两次，请先用并行网关汇合',
    'Line {line}: "{name}" may be reached twice at once; join the branches with a parallel gateway first',
  ),
  // Models and deployments
  'flow.category': label('请选择流程分类', 'Choose the kind of process'),
  'flow.chain': label(
    '审批链的步骤不完整，请补全名称和审批人',
    'A step of the chain is incomplete; give each a name and somebody who is asked',
  ),
  'flow.model-key': label(
    '流程图里的标识 {inFile} 与模型标识 {key} 不一致，请改成一致',
    'The key in the drawing is {inFile} and the key of the model is {key}; make them the same',
  ),
  'flow.other-tenants': label('不能为其他租户部署流程', 'A process cannot be deployed for other tenants'),
  'flow.common': label(
    '「{name}」是平台的通用流程，只有平台可以激活、挂起或删除，请联系平台管理员',
    '"{name}" belongs to the platform, and only the platform switches or removes it; ask its administrator',
  ),
  'flow.still-running': label(
    '存在运行中的流程，不能删除（{name}：{count} 个）',
    'Processes are still running, so it cannot be removed ({name}: {count})',
  ),
  'flow.file': label('{name}：{sentence}', '{name}: {sentence}'),
  'flow.bill-type': label('系统中还没有可审批的{name}，不能绑定', 'There is no {name} to approve in this system yet'),
  'flow.binding-key': label('没有标识为 {name} 的已部署流程', 'No process with the key {name} is deployed'),
  'flow.binding-choose': label(
    '{kind}没有或有多个已部署流程，请填写流程标识',
    'There is no process for {kind}, or more than one; enter its key',
  ),
  'flow.binding-kind': label(
    '流程 {name} 用于{kind}，不能绑定到{billType}',
    'The process {name} is meant for {kind} and cannot be bound to {billType}',
  ),
  'flow.binding-amounts': label('金额至必须大于金额从', 'The upper amount has to be above the lower one'),
  // What runs
  'flow.not-deployed': label(
    '单据 {billCode} 绑定的流程 {name} 没有部署，请联系管理员',
    'Document {billCode} is bound to the process {name}, which is not deployed; ask an administrator',
  ),
  'flow.suspended': label('流程已挂起：{name}，请联系管理员', 'The process {name} is suspended; ask an administrator'),
  'flow.running': label(
    '单据 {billCode} 正在审批流程中，不能{action}：请等流程结束，或由审批人驳回后再操作',
    'Document {billCode} is going through its process, so {action} is not possible: wait for its end, or let an approver reject it first',
  ),
  'flow.nobody-there': label(
    '单据 {billCode} 的审批节点「{task}」找不到可以审批的人，请联系管理员设置',
    'Nobody can be found to approve document {billCode} at "{task}"; ask an administrator to name somebody',
  ),
  'flow.not-yours': label(
    '单据 {billCode} 正在「{task}」等待 {who} 处理，您不能{action}',
    'Document {billCode} waits for {who} at "{task}": {action} is not yours to do',
  ),
  'flow.not-yours-to-withdraw': label(
    '单据 {billCode} 不是您提交的，不能撤回',
    'You did not send document {billCode}; only who sent it takes it back',
  ),
  'flow.decided-already': label(
    '已有审批人处理，不能撤回（{billCode}）',
    'Somebody has decided on {billCode} already; it cannot be taken back',
  ),
  'flow.comment-required': label('请填写审批意见（{billCode}，{task}）', 'Please say why ({billCode}, {task})'),
  'flow.task-unknown': label('任务不存在或已结束', 'The task does not exist or is over'),
  'flow.task-done': label('任务已处理，当前状态：{state}', 'The task has been dealt with; it is now: {state}'),
  'flow.not-candidate': label('您不是该任务的候选人', 'You are not among those who may take this task'),
  'flow.claimed-by': label('任务已被 {name} 签收', '{name} has claimed the task'),
  'flow.not-assignee': label('任务不在您手上，不能{action}', 'The task is not yours: {action} is not possible'),
  'flow.no-return': label('该节点不能退回到所选节点', 'This step cannot be sent back to the chosen one'),
  'flow.no-transfer': label('该节点不允许转办', 'This step cannot be handed over'),
  'flow.no-add-sign': label('该节点不允许加签', 'Nobody else can be asked at this step'),
  'flow.person': label('所选人员不存在或已冻结', 'The chosen person does not exist or cannot sign in'),
  'flow.person-self': label('不能选择自己', 'Choose somebody other than yourself'),
  'flow.person-applicant': label('申请人不能审批自己的单据', 'Who sent the document cannot approve it'),
  'flow.person-asked': label('{name} 已在该节点审批', '{name} is asked at this step already'),
  'flow.urge-yours': label('只有申请人可以催办', 'Only who sent it can urge'),
  'flow.urge-again': label('一小时内只能催办一次', 'It can be urged once an hour'),
  'flow.batch-max': label('一次最多处理 {max} 个任务', 'At most {max} tasks at a time'),
  'flow.delegation-loop': label('委托不能形成循环', 'Delegations cannot go in a circle'),
  'flow.delegation-others': label('只能为本人设置委托', 'You can delegate for yourself only'),
  'flow.delegation-types': label('单据范围中没有「{name}」', 'There is no document type "{name}"'),
  'flow.times': label('结束时间须晚于开始时间', 'The end has to be after the beginning'),
  'leave.overlap': label('与已批准的请假 {billCode} 时间重叠', 'It overlaps the approved leave {billCode}'),
  'leave.not-yours': label(
    '{billCode} 不是您的请假，只能由本人安排代理',
    '{billCode} is not your leave; only who is away names a deputy',
  ),
  'leave.self': label('审批人不能是本人', 'Choose somebody other than yourself to approve'),
  'leave.process': label('流程定义不存在或已挂起', 'The process does not exist or is suspended'),
  'flow.too-complicated': label(
    '流程分支过多，无法逐一核对，请简化',
    'The process has too many branches to be checked; simplify it',
  ),
});
