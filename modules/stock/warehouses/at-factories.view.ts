import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Field } from '../../../kernel/core/field.ts';

const SWAPPED: Readonly<Record<string, string>> = {
  warehouseId: 'factoryWarehouseId',
  factoryWarehouseId: 'warehouseId',
};

/** As lists of factories show it: the store of the factory stands where others have the warehouse. */
export function atFactories<D extends Declaration>(of: D): D {
  const shown = (name: string, field: Field): Field =>
    SWAPPED[name] === undefined
      ? field
      : {
          ...field,
          rules: { ...field.rules, list: name === 'factoryWarehouseId', search: name === 'factoryWarehouseId' },
        };
  const fields = Object.fromEntries(
    Object.keys(of.fields).map((key) => {
      const name = SWAPPED[key] ?? key;
      return [name, shown(name, of.fields[name]!)];
    }),
  );
  return { ...of, fields };
}
