import type { ServerModule } from '../../kernel/server/registry.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { crateCalls } from './crate-calls.server.ts';
import { proveCrates } from './crates-proof.server.ts';
import { crateBalanceBehaviour, crateMovementBehaviour } from './crates.server.ts';
import './crates.refusals.ts';

/** The crate ledger on the server. */
export const cratesServer = (): ServerModule => ({
  name: 'crates',
  provides: [proofsAlso.by(proveCrates)],
  behaviours: [crateBalanceBehaviour, crateMovementBehaviour],
  calls: crateCalls,
});
