import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { flowBinding } from '../engine/flow-binding.resource.ts';
import { kindOf } from '../engine/flow-kinds.ts';
import { workflowTexts } from '../workflow.texts.ts';
import type { ModelHead } from './use-model.view.ts';

type Binding = RecordOf<typeof flowBinding>;
const MOST = 200;

/** Bindings of the documents a process is for; those that name another process among them. */
const bindingsOf = (category: string) => ({
  queryKey: [...listKey(flowBinding), 'of', category],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    get<PageOf<Binding>>(
      callOf(flowBinding, 'page'),
      { billType_equal: kindOf(category)?.billType ?? '', frozen_equal: '0', size: MOST },
      signal,
    ),
});
const isBoundTo = (page: PageOf<Binding>, { modelKey }: ModelHead): boolean =>
  page.records.some(({ processKey }) => processKey === modelKey);

/** Where a binding of these documents to this process is begun. */
const bindingPath = ({ modelKey, category }: ModelHead): string =>
  `${flowBinding.path}?${new URLSearchParams({ 'new.billType': kindOf(category)?.billType ?? '', 'new.processKey': modelKey }).toString()}`;

/** Tells whoever just deployed a process that no document goes by it yet, and leads to where it is bound. */
export function useUnboundNotice(): (model: ModelHead) => Promise<void> {
  const word = useWords(workflowTexts);
  const label = useLabel();
  const notify = useNotify();
  const codes = useAllowedCodes();
  return useCallback(
    async (model) => {
      const kind = kindOf(model.category);
      if (kind === undefined || !codes.has('flow_binding_view')) return;
      const page = await queries.fetchQuery({ ...bindingsOf(model.category), staleTime: 0 });
      if (isBoundTo(page, model)) return;
      notify.warnMany([word('bind.none', { name: model.name, document: label(kind.label) })], {
        label: word('bind'),
        to: bindingPath(model),
      });
    },
    [codes, label, notify, word],
  );
}

/** On the page of a deployed process: whether documents go by it. */
export function BindingNote({ of }: { readonly of: ModelHead }) {
  const word = useWords(workflowTexts);
  const label = useLabel();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const kind = kindOf(of.category);
  const { data } = useQuery({
    ...bindingsOf(of.category),
    enabled: kind !== undefined && codes.has('flow_binding_view'),
  });
  if (data === undefined || kind === undefined) return null;
  const places = { name: of.name, document: label(kind.label) };
  if (isBoundTo(data, of)) return <p className="soft flow-bound">{word('bind.there', places)}</p>;
  return (
    <Alert
      type="warning"
      showIcon
      title={word('bind.none', places)}
      action={
        <Button size="small" onClick={() => void navigate(bindingPath(of))}>
          {word('bind')}
        </Button>
      }
    />
  );
}
