import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { CandidatesEditor } from './candidates-editor.view.tsx';
import type { ChainStep } from '../engine/chain.rules.ts';
import { ConditionEditor } from './condition-editor.view.tsx';
import { SettingsEditor } from './settings-editor.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';

interface Props {
  readonly steps: readonly ChainStep[];
  readonly onChange: (next: readonly ChainStep[]) => void;
  readonly of: Declaration | undefined;
  readonly category: string;
}

/** Who approves at each step, in order, and when a step is left out: no diagram needed. */
export function ChainEditor({ steps, onChange, of, category }: Props) {
  const word = useWords(workflowTexts);
  const set = (at: number, more: Partial<ChainStep>): void =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...more } : step)));
  const move = (at: number, by: 1 | -1): void => {
    const next = [...steps];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    onChange(next.map((step, index) => ({ ...step, settings: backTo(step, next.slice(0, index)) })));
  };
  return (
    <div className="flow-chain">
      <p className="soft">{word('chain.lead')}</p>
      <ol>
        {steps.map((step, at) => (
          <li key={step.id} className="flow-block flow-chain-step" aria-label={word('chain.step', { number: at + 1 })}>
            <header>
              <span className="flow-number figures">{at + 1}</span>
              <Input
                aria-label={`${word('chain.step', { number: at + 1 })} ${word('chain.name')}`}
                placeholder={word('chain.name')}
                maxLength={40}
                value={step.name}
                onChange={(event) => set(at, { name: event.target.value })}
              />
              <Tooltip title={word('chain.up')}>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={word('chain.up')}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
              </Tooltip>
              <Tooltip title={word('chain.down')}>
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={word('chain.down')}
                  disabled={at === steps.length - 1}
                  onClick={() => move(at, 1)}
                />
              </Tooltip>
              <Tooltip title={word('chain.drop')}>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={word('chain.drop')}
                  onClick={() => {
                    const next = steps.filter((_, index) => index !== at);
                    onChange(next.map((each, index) => ({ ...each, settings: backTo(each, next.slice(0, index)) })));
                  }}
                />
              </Tooltip>
            </header>
            <div className="flow-setting">
              <span className="soft">{word('chain.who')}</span>
              <div>
                <CandidatesEditor
                  of={of}
                  label={word('chain.who')}
                  value={step.settings.candidates}
                  onChange={(candidates) => set(at, { settings: { ...step.settings, candidates } })}
                />
              </div>
            </div>
            <div className="flow-setting">
              <span className="soft">{word('chain.when')}</span>
              <div>
                <ConditionEditor
                  category={category}
                  label={word('chain.when')}
                  value={step.when}
                  onChange={(when) => set(at, { when })}
                />
              </div>
            </div>
            <More>
              {
                <SettingsEditor
                  of={of}
                  value={step.settings}
                  before={steps.slice(0, at).map(({ id, name }) => ({ id, name }))}
                  onChange={(settings) => set(at, { settings })}
                />
              }
            </More>
          </li>
        ))}
      </ol>
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() =>
          onChange([...steps, { id: freshId(steps), name: '', settings: { candidates: [{ kind: 'role' }] }, when: '' }])
        }
      >
        {word('chain.add')}
      </Button>
    </div>
  );
}

/** A step may be sent back only to those still before it. */
const backTo = (step: ChainStep, before: readonly ChainStep[]): ChainStep['settings'] =>
  step.settings.returnTo === undefined
    ? step.settings
    : { ...step.settings, returnTo: step.settings.returnTo.filter((id) => before.some((each) => each.id === id)) };

function freshId(steps: readonly ChainStep[]): string {
  let number = steps.length + 1;
  while (steps.some((step) => step.id === `step_${number}`)) number += 1;
  return `step_${number}`;
}

function More({ children }: { readonly children: React.ReactNode }) {
  const word = useWords(workflowTexts);
  const [open, setOpen] = useState(false);
  return (
    <div>
      {open ? (
        children
      ) : (
        <Button type="link" size="small" className="flow-more" onClick={() => setOpen(true)}>
          {word('chain.more')}
        </Button>
      )}
    </div>
  );
}
