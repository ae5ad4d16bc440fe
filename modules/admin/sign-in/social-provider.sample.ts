import { sample } from '../../../tests/support/sample.ts';
import { socialProvider } from './social-provider.resource.ts';

export const socialProviderSample = sample(socialProvider, {
  values: ({ number }) => ({
    source: `provider${number}`,
    name: `登录${number}`,
    issuer: 'https://id.example.com/realms/food',
    clientId: 'larder',
    redirectUri: `https://larder.example.com/oauth/redirect/provider${number}`,
    enabled: 0,
  }),
});
