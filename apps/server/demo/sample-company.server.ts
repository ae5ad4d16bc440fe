/** The work behind "load the sample company": people, records and two weeks of work, all of it or nothing. */
import { roleSeeds } from '../../../modules/admin/rights/demonstration-roles.ts';
import { addPeople } from '../../../modules/admin/seed/seed-people.server.ts';
import { hashOf } from '../../../modules/admin/sign-in/password.server.ts';
import { SAMPLE_COMPANY } from '../../../modules/console/home/first-steps.rules.ts';
import { requireEmpty } from '../../../modules/console/home/sample-company.server.ts';
import type { ServerModule, Services } from '../../../kernel/server/registry.ts';
import { jobKinds } from '../../../parts/jobs/jobs.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { DEMO_SIZE, loadCompany, type CompanySize } from './load-company.ts';

/** Roles that administer: the company has its administrator, and they get no second one with a common password. */
const ADMINISTER: readonly string[] = ['administrator', 'admin'];
const staff = roleSeeds.filter(({ alias }) => !ADMINISTER.includes(alias));

type Wanted = Pick<Services, 'registry' | 'mounted' | 'tokenSecret'>;

/** Offers it in a program; `size` for who has no two weeks. */
export const sampleCompany = (
  { registry, mounted, tokenSecret }: Wanted,
  size: CompanySize = DEMO_SIZE,
): ServerModule => ({
  name: 'demonstration',
  provides: [
    jobKinds.by({
      kind: SAMPLE_COMPANY,
      async work(run, { password }) {
        const hash = await hashOf(createSecrets(tokenSecret).open(String(password)));
        return run.complete(async (context) => {
          await requireEmpty(context);
          await addPeople(context.tx, hash, staff);
          await loadCompany(context.tx, {
            program: { registry: registry(), calls: mounted() },
            tenant: context.tenant,
            administrator: context.user.account,
            today: context.today,
            size,
            progress: (done, total) => run.progress(done, total),
          });
          return { people: staff.length };
        });
      },
    }),
  ],
});
