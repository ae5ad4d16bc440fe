/** What somebody without an account fills in to ask for one. */
export interface Registration {
  readonly tenantId: string;
  readonly name: string;
  readonly account: string;
  readonly password: string;
  readonly password2: string;
}
export const REGISTRATION_FIELDS = [
  'tenantId',
  'name',
  'account',
  'password',
  'password2',
] as const satisfies readonly (keyof Registration)[];

/** Came by a sign-in provider, and is no user of ours yet. */
export const isUnknown = (userId: string): boolean => userId === '' || Number(userId) < 0;

/**
 * The first thing that is missing or wrong: its field, and the key of the sentence. Later ones are not shown before it
 * is right.
 */
export function firstWrong(
  given: Registration,
):
  | readonly [
      field: keyof Registration,
      sentence: 'sign-in.tenant.empty' | 'sign-in.account.empty' | 'sign-in.password.empty' | 'password.differ',
    ]
  | null {
  if (given.tenantId.trim() === '') return ['tenantId', 'sign-in.tenant.empty'];
  if (given.account.trim() === '') return ['account', 'sign-in.account.empty'];
  if (given.password === '') return ['password', 'sign-in.password.empty'];
  if (given.password2 === '') return ['password2', 'sign-in.password.empty'];
  return given.password === given.password2 ? null : ['password2', 'password.differ'];
}
