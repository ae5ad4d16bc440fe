import { Checkbox, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { CandidatesEditor } from './candidates-editor.view.tsx';
import type { ChainStep } from '../engine/chain.rules.ts';
import { DUE_HOURS_MAX } from '../engine/task-settings.rules.ts';
import { workflowTexts } from '../workflow.texts.ts';

type Settings = ChainStep['settings'];
/** Changed settings; how many have to agree and until when may be taken away. */
type Change = Partial<Omit<Settings, 'ratio' | 'dueHours'>> & {
  readonly ratio?: number | undefined;
  readonly dueHours?: number | undefined;
};
interface PartProps {
  readonly value: Settings;
  readonly set: (change: Change) => void;
}
interface Props {
  readonly value: Settings;
  readonly onChange: (next: Settings) => void;
  readonly of: Declaration | undefined;
  /** Earlier tasks it may be sent back to. */
  readonly before: readonly { readonly id: string; readonly name: string }[];
}

/** How many of those asked have to agree, until when, who gets a copy, and what else they may do. */
export function SettingsEditor({ value, onChange, of, before }: Props): ReactNode {
  const word = useWords(workflowTexts);
  const set = (change: Change): void => onChange(changed(value, change));
  return (
    <div className="flow-settings">
      <ModeSetting value={value} set={set} />
      <DueSetting value={value} set={set} />
      <Line label={word('set.cc')}>
        <CandidatesEditor of={of} label={word('set.cc')} value={value.cc ?? []} onChange={(cc) => set({ cc })} />
      </Line>
      {before.length > 0 && (
        <Line label={word('set.return')}>
          <Select
            size="small"
            mode="multiple"
            className="flow-wide"
            aria-label={word('set.return')}
            value={[...(value.returnTo ?? [])]}
            options={before.map((each) => ({ value: each.id, label: each.name }))}
            onChange={(returnTo: string[]) => set({ returnTo })}
          />
        </Line>
      )}
      <RightSettings value={value} set={set} />
    </div>
  );
}

function ModeSetting({ value, set }: PartProps) {
  const word = useWords(workflowTexts);
  const mode = value.mode ?? 'any';
  return (
    <Line label={word('set.mode')}>
      <Select
        size="small"
        aria-label={word('set.mode')}
        value={mode}
        options={(['any', 'all', 'ratio'] as const).map((each) => ({ value: each, label: word(`mode.${each}`) }))}
        onChange={(next) => set({ mode: next, ratio: next === 'ratio' ? 50 : undefined, order: 'parallel' })}
      />
      {mode === 'ratio' && (
        <InputNumber
          size="small"
          aria-label={word('set.ratio')}
          min={1}
          max={100}
          precision={0}
          suffix="%"
          value={value.ratio ?? 50}
          onChange={(ratio) => set({ ratio: ratio ?? 50 })}
        />
      )}
      {mode === 'all' && (
        <Checkbox
          checked={value.order === 'sequential'}
          onChange={(event) => set({ order: event.target.checked ? 'sequential' : 'parallel' })}
        >
          {word('set.order')}
        </Checkbox>
      )}
    </Line>
  );
}

function DueSetting({ value, set }: PartProps) {
  const word = useWords(workflowTexts);
  return (
    <Line label={word('set.due')}>
      <InputNumber
        size="small"
        aria-label={word('set.due')}
        min={1}
        max={DUE_HOURS_MAX}
        precision={0}
        value={value.dueHours ?? null}
        onChange={(hours) => set({ dueHours: hours ?? undefined })}
      />
      {value.dueHours !== undefined && (
        <Select
          size="small"
          aria-label={word('set.timeout')}
          value={value.timeoutAction ?? 'remind'}
          options={[
            { value: 'remind', label: word('set.remind') },
            { value: 'reject', label: word('set.reject') },
            { value: 'transfer-to-leader', label: word('set.leader') },
          ]}
          onChange={(timeoutAction) => set({ timeoutAction })}
        />
      )}
    </Line>
  );
}

function RightSettings({ value, set }: PartProps) {
  const word = useWords(workflowTexts);
  return (
    <div className="flow-checks">
      <Checkbox
        checked={value.commentRequired === true}
        onChange={(event) => set({ commentRequired: event.target.checked })}
      >
        {word('set.comment')}
      </Checkbox>
      <Checkbox checked={value.canTransfer !== false} onChange={(event) => set({ canTransfer: event.target.checked })}>
        {word('set.transfer')}
      </Checkbox>
      <Checkbox checked={value.canAddSign !== false} onChange={(event) => set({ canAddSign: event.target.checked })}>
        {word('set.sign')}
      </Checkbox>
    </div>
  );
}

/** The settings with the changes; what is taken away is left out. */
const changed = (value: Settings, change: Change): Settings => {
  const { ratio, dueHours, ...rest } = { ...value, ...change };
  return { ...rest, ...(ratio === undefined ? {} : { ratio }), ...(dueHours === undefined ? {} : { dueHours }) };
};

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flow-setting">
    <span className="soft">{label}</span>
    <div>{children}</div>
  </div>
);
