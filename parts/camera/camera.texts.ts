import { label } from '../../kernel/core/label.ts';

export const cameraTexts = {
  scan: label('扫码', 'Scan with the camera'),
  title: label('扫描条码或二维码', 'Scan a barcode or QR code'),
  aim: label('把条码或二维码放进框内', 'Hold the barcode or QR code within the frame'),
  starts: label('正在打开摄像头…', 'Opening the camera …'),
  slow: label(
    '还没有读到。靠近一些、避开反光，或直接输入号码',
    'Nothing read yet. Come closer, avoid glare, or type the number instead',
  ),
  denied: label(
    '摄像头未获授权。请在浏览器地址栏的网站设置中允许使用摄像头，或直接输入号码',
    'The camera is not allowed. Allow it in the site settings beside the address, or type the number instead',
  ),
  none: label(
    '这台设备没有可用的摄像头，请输入号码',
    'This device has no camera that can be used; type the number instead',
  ),
  insecure: label(
    '只有通过 https 打开的页面才能使用摄像头，请联系管理员，或直接输入号码',
    'The camera works on pages opened over https only; tell your administrator, or type the number instead',
  ),
  light: label('照明', 'Light'),
} as const;
