import type { CompanyClient } from './company-client.ts';
import type { DemoSite } from './company.ts';

/** Two weeks of work: what was planned, bought, received and picked before the person signs in for the first time. */
export async function workTwoWeeks(_client: CompanyClient, _sites: readonly DemoSite[], _days: readonly string[], _today: string): Promise<void> {}
