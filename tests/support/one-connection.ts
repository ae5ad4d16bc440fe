import { AsyncLocalStorage } from 'node:async_hooks';
import { watchHolding } from '../../parts/postgres/database.ts';

/**
 * Whoever holds a connection and asks for a second one waits for somebody who may be waiting for him, and whoever waits
 * for something else meanwhile keeps it from everybody: in tests both are errors, wherever they happen.
 */
const holder = new AsyncLocalStorage<{ isOpen: boolean }>();
watchHolding(async (work) => {
  if (holder.getStore()?.isOpen === true)
    throw new Error('A second connection, or something else to wait for, is asked for while a connection is held');
  const held = { isOpen: true };
  try {
    return await holder.run(held, work);
  } finally {
    held.isOpen = false;
  }
});
