import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { platformMenu } from './menu.ts';
import { codeGeneration, dataSource } from './develop.resource.ts';
import { region } from './region.resource.ts';
import { tenant, tenantPackage } from './tenant.resource.ts';

/** What the whole platform shares beside people and rights. */
export const platform: Module = {
  name: 'platform',
  label: label('平台', 'Platform'),
  declarations: [tenant, tenantPackage, region, dataSource, codeGeneration] as readonly Declaration[],
  menu: platformMenu,
  buttons: [{ code: 'region_debug', label: label('区划调试', 'Inspect regions'), menu: 'region' }],
};
