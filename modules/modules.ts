import { withFaces } from '../kernel/core/faces.ts';
import type { Module } from '../kernel/core/module.ts';
import { admin } from './admin/module.ts';
import { platform } from './platform/module.ts';
import { messages } from './messages/module.ts';
import { logs } from './logs/module.ts';
import { files } from './files/module.ts';
import { print } from './print/module.ts';
import { workflow } from './workflow/module.ts';
import { masterData } from './master-data/module.ts';
import { suppliers } from './suppliers/module.ts';
import { prices } from './prices/module.ts';
import { operations } from './operations/module.ts';
import { sap } from './sap/module.ts';
import { stock } from './stock/module.ts';
import { settlement } from './settlement/module.ts';
import { issuing } from './issuing/module.ts';
import { crates } from './crates/module.ts';
import { otherMoves } from './other-moves/module.ts';
import { production } from './production/module.ts';
import { foodSafety } from './food-safety/module.ts';
import { transfers } from './transfers/module.ts';
import { counting } from './counting/module.ts';
import { sourcing } from './sourcing/module.ts';
import { planning } from './planning/module.ts';
import { purchasing } from './purchasing/module.ts';
import { receiving } from './receiving/module.ts';
import { selfPurchase } from './self-purchase/module.ts';
import { corrections } from './corrections/module.ts';
import { returns } from './returns/module.ts';
import { supplierScores } from './supplier-scores/module.ts';
import { suppressOrders } from './suppress-orders/module.ts';
import { distribution } from './distribution/module.ts';
import { recall } from './recall/module.ts';
import { stallMenus } from './stall-menus/module.ts';
import { mall } from './mall/module.ts';
import { smartMeal } from './smart-meal/module.ts';
import { reports } from './reports/module.ts';
import { companyConsole } from './console/module.ts';

export { rowReads } from './row-reads.ts';

/** Every area, in dependency order: each may import only from those above it. */
export const modules: readonly Module[] = withFaces([
  admin,
  platform,
  messages,
  logs,
  files,
  print,
  workflow,
  masterData,
  suppliers,
  prices,
  operations,
  sap,
  stock,
  settlement,
  issuing,
  crates,
  otherMoves,
  production,
  foodSafety,
  transfers,
  counting,
  sourcing,
  planning,
  purchasing,
  receiving,
  selfPurchase,
  corrections,
  returns,
  supplierScores,
  suppressOrders,
  distribution,
  recall,
  stallMenus,
  mall,
  smartMeal,
  reports,
  companyConsole,
]);
