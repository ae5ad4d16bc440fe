import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { workflowTexts } from '../workflow.texts.ts';
import { flowDefinition } from './flow-definition.resource.ts';
import { flowModel, flowModelReads } from './flow-model.resource.ts';
import { UploadDialog } from './upload-dialog.view.tsx';
import { useDeploy } from './use-deploy.view.ts';
import '../workflow.css';

/** 流程部署: what can be deployed and what of it is; from a model or from a file. */
export default function DeployPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const deploy = useDeploy();
  const [uploading, setUploading] = useState(false);
  const mayDeploy = codes.has('flow_model_deploy');
  return (
    <>
      <ListPage
        of={flowModel}
        reads={flowModelReads}
        title={word('deploy.title')}
        onOpen={(row) => void navigate(`${flowModel.path}/${row.id}`)}
        columns={{
          deployedVersion: ({ deployedVersion }) =>
            Number(deployedVersion) > 0 ? `v${String(deployedVersion)}` : word('deploy.never'),
        }}
        toolbar={
          mayDeploy && (
            <Button icon={<UploadOutlined />} onClick={() => setUploading(true)}>
              {word('upload')}
            </Button>
          )
        }
        rowActions={(row) => [
          ...(mayDeploy
            ? [{ key: 'deploy', label: word('model.deploy'), first: true, run: () => void deploy(row) }]
            : []),
          ...(codes.has('flow_manager_view')
            ? [
                {
                  key: 'versions',
                  label: word('deploy.versions'),
                  run: () => void navigate(`${flowDefinition.path}?key_like=${encodeURIComponent(row.modelKey)}`),
                },
              ]
            : []),
        ]}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}
