import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { declarationOf } from '../../kernel/web/catalogue.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../kernel/web/queries.ts';
import { useLabel } from '../../parts/language/language.ts';
import { printTemplate } from './print-template.resource.ts';

/** Made and changed on a page of their own, beside what they print. */
const of = { ...printTemplate, calls: printTemplate.calls.filter((verb) => verb !== 'submit') };

/** The templates of the company. */
export default function PrintTemplateListPage() {
  const text = useText();
  const label = useLabel();
  const navigate = useNavigate();
  const mayAdd = useAllowed('printtemplate_add');
  const open = (id: string): void => void navigate(`${printTemplate.path ?? ''}/${id}`);
  return (
    <ListPage
      of={of}
      onOpen={({ id }) => open(id)}
      columns={{ printed: ({ printed }) => label(declarationOf(printed)?.label ?? { zh: printed, en: printed }) }}
      toolbar={
        mayAdd ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => open('new')}>
            {text('new')}
          </Button>
        ) : undefined
      }
    />
  );
}
