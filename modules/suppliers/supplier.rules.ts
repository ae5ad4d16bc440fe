/** Why a supplier that SAP blocks for purchasing is frozen here: only SAP's word thaws him. */
export const BLOCKED_IN_SAP = 'SAP冻结';
