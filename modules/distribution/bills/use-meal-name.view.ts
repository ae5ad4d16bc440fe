import { dictionary, type Fields } from '../../../kernel/core/field.ts';
import { useDictionaryChoices } from '../../../kernel/web/document/dictionary-choices.ts';
import { useLabel } from '../../../parts/language/language.ts';

const MEALS: Fields = { mealType: dictionary('餐次', 'Meals', 'mealType') };

/** What a meal is called. */
export function useMealName(): (mealType: string) => string {
  const say = useLabel();
  const meals = useDictionaryChoices(MEALS)['mealType'] ?? [];
  return (mealType) => {
    const found = meals.find(({ value }) => value === mealType)?.label;
    return found === undefined ? mealType : typeof found === 'string' ? found : say(found);
  };
}
