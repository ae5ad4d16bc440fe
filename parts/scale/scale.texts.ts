import { label } from '../../kernel/core/label.ts';

export const scaleTexts = {
  connect: label('连接电子秤', 'Connect a scale'),
  gone: label('电子秤已断开，请检查连线后重新连接', 'The scale is gone; check its cable and connect it again'),
  silent: label('电子秤没有读数，请检查是否开机、波特率 9600', 'The scale says nothing; is it on, at 9600 baud?'),
  moving: label('称重中', 'Weighing'),
  still: label('已稳定', 'Stable'),
} as const;
