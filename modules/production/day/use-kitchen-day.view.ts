import { useSearchParams } from 'react-router';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';

/** The stall and day a page is about, in its address: a message leads to it, and the way back finds it again. */
export function useKitchenDay() {
  const [address, setAddress] = useSearchParams();
  const today = businessDay();
  const date = address.get('date') ?? today;
  const set = (change: Readonly<Record<string, string>>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const goTo = (day: string): void => set({ date: day === today ? '' : day });
  return {
    stall: address.get('stall') ?? '',
    date,
    today,
    chooseStall: (stall: string): void => set({ stall }),
    goTo,
    turn: (days: number): void => goTo(shifted(date, days)),
  };
}
