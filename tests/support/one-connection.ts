import { AsyncLocalStorage } from 'node:async_hooks';
import { watchHolding } from '../../kernel/server/database.ts';

/**
 * Whoever holds a connection and asks for a second one waits for somebody who may be waiting for him: in tests that is an error,
 * wherever it happens.
 */
const holder = new AsyncLocalStorage<{ isOpen: boolean }>();
watchHolding(async (work) => {
  if (holder.getStore()?.isOpen === true) throw new Error('A second connection is asked for while the first is held');
  const held = { isOpen: true };
  try {
    return await holder.run(held, work);
  } finally {
    held.isOpen = false;
  }
});
