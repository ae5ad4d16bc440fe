import { UserOutlined } from '@ant-design/icons';
import { Avatar, Button } from 'antd';
import { useRef } from 'react';
import { PICTURE_BYTES } from '../../../kernel/core/file-limits.ts';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { post } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { profileTexts } from './profile.texts.ts';
import './profile.css';

const KINDS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

interface PictureProps {
  /** Of the button, where a label stands beside it. */
  readonly id?: string;
  readonly disabled?: boolean;
  readonly avatar: string;
  readonly onChange: (avatar: string) => void;
}
/** The person's picture, and buttons to upload another and to remove it; `avatar` is its address, or "". */
export function PersonPicture({ id, avatar, disabled = false, onChange }: PictureProps) {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const file = useRef<HTMLInputElement>(null);
  const upload = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    if (!KINDS.has(chosen.type)) return notify.warn(word('avatar.kind'));
    if (chosen.size > PICTURE_BYTES) return notify.warn(word('avatar.size', { size: Math.ceil(chosen.size / 1024) }));
    const form = new FormData();
    form.append('file', chosen, chosen.name);
    try {
      const { link } = await post<{ readonly link: string }>('/blade-resource/oss/endpoint/put-file', {
        query: { kind: 'picture' },
        upload: form,
      });
      onChange(link);
    } catch (cause) {
      notify.error(cause);
    }
  };
  return (
    <div className="profile-avatar">
      <Avatar size={72} {...(avatar === '' ? {} : { src: avatar })} icon={<UserOutlined />} alt={word('avatar')} />
      <div>
        <Button {...(id === undefined ? {} : { id })} disabled={disabled} onClick={() => file.current?.click()}>
          {word('avatar.choose')}
        </Button>
        <input
          ref={file}
          hidden
          type="file"
          accept="image/jpeg,image/png"
          aria-label={word('avatar.choose')}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {avatar !== '' && !disabled && (
          <Button type="link" onClick={() => onChange('')}>
            {word('avatar.remove')}
          </Button>
        )}
        <p className="soft">{word('avatar.rule')}</p>
      </div>
    </div>
  );
}

/** The same as the input of a form. */
export const PictureInput = ({ id, value, disabled, onChange }: InputProps) => (
  <PersonPicture
    id={id}
    avatar={asText(value)}
    disabled={disabled === true}
    onChange={(avatar) => onChange(avatar === '' ? null : avatar)}
  />
);
