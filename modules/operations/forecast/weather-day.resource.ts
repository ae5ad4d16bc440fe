import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** 天气: how it was, or is announced to be, at a site on a day. Entered or imported; no weather service is asked. */
export const weatherDay = resource('weatherDay', {
  label: label('天气', 'Weather'),
  service: 'gear-operation',
  segment: 'weatherday',
  path: '/gear/weatherday',
  purpose: label(
    '导入各项目部的天气，过去的与预报的都要。预测会学到雨天少来多少人。',
    'Import the weather of each site, past and announced. Forecasts learn how many fewer come when it rains.',
  ),
  fields: {
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', { offer: OFFER.sites, list: true, search: true }),
    weatherDate: day('日期', 'Day', { list: true, search: true }),
    weather: choice(
      '天气',
      'Weather',
      [
        ['fair', '晴好', 'Fair'],
        ['rain', '雨', 'Rain'],
        ['storm', '暴雨大风', 'Storm'],
        ['snow', '雪', 'Snow'],
        ['heat', '高温', 'Heat'],
      ],
      { list: true, search: true },
    ),
    highTemperature: quantity('最高气温(℃)', 'High (°C)', { optional: true, min: -60, max: 60, places: 1, list: true }),
    lowTemperature: quantity('最低气温(℃)', 'Low (°C)', { optional: true, min: -60, max: 60, places: 1, list: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  title: 'weatherDate',
  sort: '-weatherDate',
  excelKey: ['bladeProjectDeptId', 'weatherDate'],
  unique: [['bladeProjectDeptId', 'weatherDate']],
  scope: 'bladeProjectDeptId',
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
});
