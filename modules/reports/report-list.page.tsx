import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { requestFile } from '../../kernel/web/request.ts';
import { exportReport } from './report.calls.ts';
import { report } from './report.resource.ts';
import { reportsTexts } from './reports.texts.ts';

/** Made and changed on a page of their own, where the answer is seen. */
const of = { ...report, calls: report.calls.filter((verb) => verb !== 'submit') };

/** Reports of one's own and those shared with one. */
export default function ReportListPage() {
  const word = useWords(reportsTexts);
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const nameOf = (name: unknown): string => {
    const found = allDeclarations().find((each) => each.name === name);
    return found === undefined ? String(name) : label(found.label);
  };
  return (
    <ListPage
      of={of}
      onOpen={(row) => void navigate(`/report/reportlist/${row.id}`)}
      columns={{ resource: (row) => nameOf(row.resource) }}
      toolbar={
        codes.has('report_add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/report/reportlist/new')}>
            {text('new')}
          </Button>
        ) : undefined
      }
      rowActions={(row) => [
        { key: 'open', label: word('open'), run: () => void navigate(`/report/reportlist/${row.id}`) },
        {
          key: 'export',
          label: word('export'),
          run: () => void requestFile(exportReport, { id: row.id }).catch(notify.error),
        },
      ]}
    />
  );
}
