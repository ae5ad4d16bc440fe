/** A company whose SAP is a small one on loopback, for tests of what is pulled from it. */
import { pino } from 'pino';
import { startJobs } from '../../parts/jobs/jobs.ts';
import { joinPrograms, type Programs } from '../../parts/jobs/programs.ts';
import { sql } from '../../parts/postgres/database.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { openHouse, SECRET, type Client, type House } from '../admin/admin.testing.ts';
import { seedUnits } from '../master-data/units/first-units.server.ts';
import {
  product,
  SAP_SECRET,
  SAP_USER,
  sapData,
  startSap,
  type SapData,
  type SapSystem,
} from './sap-system.testing.ts';

/** What a sync answers. */
export interface SyncAnswer {
  readonly runId: string;
  readonly state: string;
  readonly mode: string;
  readonly fetched: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly message: string;
  readonly errors: { sapKey: string; field: string; reason: string }[];
}
const ADDRESSES = {
  unit: 'master-data/sapmaterialunit/syncsapmaterialunits',
  type: 'master-data/sapmaterialtype/syncsapmaterialtypes',
  material: 'master-data/sapmaterial/syncsapmaterials',
  plant: 'master-data/sapmaterialprojectdept/syncsapmaterialprojectdepts',
  supplier: 'store-management/sapsupplier/syncsapsuppliers',
  purchase: 'store-management/purchaseprice/syncsappurchaseprices',
  settlement: 'store-management/settlementprice/syncsapsettlementprices',
  factoryStock: 'store-management/factorystock/syncsaptotime',
  site: 'gear-operation/gearprojectdeptsys/syncsapprojectdepts',
} as const;
type Synced = keyof typeof ADDRESSES;
/** Everything that can be synced, each after what it refers to. */
export const SYNCED = Object.keys(ADDRESSES) as Synced[];
export const addressOf = (what: Synced): string => ADDRESSES[what];

/** State, fetched, created, updated, unchanged, failed. */
export const counts = ({ state, fetched, created, updated, unchanged, failed }: SyncAnswer): unknown[] => [
  state,
  fetched,
  created,
  updated,
  unchanged,
  failed,
];

interface Parts {
  readonly house: House;
  readonly admin: Client;
  readonly sap: SapSystem;
  readonly data: SapData;
  readonly programs: Programs;
  readonly jobs: Awaited<ReturnType<typeof startJobs>>;
}

/** The company of one file of tests. */
export class SapCompany {
  readonly house: House;
  readonly admin: Client;
  readonly sap: SapSystem;
  readonly data: SapData;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    ({ house: this.house, admin: this.admin, sap: this.sap, data: this.data } = parts);
    this.#parts = parts;
  }

  /** Syncs as the administrator. */
  async sync(what: Synced, query: Record<string, string> = {}): Promise<SyncAnswer> {
    const { status, body } = await this.admin.get(addressOf(what), query);
    if (status !== 200 || body.msg !== '操作成功')
      throw new Error(`The sync of ${what} was answered ${status}: ${body.msg}`);
    return body.data;
  }

  rows<T>(text: ReturnType<typeof sql>): Promise<T[]> {
    return this.house.run((tx) => tx.rows<T>(text) as never);
  }

  /** Sets parameters. */
  async set(values: Record<string, string>): Promise<void> {
    for (const [key, value] of Object.entries(values))
      await this.house.run(
        async (tx) => void (await tx.run(sql`update param set param_value = ${value} where param_key = ${key}`)),
      );
  }

  /** Names SAP's address and user, and allows its host; each request is tried once. */
  async configure(): Promise<void> {
    await this.set({
      'sap.odata.url': this.sap.origin,
      'sap.odata.user': SAP_USER,
      'sap.odata.secret': createSecrets(SECRET).seal(SAP_SECRET),
      'sap.allowedHosts': this.sap.allowed,
      'sap.batchSize': '10',
      'sap.tries': '1',
    });
  }

  /** A department of administration. */
  async addDept(deptName: string, parentId: string, more: object): Promise<{ readonly id: string }> {
    const dept = { deptName, fullName: deptName, parentId, sort: 1, ...more };
    return (await this.admin.post('blade-system/dept/submit', dept)).body.data;
  }

  /** The company and the site that is SAP's plant 1010; answers the site. */
  async addSite(): Promise<{ readonly id: string }> {
    const { id } = await this.addDept('公司', '0', { deptCategory: '1' });
    return this.addDept('项目', id, { deptCategory: '2', sapCode: '1010' });
  }

  async close(): Promise<void> {
    await this.#parts.jobs.stop();
    await this.#parts.programs.unregister();
    await this.sap.close();
  }
}

/** Opens the company and its SAP, which has 23 materials on pages of five. SAP is not configured yet. */
export async function openSapCompany(): Promise<SapCompany> {
  const house = await openHouse();
  const admin = await house.signIn('admin');
  await house.run((tx) => seedUnits(tx));
  const ownerUrl = String(house.owner.pool.options.connectionString);
  const programs = await joinPrograms({ ownerUrl });
  const jobs = await startJobs({
    ownerUrl,
    database: house.database,
    program: house.program,
    programs,
    logger: pino({ level: 'silent' }),
  });
  const data = sapData({
    products: Array.from({ length: 23 }, (_, at) => product(`M${String(at).padStart(3, '0')}`, `SAP菜${at}`)),
  });
  return new SapCompany({ house, admin, sap: await startSap(data, { pageMost: 5 }), data, programs, jobs });
}
