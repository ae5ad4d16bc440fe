import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { rotationChart } from './rotation-chart.resource.ts';

/** The field that says where each kind of link leads. */
const LEADS = { dish: 'dishId', template: 'menuTemplateId', url: 'url' } as const;

export const rotationChartBehaviour = behaviour(rotationChart, {
  beforeSave(_context, { values }) {
    const kind = String(values.linkKind) as keyof typeof LEADS | 'none';
    const refusals: Refusal[] = [];
    // It may be prepared before its picture is there.
    if (values.enabled === 1 && (!Array.isArray(values.picture) || values.picture.length === 0))
      refusals.push(refuse('master-data.rotation-picture', {}, { field: 'picture' }));
    for (const [each, field] of Object.entries(LEADS)) {
      if (each !== kind) values[field] = null;
      else if ((values[field] ?? null) === null)
        refusals.push(
          refuse(
            'master-data.rotation-link',
            {
              kind: rotationChart.fields.linkKind.rules.choices!.find(({ value }) => value === each)!.label,
              name: rotationChart.fields[field].label,
            },
            { field },
          ),
        );
    }
    if (kind === 'url' && values.url && !/^https:\/\/\S+$/.test(String(values.url)))
      refusals.push(refuse('master-data.rotation-url', {}, { field: 'url' }));
    if (values.startTime && values.endTime && String(values.startTime) >= String(values.endTime))
      refusals.push(refuse('master-data.rotation-times', {}, { field: 'endTime' }));
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  filters: {
    /** In its turn at this moment. */
    shownNow: (_value, { now }) =>
      sql`(t.enabled = 1 and coalesce(t.start_time, '-infinity') <= ${now}::timestamptz
        and coalesce(t.end_time, 'infinity') > ${now}::timestamptz)`,
  },
});
