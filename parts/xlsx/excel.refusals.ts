import { declareRefusals } from '../../kernel/core/refusal.ts';

/**
 * Every sentence of reading, checking and writing sheets. Limits are named with their number, so a person knows what to
 * cut.
 */
declareRefusals({
  'excel.notExcel': {
    zh: '文件不是 Excel 工作簿，请用 Excel 或 WPS 另存为 .xlsx 后重试',
    en: 'The file is not an Excel workbook; save it as .xlsx and try again',
  },
  'excel.oldFormat': {
    zh: '不支持旧版 Excel 格式（.xls、.xlsb），请另存为 .xlsx 后重试',
    en: 'Old Excel formats (.xls, .xlsb) are not read; save it as .xlsx and try again',
  },
  'excel.encrypted': {
    zh: '文件已加密，请取消密码后重试',
    en: 'The file is encrypted; remove its password and try again',
  },
  'excel.macro': {
    zh: '文件含有宏（{part}），请另存为不含宏的 .xlsx 后重试',
    en: 'The file contains macros ({part}); save it as .xlsx without macros and try again',
  },
  'excel.external': {
    zh: '文件含有外部链接（{part}），请断开链接后重试',
    en: 'The file contains external links ({part}); break the links and try again',
  },
  'excel.dtd': {
    zh: '文件含有 DTD 或实体定义（{part}），不允许导入',
    en: 'The file contains a DTD or entities ({part}), which are not allowed',
  },
  'excel.damaged': { zh: '文件已损坏，无法读取（{part}）', en: 'The file is damaged and cannot be read ({part})' },
  'excel.sheetMissing': {
    zh: '文件中没有工作表，请把数据填在一张工作表中，保存后重试',
    en: 'The file has no worksheet; put the rows into one, save it and try again',
  },
  'excel.fileBytes': { zh: '文件超过 {limit} MB 的上限', en: 'The file is over the limit of {limit} MB' },
  'excel.entries': { zh: '文件内部件超过 {limit} 个的上限', en: 'The file has more than {limit} parts' },
  'excel.entryBytes': {
    zh: '文件内 {part} 解压后超过 {limit} MB 的上限',
    en: '{part} unpacks to more than the limit of {limit} MB',
  },
  'excel.totalBytes': {
    zh: '文件解压后共超过 {limit} MB 的上限',
    en: 'The file unpacks to more than the limit of {limit} MB in total',
  },
  'excel.ratio': {
    zh: '文件内 {part} 的压缩比超过 {limit} 倍的上限',
    en: '{part} is compressed more than the limit of {limit} to 1',
  },
  'excel.rows': {
    zh: '表格超过 {limit} 行的上限，请分成几个文件导入',
    en: 'The sheet has more than {limit} rows; split it into several files',
  },
  'excel.columns': { zh: '第 {row} 行超过 {limit} 列的上限', en: 'Row {row} has more than {limit} columns' },
  'excel.cellLength': {
    zh: '单元格内容超过 {limit} 个字符的上限',
    en: 'A cell is longer than the limit of {limit} characters',
  },
  'excel.strings': { zh: '文件的文本超过上限（{limit} 条）', en: 'The file has more texts than the limit of {limit}' },
  'excel.stringBytes': {
    zh: '文件的文本总量超过 {limit} MB 的上限，请分成几个文件导入',
    en: 'The texts of the file are over the limit of {limit} MB; split it into several files',
  },
  'excel.seconds': {
    zh: '读取文件超过 {limit} 秒的上限，已停止',
    en: 'Reading the file took longer than the limit of {limit} seconds and was stopped',
  },
  'excel.memory': {
    zh: '读取文件需要的内存超过 {limit} MB 的上限，已停止',
    en: 'Reading the file needed more memory than the limit of {limit} MB and was stopped',
  },
  'excel.shown-once': {
    zh: '新记录有只显示一次的内容，不能在后台导入；请用较小的表格导入，或逐条新增',
    en: 'Something of the new record is shown only once, so it cannot be brought in behind the scenes; use a smaller sheet, or add it by hand',
  },
  'excel.busy': {
    zh: '正在读取的文件较多，请稍后重试',
    en: 'Many files are being read at the moment; try again shortly',
  },

  'excel.empty': { zh: '表格中没有数据', en: 'The sheet has no rows' },
  'excel.headerMissing': {
    zh: '没有找到表头，应含有：{columns}',
    en: 'No header row was found; expected columns: {columns}',
  },
  'excel.columnsMissing': { zh: '缺少必填列：{columns}', en: 'Required columns are missing: {columns}' },
  'excel.columnTwice': { zh: '列「{column}」出现了两次', en: 'Column "{column}" occurs twice' },

  'excel.cell.required': { zh: '必填', en: 'Required' },
  'excel.cell.clearsRequired': { zh: '必填，不能清空', en: 'Required, so it cannot be cleared' },
  'excel.cell.clearsKey': {
    zh: '此列用来识别数据，不能清空',
    en: 'Records are found by this column, so it cannot be cleared',
  },
  'excel.cell.number': { zh: '不是数字', en: 'Not a number' },
  'excel.cell.day': { zh: '不是日期，请按 2026-01-31 填写', en: 'Not a date; write it as 2026-01-31' },
  'excel.cell.moment': {
    zh: '不是日期时间，请按 2026-01-31 08:30:00 填写',
    en: 'Not a date and time; write it as 2026-01-31 08:30:00',
  },
  'excel.cell.flag': { zh: '请填「是」或「否」', en: 'Write Yes or No' },
  'excel.cell.unknown': { zh: '找不到{what}「{value}」', en: 'There is no {what} "{value}"' },
  'excel.cell.several': {
    zh: '「{value}」对应多条{what}，请填写编码',
    en: '"{value}" fits several of {what}; write its code',
  },
  'excel.cell.excelError': { zh: '单元格是 Excel 错误值', en: 'The cell holds an Excel error' },
  'excel.cell.duplicate': { zh: '与第 {row} 行重复', en: 'The same as row {row}' },
  'excel.cell.itself': { zh: '上级不能是自己', en: 'Cannot stand under itself' },
  'excel.cell.parentBad': {
    zh: '上级「{value}」所在的第 {row} 行有错误',
    en: 'Its parent "{value}" in row {row} has errors',
  },
});
