import { label } from '../../../kernel/core/label.ts';

/** Words of the screen of a route. */
export const routeTexts = {
  arrange: label('排站点', 'Arrange stops'),
  title: label('{name}的站点', 'Stops of {name}'),
  lead: label(
    '拖动，或用上下按钮调整停靠顺序。装车顺序与停靠相反：最后一站先装。',
    'Drag the stops, or move them with the buttons. Loaded in reverse: the last stop goes in first.',
  ),
  departs: label('{time} 发车', 'Leaves at {time}'),
  empty: label('线路还没有站点，请先编辑线路添加', 'No stops yet: edit the route to add some'),
  up: label('{name} 上移', 'Move {name} up'),
  down: label('{name} 下移', 'Move {name} down'),
  placed: label('{name} 现在是第 {place} 站', '{name} is now stop {place}'),
  loaded: label('第 {place} 个装车', 'loaded {place}'),
  save: label('保存顺序', 'Save the order'),
  saved: label('顺序已保存', 'The order is saved'),
  close: label('关闭', 'Close'),
  sketch: label('线路草图', 'Sketch of the route'),
  unplaced: label('没有坐标的站点：{names}', 'Without coordinates: {names}'),
  'no-places': label(
    '站点没有坐标，不能画草图；在卸货点中填写经纬度',
    'No coordinates to draw from: enter them at the unloading points',
  ),
  'problem.before-departure': label('送达时段在发车前就结束', 'Its window ends before the vehicle leaves'),
  'problem.out-of-order': label(
    '前面的站点开始收货时，本站时段已过',
    'Its window is over before the stops in front may be served',
  ),
  'problem.not-received': label('卸货点在送达时段不收货', 'The unloading point is closed during its window'),
} as const;
