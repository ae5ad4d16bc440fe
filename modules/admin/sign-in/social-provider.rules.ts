/** Where providers send people back to, before the code of the provider. */
const RETURN_PATH = '/oauth/redirect/';

export interface ProviderAddresses {
  readonly source: string;
  readonly issuer: string;
  readonly scope: string;
  readonly redirectUri: string;
}

const isWeb = (address: string): boolean =>
  URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol) && new URL(address).username === '';

/** The first field that cannot be as it is. */
export function wrongField({ source, issuer, scope, redirectUri }: ProviderAddresses): keyof ProviderAddresses | null {
  if (!/^[a-z0-9][a-z0-9_-]{1,19}$/.test(source)) return 'source';
  if (!isWeb(issuer) || /[?#]/.test(issuer)) return 'issuer';
  if (!scope.split(/\s+/).includes('openid')) return 'scope';
  // Each provider has a return address of its own: what one sends back can never be taken for another's.
  return isWeb(redirectUri) && new URL(redirectUri).pathname === `${RETURN_PATH}${source}` && !/[?#]/.test(redirectUri)
    ? null
    : 'redirectUri';
}
