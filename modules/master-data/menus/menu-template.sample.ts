import { sample } from '../../../tests/support/sample.ts';
import { menuTemplate } from './menu-template.document.ts';

export const menuTemplateSample = sample(menuTemplate, {
  complete: ['update menu_template set cycle_days = 1 where id = $1'],
});
