import type { Input } from './context.ts';

/** A text that was entered for an action, without the space around it; empty where none was. */
export const askedText = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value.trim() : '';
};
