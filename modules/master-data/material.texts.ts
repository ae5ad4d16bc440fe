import { label } from '../../kernel/core/label.ts';

/** What the list of materials says. */
export const materialTexts = {
  pictures: label('批量上传图片', 'Pictures'),
  'pictures.close': label('知道了', 'Close'),
  'pictures.done': label('{good} 张图片已放到各自的物料上', '{good} {good:picture is|pictures are} on their materials'),
  'pictures.how': label('文件按物料编码或条码命名，如 V10001.jpg；同一物料多张写 V10001_2.jpg', 'Name each file after the code or barcode of its material, such as V10001.jpg; further ones V10001_2.jpg'),
  'pictures.left': label('还有 {count} 张在上传', '{count} still on their way'),
  'pictures.some': label('{good} 张成功，{bad} 张没有放上，原因如下', '{good} are in place, {bad} are not, for these reasons'),
} as const;
