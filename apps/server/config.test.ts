import { expect, test } from 'vitest';
import { readConfiguration } from './config.ts';

const started = (TOKEN_SECRET: string): string => {
  try {
    return readConfiguration({ TOKEN_SECRET }).tokenSecret ?? '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('promise 33: nothing starts with a secret that is short, that everybody knows, or that is none', () => {
  for (const secret of ['x', 'short-secret', 'a'.repeat(31)])
    expect([secret, started(secret)]).toEqual([secret, expect.stringContaining('at least 32 bytes')]);
  const known = [
    'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject',
    'BladeX is a powerful microservice architecture upgraded and optimized from a commercial project',
    'change-me-change-me-change-me-change-me',
    'CHANGE_ME CHANGE_ME CHANGE_ME CHANGE_ME',
    'a-string-secret-at-least-256-bits-long',
    '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
    'secretsecretsecretsecretsecretsecret',
    '0'.repeat(64),
    'abcabcabc'.repeat(10),
    'abcdefghijklmnopqrstuvwxyzabcdef',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    '98765432109876543210zyxwvutsrqponm',
  ];
  for (const secret of known) {
    const message = started(secret);
    expect([secret, message]).toEqual([secret, expect.stringContaining('one of your own')]);
    expect(message).not.toContain(secret);
  }
  const own = 'Vb1mYtRzUo8q0e3XcK5wPd7LfGh2JaSn6TQi9BxEyZk=';
  expect(started(own)).toBe(own);
});

test('proxies that are believed are named by their addresses; anything else is refused, and without any nobody is believed', () => {
  expect(readConfiguration({}).trustProxy).toBe(null);
  expect(readConfiguration({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,loopback,::1' }).trustProxy).toBe(
    '10.0.0.5,10.1.0.0/16,loopback,::1',
  );
  for (const wrong of ['true', '*', 'proxy.example.com', '1'])
    expect(() => readConfiguration({ TRUST_PROXY: wrong })).toThrow('addresses of proxies with commas');
});
