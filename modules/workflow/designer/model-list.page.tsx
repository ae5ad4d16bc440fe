import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { request } from '../../../kernel/web/request.ts';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { deployModel } from './flow-model.calls.ts';
import { flowModel } from './flow-model.resource.ts';
import { workflowTexts } from '../workflow.texts.ts';

/** 模型: drawn or written as chains; opened on a page of its own, deployed from here or there. */
export default function ModelListPage() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const deploy = async (row: ListRow<typeof flowModel>): Promise<void> => {
    try {
      await request(deployModel, {
        modelId: row.id,
        category: String(row.category),
        tenantIds: session.get()?.tenantId ?? '',
      });
      notify.done(word('model.deployed', { name: String(row.name) }));
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(flowModel);
    }
  };
  return (
    <ListPage
      of={flowModel}
      onOpen={(row) => void navigate(`/flow/model/${row.id}`)}
      toolbar={
        codes.has('flow_model_create') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/flow/model/new')}>
            {word('model.new')}
          </Button>
        )
      }
      rowActions={(row) =>
        codes.has('flow_model_deploy')
          ? [{ key: 'deploy', label: word('model.deploy'), run: () => void deploy(row) }]
          : []
      }
    />
  );
}
