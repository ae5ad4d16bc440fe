import { label } from '../../kernel/core/label.ts';

/** What the page of a dish says. */
export const dishTexts = {
  edit: label('编辑菜品', 'Edit the dish'),
  bom: label('用料(BOM)', 'What goes in (BOM)'),
  version: label('第 {version} 版', 'Version {version}'),
  draft: label('草稿', 'Draft'),
  released: label('已发布', 'Released'),
  ended: label('已结束', 'Ended'),
  from: label('{start} 起', 'from {start}'),
  span: label('{start} 至 {end}', '{start} to {end}'),
  create: label('建立新版本', 'New version'),
  'create.first': label('建立BOM', 'Make a BOM'),
  'create.done': label('第 {version} 版已建立,改好后发布', 'Version {version} is made; change it, then release it'),
  'create.unit': label('没有找到产出单位“份”。先在计量单位中建立编码为 SERVING 的单位。', 'There is no unit with code SERVING (portion). Enter it under units first.'),
  release: label('发布', 'Release'),
  'release.ask': label('发布第 {version} 版?{start} 起按它计算用料,之后不能再改。', 'Release version {version}? From {start} on needs are reckoned by it, and it cannot be changed any more.'),
  'release.done': label('第 {version} 版已发布,{start} 起生效', 'Version {version} is released, in force from {start}'),
  'release.empty': label('还没有用料,不能发布。先录入每份用多少。', 'Nothing goes in yet, so it cannot be released. Enter what a portion takes.'),
  none: label('还没有BOM。没有它,营销计划算不出用料,也不能提交。', 'There is no BOM yet. Without one, sales plans cannot reckon what is needed and cannot be sent.'),
  'released.hint': label('已发布的版本不能改。要改用料,建立新版本。', 'A released version stays as it is. To change what goes in, make a new version.'),
  makes: label('产出 {qty} {unit}', 'Makes {qty} {unit}'),
} as const;
