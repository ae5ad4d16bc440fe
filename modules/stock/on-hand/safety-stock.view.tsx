import { SafetyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { PageOf } from '../../../kernel/core/shape.ts';
import { get, intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { FieldErrors, Values } from '../../../kernel/web/form/values.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { type Face, textOf, shown, type StockRow } from './place.view.ts';
import { stockTexts } from '../stock.texts.ts';
import '../stock.css';

/** Safety stock of any material at any place, whether or not anything of it ever lay there. */
export function SafetyStock({ of, face }: { readonly of: Declaration; readonly face: Face }): ReactNode {
  const word = useWords(stockTexts);
  const codes = useAllowedCodes();
  const [open, setOpen] = useState(false);
  if (!codes.has(`${face.stock}_add`) && !codes.has(`${face.stock}_edit`)) return null;
  return (
    <>
      <Button icon={<SafetyOutlined />} onClick={() => setOpen(true)}>
        {word('safety.set')}
      </Button>
      {open && <SafetyDialog of={of} face={face} onClose={() => setOpen(false)} />}
    </>
  );
}

function SafetyDialog({
  of,
  face,
  onClose,
}: {
  readonly of: Declaration;
  readonly face: Face;
  readonly onClose: () => void;
}): ReactNode {
  const word = useWords(stockTexts);
  const notify = useNotify();
  const base = useId();
  const [typed, setTyped] = useState<Values>({});
  const [faults, setFaults] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const placeId = textOf(typed[face.place]);
  const materialId = textOf(typed['materialId']);
  const material = useQuery({
    queryKey: ['select', 'material', 'ids', materialId],
    queryFn: ({ signal }) => searchRecords('material', '', { ids: materialId, size: '1' }, signal),
    enabled: materialId !== '',
  });
  const there = useQuery({
    queryKey: ['stock-page', 'safety', face.stock, placeId, materialId],
    enabled: placeId !== '' && materialId !== '',
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await get<PageOf<StockRow>>(
          `/${face.service}/${face.stock}/page`,
          { [`${face.place}_equal`]: placeId, materialId_equal: materialId, size: 1 },
          signal,
        )
      ).records[0] ?? null,
  });
  const row = there.data ?? undefined;
  const unit = { baseUnitId: material.data?.[0]?.['baseUnitId'], baseUnitName: material.data?.[0]?.['baseUnitName'] };
  // What is set already stands in the field until something else is typed.
  const values: Values = {
    safetyStockThreshold: row?.['safetyStockThreshold'],
    maxStock: row?.['maxStock'],
    ...typed,
    ...unit,
  };
  const fields = Object.fromEntries(
    [face.place, 'materialId', 'safetyStockThreshold', 'maxStock'].map((name) => [name, of.fields[name]!]),
  );

  const change = (name: string, value: unknown, beside?: Values): void => {
    const isKey = name === face.place || name === 'materialId';
    setTyped((before) => ({
      ...(isKey
        ? Object.fromEntries(
            Object.entries(before).filter(([key]) => key !== 'safetyStockThreshold' && key !== 'maxStock'),
          )
        : before),
      ...beside,
      [name]: value,
    }));
    setFaults({});
  };
  const save = async (): Promise<void> => {
    const body = {
      ...(row === undefined ? { [face.place]: placeId, materialId } : { id: textOf(row.id) }),
      safetyStockThreshold: textOf(values['safetyStockThreshold'] ?? '0'),
      maxStock: textOf(values['maxStock']),
    };
    setBusy(true);
    try {
      await request(face.settings.submit, body, { key: once.keyFor(body) });
      once.done();
      notify.done(
        word('safety.done', {
          material: textOf(typed['materialName']),
          qty: shown(body.safetyStockThreshold),
          unit: textOf(unit.baseUnitName),
        }),
      );
      await invalidateLists(of);
      onClose();
    } catch (error) {
      if (error instanceof ApiError)
        setFaults(
          Object.fromEntries(
            error.problems.flatMap((each) => (each.field === undefined ? [] : [[each.field, each.message]])),
          ),
        );
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const known = placeId !== '' && materialId !== '' && there.data !== undefined;
  return (
    <Modal
      open
      title={word('safety.set')}
      okText={word('safety.save')}
      onCancel={onClose}
      onOk={() => void save()}
      okButtonProps={{ loading: busy, disabled: !known || textOf(values['safetyStockThreshold']) === '' }}
    >
      <p className="soft safety-what">{word('safety.what')}</p>
      <FormFields base={base} fields={fields} values={values} faults={faults} onChange={change} single autoFocus />
      <p className="soft figures safety-what" role="status">
        {known &&
          (row === undefined
            ? word('safety.never')
            : word('safety.there', {
                qty: shown(row.qty),
                available: shown(row.availableQty),
                safety: shown(row.safetyStockThreshold),
                unit: textOf(unit.baseUnitName),
              }))}
      </p>
    </Modal>
  );
}
