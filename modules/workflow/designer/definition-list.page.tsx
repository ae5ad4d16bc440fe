import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { definitionDiagram } from '../tasks/flow-view.calls.ts';
import { changeState, removeDeployments } from './flow-definition.calls.ts';
import { flowDefinition, flowDefinitionReads } from './flow-definition.resource.ts';
import { FlowDiagram } from './flow-diagram.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

type Row = ListRow<typeof flowDefinition, (typeof flowDefinitionReads)[number]>;
/** 流程管理: versions that run, their pictures; put to rest, woken, or taken out of use. */
export default function DefinitionListPage() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [shown, setShown] = useState<Row>();
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(flowDefinition);
    }
  };
  const remove = async (row: Row): Promise<void> => {
    if (
      await notify.ask(word('remove.ask', { title: `${String(row.name)} v${String(row.version)}` }), {
        danger: true,
        okText: word('remove'),
      })
    )
      await run(() => request(removeDeployments, { deploymentIds: row.id }));
  };
  const isActive = (row: Row): boolean => Number(row.suspensionState) === 1;
  return (
    <>
      <ListPage
        of={flowDefinition}
        reads={flowDefinitionReads}
        onOpen={setShown}
        rowActions={(row) => [
          ...(codes.has('flow_manager_state')
            ? [
                {
                  key: 'state',
                  label: word(isActive(row) ? 'suspend' : 'activate'),
                  last: isActive(row),
                  run: () =>
                    void run(() =>
                      request(changeState, { processId: row.id, state: isActive(row) ? 'suspend' : 'active' }),
                    ),
                },
              ]
            : []),
          ...(codes.has('flow_manager_remove')
            ? [{ key: 'remove', label: word('remove'), danger: true, run: () => void remove(row) }]
            : []),
        ]}
      />
      {shown !== undefined && <PictureDialog row={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function PictureDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const text = useText();
  const word = useWords(workflowTexts);
  const picture = useQuery({
    queryKey: ['process', 'definition', row.id],
    queryFn: ({ signal }) => request(definitionDiagram, { processDefinitionId: row.id }, { signal }),
  });
  const title = `${String(row.name)} v${String(row.version)}`;
  return (
    <Modal open width="min(1100px, calc(100vw - 32px))" title={title} footer={null} onCancel={onClose}>
      {picture.error !== null ? (
        <Alert
          type="error"
          showIcon
          title={picture.error instanceof ApiError ? picture.error.message : text('error.unknown')}
        />
      ) : picture.data === undefined ? (
        <Skeleton active />
      ) : (
        <FlowDiagram of={picture.data} label={word('diagram')} />
      )}
    </Modal>
  );
}
