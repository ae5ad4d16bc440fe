import { text } from '../../../kernel/core/field.ts';

/** What a price per base unit is per, of a record that stores its material and not its unit. */
export const baseUnit = text('基本单位', 'Base unit', { readonly: true, computed: true, optional: true });
