/**
 * A kind of outside company whose people sign in here: what its record is called, and the scope of roles that shows
 * what names it.
 */
interface Party {
  readonly record: string;
  readonly scope: string;
}

/** By `partyType`. Clients have no register yet: no record names one, so their people see what they made themselves. */
export const PARTIES: Readonly<Record<string, Party>> = {
  supplier: { record: 'supplier', scope: 'my-supplier' },
  client: { record: 'clientInfo', scope: 'my-client' },
};

const GUEST = 'guest';

/** Everybody but staff with a role other than guest. */
export const isOutsider = (partyType: string, roles: readonly string[]): boolean =>
  partyType !== 'staff' || roles.every((alias) => alias === GUEST);
