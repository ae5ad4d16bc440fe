import { sample, TENANT } from '../../tests/support/sample.ts';
import { attach } from './files.resource.ts';

export const attachSample = sample(attach, {
  row: ({ sql }) =>
    sql(
      `insert into stored_file (tenant_id, name, content_type, size, sha256, purpose)
        values ($1, 'x.pdf', 'application/pdf', 1, '', 'attachment')`,
      [TENANT],
    ),
});
