import { Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { sql } from '../../parts/postgres/database.ts';
import { builtInLayout, readLayout } from './layout.rules.ts';
import { isPaper } from './papers.rules.ts';
import { printTemplate } from './print-template.resource.ts';
import { printableNamed } from './read-records.server.ts';

/** Templates name fields that are there; of one kind and paper one is the default, which is the one saved last. */
export const printTemplateBehaviour = behaviour(printTemplate, {
  beforeSave(context, { values }) {
    const of = printableNamed(context, String(values.printed));
    const paper = isPaper(values.paper) ? values.paper : 'a4';
    if (values.content === null || values.content === undefined) values.content = builtInLayout(of, paper);
    const { layout, refusals } = readLayout(values.content, of);
    if (refusals.length > 0) throw new Refused(...refusals);
    values.content = layout;
  },
  async afterSave(context, { id, values }) {
    if (values.isDefault !== 1) return;
    await context.tx.run(sql`
      update print_template set is_default = 0, version = version + 1, update_time = now(),
        update_user = ${context.user.userId}::bigint
      where printed = ${String(values.printed)} and paper = ${String(values.paper)} and is_default = 1
        and id <> ${id}::bigint`);
  },
});
