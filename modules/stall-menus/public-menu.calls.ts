/**
 * The menu of the day as anybody sees it who scans its code: nobody signs in, and nothing but what is for sale is
 * answered.
 */
import { contract, PUBLIC } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { gearMenu } from './gear-menu.resource.ts';

const open = {
  method: 'GET' as const,
  service: gearMenu.service,
  permission: PUBLIC,
  /** Tenant and restaurant, as the code says them: `000000-1234`. */
  input: { restaurant: text('餐厅', 'Restaurant', { optional: true, max: 60 }) },
};
const named = { zh: shape.text, en: shape.text };
export const ALLERGEN_STATES = ['contains', 'may-contain', 'unknown', 'free'] as const;

/** Both languages at once; dishes that are sold out are left out and counted. */
export const publicMenu = contract({
  ...open,
  path: 'gearmenu/publicMenu',
  summary: label('公开菜单', 'The menu anybody sees'),
  answer: shape.object({
    restaurant: shape.text,
    date: shape.day,
    /** When it was put together. */
    asOf: shape.moment,
    meals: shape.list(
      shape.object({
        mealType: shape.text,
        name: shape.object(named),
        /** HH:mm */
        from: shape.text,
        to: shape.text,
        running: shape.boolean,
        stalls: shape.list(
          shape.object({
            id: shape.id,
            name: shape.text,
            soldOut: shape.integer,
            dishes: shape.list(
              shape.object({
                id: shape.id,
                name: shape.object(named),
                /** Null where it is free. */
                price: shape.nullable(shape.money),
                portionGroup: shape.text,
                byWeight: shape.boolean,
                /** Allergens by state; what nobody said of a part is unknown, never free. */
                allergens: shape.list(
                  shape.object({ name: shape.object(named), state: shape.oneOf(...ALLERGEN_STATES) }),
                ),
                /** Per portion; null is unknown. */
                nutrients: shape.object({
                  energyKcal: shape.nullable(shape.quantity),
                  proteinG: shape.nullable(shape.quantity),
                  fatG: shape.nullable(shape.quantity),
                  carbohydrateG: shape.nullable(shape.quantity),
                  sodiumMg: shape.nullable(shape.quantity),
                }),
                /** For how much of its weight they are known, in points; null without any weight. */
                coverage: shape.nullable(shape.percent),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

/** An event for each change of the menu, as it happens. */
export const publicMenuChanges = contract({
  ...open,
  path: 'gearmenu/publicMenuChanges',
  summary: label('公开菜单实时更新（事件流）', 'Changes of the public menu as they happen (event stream)'),
  answer: shape.any,
});
