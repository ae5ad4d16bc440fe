import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

/** Codes and paths are those existing clients count on. */
export const platformMenu: readonly MenuNode[] = [
  { code: 'base', label: label('基础配置', 'Base'), icon: 'environment', path: '/base', children: [{ code: 'region', label: label('行政区划', 'Regions'), icon: 'environment', path: '/base/region', resource: 'region' }] },
];
