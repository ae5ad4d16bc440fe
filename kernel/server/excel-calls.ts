import { permissionOf, type Declaration } from '../core/declaration.ts';
import { label } from '../core/label.ts';
import type { Call } from './context.ts';
import type { Registry } from './registry.ts';

/** Placeholder signatures until the Excel slice lands in this commit series. */
export const exportCall = (_registry: Registry, declaration: Declaration): Call => ({
  method: 'GET+POST', service: '', path: 'exportExcel', permission: permissionOf(declaration, 'export'), reads: true,
  summary: label(`导出${declaration.label.zh}`, `Export ${declaration.label.en}`),
  handle: async () => true,
});
export const templateCall = (_registry: Registry, declaration: Declaration): Call => ({
  method: 'GET', service: '', path: 'downloadExcelTemplate', permission: permissionOf(declaration, 'import'),
  summary: label(`${declaration.label.zh}导入模板`, `Import template of ${declaration.label.en}`),
  handle: async () => true,
});
export const importCall = (_registry: Registry, declaration: Declaration): Call => ({
  method: 'POST', service: '', path: 'importExcelTemplate', permission: permissionOf(declaration, 'import'), upload: true,
  summary: label(`导入${declaration.label.zh}`, `Import ${declaration.label.en}`),
  handle: async () => true,
});
