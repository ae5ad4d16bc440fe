import type { Refusal } from '../core/refusal.ts';
import type { Saving } from './behaviour.ts';

/** One record on its way: what is to be written, and what speaks against it. */
export interface PendingSave {
  readonly saving: Saving;
  readonly refusals: Refusal[];
  id: string | null;
}
