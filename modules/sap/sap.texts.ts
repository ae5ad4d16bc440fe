import { label } from '../../kernel/core/label.ts';

/** What the pages of the syncs say. */
export const sapTexts = {
  all: label('全部同步', 'Sync all'),
  'all.how': label(
    '按先后次序同步：单位、物料类型、物料……',
    'One after another in order of dependency: units, types, materials …',
  ),
  full: label('全部重新同步', 'Sync everything again'),
  'full.ask': label('从SAP重新同步全部{what}？', 'Sync all {what} from SAP again?'),
  'full.how': label(
    '通常只需同步变更。内容相同的记录不会改动。',
    'Reading the changes is usually enough. What is the same stays untouched.',
  ),
  sync: label('从SAP同步', 'Sync from SAP'),
  again: label('重试失败项', 'Try the failed ones again'),
  resume: label('从断点继续', 'Continue where it stopped'),
  'said.done': label(
    '{what}：读取 {fetched}，新增 {created}，更新 {updated}，未变 {unchanged}',
    '{what}: {fetched} read, {created} new, {updated} changed, {unchanged} the same',
  ),
  'said.partial': label(
    '{what}：{failed} 条失败，原因见同步记录',
    '{what}: {failed} failed; see the run for the reasons',
  ),
  'said.failed': label('{what}：{message}', '{what}: {message}'),
  'said.running': label(
    '{what}：仍在进行，进度见同步记录',
    '{what}: still running; the list of runs shows the progress',
  ),
  'ranges.entered': label('人工授权', 'Entered'),
  'ranges.sap': label('SAP扩展', 'From SAP'),
  'run.none': label('没有失败的记录。', 'Nothing failed.'),
  'run.errors': label('失败的记录', 'What failed'),
  'run.tries': label('已试 {tries} 次', 'Tried {tries} times'),
  'run.counts': label(
    '读取 {fetched} · 新增 {created} · 更新 {updated} · 未变 {unchanged} · 失败 {failed}',
    '{fetched} read · {created} new · {updated} changed · {unchanged} the same · {failed} failed',
  ),
  'run.more': label('另有 {count} 条，请导出或处理后重试。', '{count} more; fix these and try again.'),
  'run.since': label('{from} 之后的变更', 'Changes since {from}'),
  'run.whole': label('全部记录', 'Everything'),
  working: label('正在同步{what}', 'Syncing {what}'),
};
