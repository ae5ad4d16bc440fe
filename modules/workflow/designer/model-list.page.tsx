import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { flowModel, flowModelReads } from './flow-model.resource.ts';
import { useDeploy } from './use-deploy.view.ts';
import { workflowTexts } from '../workflow.texts.ts';

/** 模型: drawn or written as chains; opened on a page of its own, deployed from here or there. */
export default function ModelListPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const deploy = useDeploy();
  return (
    <ListPage
      of={flowModel}
      reads={flowModelReads}
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
