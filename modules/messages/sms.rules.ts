import { refuse, type Refusal } from '../../kernel/core/refusal.ts';

/** Providers that are spoken to; the others of the dictionary are names only. */
export const PROVIDERS = { outbox: '0', yunpian: '1', aliyun: '3' } as const;
/** Whether messages can be sent through a provider of this kind. */
export const isSpokenTo = (category: string): boolean =>
  (Object.values(PROVIDERS) as readonly string[]).includes(category);

/** A mobile number of the mainland: 11 digits, the first a 1. */
export const isPhone = (phone: string): boolean => /^1\d{10}$/.test(phone);
/** 138****0000. */
export const maskedPhone = (phone: string): string =>
  isPhone(phone) ? `${phone.slice(0, 3)}****${phone.slice(7)}` : phone.replace(/^(.{1,2}).*(@.*)$/, '$1***$2');

/** The template with its parameters put in. A value is text: what looks like a parameter in it stays as it is. */
export function filled(
  template: string,
  params: Readonly<Record<string, string>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const text = template.replaceAll(/\{(\w{1,40})\}/g, (whole, name: string) => {
    if (Object.hasOwn(params, name)) return params[name]!;
    missing.push(name);
    return whole;
  });
  return { text, missing };
}

interface Quotas {
  readonly phone: number;
  readonly user: number;
  readonly tenant: number;
}
/** Why one more message to this phone today is one too many. `sent`: already today, this call's own counted in. */
export function quotaRefusal(sent: Quotas, most: Quotas): Refusal | null {
  if (sent.tenant >= most.tenant) return refuse('sms.tenant-quota', { most: most.tenant });
  if (sent.user >= most.user) return refuse('sms.user-quota', { most: most.user });
  return sent.phone >= most.phone ? refuse('sms.phone-quota', { most: most.phone }) : null;
}

const MINUTES = [1, 5, 30, 120] as const;
export const TRIES = MINUTES.length + 1;
/** Minutes until the next try after so many; null when it was the last. */
export const pauseAfter = (attempts: number): number | null => MINUTES[attempts - 1] ?? null;
