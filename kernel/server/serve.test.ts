import { expect, test } from 'vitest';
import { contract, PUBLIC } from '../core/contract.ts';
import { text } from '../core/field.ts';
import { label } from '../core/label.ts';
import { shape } from '../core/shape.ts';
import { RawAnswer } from '../../parts/http/answers.ts';
import type { Context } from './context.ts';
import { serve } from './serve.ts';

const context = {} as Context;
const address = {
  method: 'POST',
  service: 'workshop',
  permission: PUBLIC,
  summary: label('问候', 'Greet'),
  input: { name: text('姓名', 'Name', { optional: true, max: 5 }) },
} as const;
const greet = contract({ ...address, path: 'greet', answer: shape.text });
const greetBare = contract({ ...address, path: 'greetBare', answer: shape.bare(shape.text) });

test('what cannot be read is refused, or null where the call is lenient', async () => {
  const strict = serve(greet, async (_context, { name }) => name ?? 'nobody');
  const lenient = serve(greet, async (_context, { name }) => name ?? 'nobody', { lenient: true });
  await expect(strict.handle(context, { name: { first: 'Ada' } }, null)).rejects.toThrow('Name');
  expect(await lenient.handle(context, { name: { first: 'Ada' } }, null)).toBe('nobody');
  expect(await lenient.handle(context, { name: ' Ada ' }, null)).toBe('Ada');
  expect('lenient' in lenient).toBe(false);
});

test('a bare answer travels without the envelope; one with a status of its own stays as it is', async () => {
  const bare = serve(greetBare, async () => 'good day');
  expect(await bare.handle(context, {}, null)).toEqual(new RawAnswer('good day'));
  const refused = serve(greetBare, async () => new RawAnswer('go away', 400));
  expect(await refused.handle(context, {}, null)).toEqual(new RawAnswer('go away', 400));
});
