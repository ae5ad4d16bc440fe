import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import '../admin.refusals.ts';

const DIGITS = 11;

/** What is wrong with a mobile number, if anything; it is asked for only where there must be one. */
export function phoneRefusal(phone: string, field: string): Refusal | undefined {
  if (phone.trim() === '') return refuse('phone.empty', {}, { field });
  if (phone.trim().length !== DIGITS) return refuse('phone.length', {}, { field });
  return /^1\d{10}$/.test(phone.trim()) ? undefined : refuse('phone.format', {}, { field });
}
