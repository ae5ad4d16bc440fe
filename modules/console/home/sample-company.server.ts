/** Loads the sample company into an empty one; the program that has a sample company provides the work. */
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { notPermitted, type Call, type Context } from '../../../kernel/server/context.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { enqueue } from '../../../parts/jobs/jobs.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { randomPassword } from '../../admin/sign-in/password.server.ts';
import { loadSampleCompany } from './first-steps.calls.ts';
import { inTheWay, isAdministrator, SAMPLE_COMPANY } from './first-steps.rules.ts';

/** Refuses `console.not-empty`, with what there is. */
export async function requireEmpty(context: Context): Promise<void> {
  const counts = (await context.tx.row<Record<string, number>>(sql`
    select (select count(*)::integer from dept) as dept, (select count(*)::integer from app_user) as "user",
      (select count(*)::integer from warehouse) as warehouse,
      (select count(*)::integer from material_type) as material_type,
      (select count(*)::integer from material) as material, (select count(*)::integer from supplier) as supplier,
      (select count(*)::integer from dish_type) as dish_type, (select count(*)::integer from dish) as dish,
      (select count(*)::integer from menu_template_type) as menu_template_type,
      (select count(*)::integer from sales_plan) as sales_plan`))!;
  const there = inTheWay(counts).map(([resource, count]) => counted(context.registry.find(resource).label, count));
  if (there.length > 0)
    throw new Refused(
      refuse('console.not-empty', {
        there: label(there.map(({ zh }) => zh).join('、'), there.map(({ en }) => en).join(', ')),
      }),
    );
}
const counted = ({ zh, en }: Label, count: number): Label =>
  label(`${zh} ${count} 条`, `${count} × ${en.toLowerCase()}`);

interface UnderWay {
  readonly id: string;
  readonly userId: string;
  readonly person: string;
}

/** Puts the work into the queue, once. */
export const sampleCompanyCall = ({ tokenSecret }: Services): Call =>
  serve(loadSampleCompany, async (context) => {
    if (!isAdministrator(context.user.roles)) throw notPermitted();
    const underWay = await context.tx.row<UnderWay>(sql`
      select j.id, j.user_id, coalesce(nullif(u.real_name, ''), u.account, '') as person from job j
      left join app_user u on u.id = j.user_id
      where j.kind = ${SAMPLE_COMPANY} and j.state in ('waiting', 'running') order by j.id limit 1`);
    if (underWay?.userId === context.user.userId) return { jobId: underWay.id, password: null };
    if (underWay !== undefined) throw new Refused(refuse('console.loading', { person: underWay.person }));
    await requireEmpty(context);
    const password = randomPassword();
    const title = label('载入示例公司', 'Loading the sample company')[context.language];
    const sealed = createSecrets(tokenSecret).seal(password);
    return { jobId: await enqueue(context, SAMPLE_COMPANY, title, { password: sealed }), password };
  });
