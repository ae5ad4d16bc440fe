import { SaveButton } from '../../../parts/form/save-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useId, useMemo } from 'react';
import { type Declaration, permissionOf } from '../../../kernel/core/declaration.ts';
import { Facts } from '../../../kernel/web/document/facts.tsx';
import { LinesEditor } from '../../../kernel/web/document/lines-editor.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import type { FormValues } from '../../../kernel/web/form/values.ts';
import { DraftChip } from '../../../kernel/web/form/draft-chip.tsx';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import { useSaving } from '../../../kernel/web/form/record-form.tsx';
import { StaleDialog } from '../../../kernel/web/form/stale-dialog.tsx';
import { useRecord } from '../../../kernel/web/form/use-record.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { bomColumns, deriveBomLine, newBomLine } from './bom-grid.view.ts';
import { releaseBom } from './dish-bom.calls.ts';
import { dishBom } from './dish-bom.resource.ts';
import { dishTexts } from './dish.texts.ts';

const HEAD = ['outputQty', 'outputUnitId', 'processLossRate', 'startDate', 'endDate', 'changeNote'] as const;
const headFields = Object.fromEntries(HEAD.map((name) => [name, dishBom.fields[name]]));
const ofHead: Declaration = { ...dishBom, fields: headFields };
const NO_FACTS = {};

interface Props {
  readonly bomId: string;
  /** What a released version is has been said above it. */
  readonly isNoted?: boolean;
}

/** One version: its head, its lines, and the button that makes it count. */
export function BomEditor({ bomId, isNoted = false }: Props) {
  const word = useWords(dishTexts);
  const text = useText();
  const notify = useNotify();
  const base = useId();
  const codes = useAllowedCodes();
  const record = useRecord(dishBom, bomId);
  const save = useSaving(record, bomId);
  const units = useQuery({
    queryKey: ['select', 'materialUnit', 'recipe'],
    queryFn: ({ signal }) => searchRecords('materialUnit', '', { code_in: 'G,KG,ML,L', size: '20' }, signal),
    staleTime: 5 * 60_000,
  });
  const hasDishes = (record.lines['details'] ?? []).some((line) => line['lineKind'] === 'dish');
  const columns = useMemo(() => bomColumns(units.data ?? [], hasDishes), [units.data, hasDishes]);
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 5 }} />;
  if (record.stored === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
      />
    );
  const isReleased = record.stored['released'] === 1;
  const mayEdit = !isReleased && codes.has(permissionOf(dishBom, 'edit'));
  const values: FormValues<typeof dishBom> = record.values;
  const version = Number(values.bomVersion);
  const start = String(values.startDate ?? '');

  const release = async (): Promise<void> => {
    if ((record.lines['details'] ?? []).length === 0) return notify.warn(word('release.empty'));
    if (record.isDirty && (await save()) === undefined) return;
    if (!(await notify.ask(word('release.ask', { version, start }), { okText: word('release') }))) return;
    try {
      await request(releaseBom, { ids: [bomId] });
      await invalidateLists(dishBom);
      await record.reload();
      notify.done(word('release.done', { version, start }));
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <div
      className="bom-editor"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === 's') {
          event.preventDefault();
          if (mayEdit && record.isDirty) void save();
        }
      }}
    >
      {mayEdit ? (
        <FormFields
          base={base}
          fields={headFields}
          values={record.values}
          faults={record.faults}
          onChange={record.set}
          disabled={false}
        />
      ) : (
        <Facts of={ofHead} row={record.values} own={NO_FACTS} />
      )}
      <LinesEditor
        name="details"
        spec={dishBom.lines!.details}
        rows={record.lines['details'] ?? []}
        faults={record.lineFaults}
        readonly={!mayEdit}
        columns={columns}
        derive={deriveBomLine}
        newRow={newBomLine}
        onChange={(rows) => record.setLines('details', rows)}
      />
      <footer className="bom-foot">
        {!isReleased && <DraftChip record={record} />}
        {isReleased && !isNoted && <span className="soft">{word('released.hint')}</span>}
        <span className="top-gap" />
        {mayEdit && (
          <SaveButton
            type="default"
            disabled={!record.isDirty}
            word={text('save')}
            isSaving={record.saving}
            onClick={() => void save()}
          />
        )}
        {mayEdit && codes.has('dishbom_release') && (
          <Button type="primary" onClick={() => void release()}>
            {word('release')}
          </Button>
        )}
      </footer>
      <StaleDialog of={dishBom} record={record} onSave={save} />
    </div>
  );
}
