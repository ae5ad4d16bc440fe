import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { InputProps } from '../../kernel/web/kinds/face.ts';
import type { PageOf, RecordOf } from '../../kernel/core/shape.ts';
import { get } from '../../parts/client/api.ts';
import type { factoryStockBatch } from '../stock/lots/stock-batch.resource.ts';
import { faces, textOf } from '../stock/on-hand/place.view.ts';
import { factoryReturned } from './factory-returned.document.ts';

const CHOICES = 20;

/** A lot of the factory by its number or material: those it had in its stores. */
export function CalledLot({ id, value, row, onChange, disabled, wrong }: InputProps): ReactNode {
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['detail', factoryReturned.name, 'lots', typed],
    queryFn: ({ signal }) =>
      get<PageOf<RecordOf<typeof factoryStockBatch>>>(
        `/${faces.factory.service}/${faces.factory.lots}/page`,
        { batchCode_like: typed.trim(), size: CHOICES },
        signal,
      ),
    placeholderData: (before) => before,
  });
  const found = new Map(
    (data?.records ?? []).map((lot) => [
      textOf(lot.batchId),
      `${textOf(lot['batchCode'])} · ${textOf(lot['materialName'])}`,
    ]),
  );
  const chosen = textOf(value);
  if (chosen !== '' && !found.has(chosen)) found.set(chosen, textOf(row['recallBatchName']) || chosen);
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      value={chosen === '' ? undefined : chosen}
      {...(disabled === undefined ? {} : { disabled })}
      {...(wrong ? { status: 'error' as const } : {})}
      options={[...found].map(([each, label]) => ({ value: each, label }))}
      onChange={(next: string | undefined) => onChange(next ?? null, { recallBatchName: found.get(next ?? '') ?? '' })}
    />
  );
}
