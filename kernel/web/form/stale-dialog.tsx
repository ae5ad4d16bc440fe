import { Modal, Radio } from 'antd';
import { useMemo, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { isWritable } from '../../core/validate.ts';
import { useLabel, useLanguage, useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';
import { besideId } from '../catalogue.ts';
import type { Values } from './values.ts';

interface Props {
  readonly declaration: Declaration;
  readonly mine: Values;
  readonly theirs: Values;
  readonly onCancel: () => void;
  readonly onSave: (chosen: Values) => void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** Somebody else saved first: both versions side by side, a choice per field, and nothing is lost. */
export function StaleDialog({ declaration, mine, theirs, onCancel, onSave }: Props) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const differing = useMemo(() => Object.entries(declaration.fields).filter(([name, field]) => isWritable(field) && !same(mine[name], theirs[name])), [declaration, mine, theirs]);
  const [choice, setChoice] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const chosen = (name: string): 'mine' | 'theirs' => choice[name] ?? 'mine';

  const save = (): void => {
    const take = differing.filter(([name]) => chosen(name) === 'theirs').map(([name]) => name);
    const beside = take.flatMap((name) => [name, besideId(name, 'Name'), besideId(name, 'Code')]);
    onSave({ ...Object.fromEntries(beside.filter((name) => name in theirs).map((name) => [name, theirs[name]])), version: theirs['version'] });
  };
  const who = String(theirs['updateUserName'] ?? '') || text('stale.somebody');
  return (
    <Modal open width={760} title={text('stale')} okText={text('stale.save')} cancelText={text('cancel')} onOk={save} onCancel={onCancel}>
      <p className="soft">{text('stale.help', { who, when: String(theirs['updateTime'] ?? '') })}</p>
      <table className="stale-table">
        <thead><tr><th>{text('stale.field')}</th><th>{text('stale.mine')}</th><th>{text('stale.theirs')}</th></tr></thead>
        <tbody>
          {differing.map(([name, field]) => {
            const face = faceOf(field);
            const side = (which: 'mine' | 'theirs', row: Values) => (
              <td className={chosen(name) === which ? 'is-chosen' : ''}>
                <Radio checked={chosen(name) === which} name={`stale-${name}`} onChange={() => setChoice((now) => ({ ...now, [name]: which }))}>{face.text({ name, field, row, language }) || '–'}</Radio>
              </td>
            );
            return <tr key={name}><th scope="row">{label(field.label)}</th>{side('mine', mine)}{side('theirs', theirs)}</tr>;
          })}
        </tbody>
      </table>
    </Modal>
  );
}
