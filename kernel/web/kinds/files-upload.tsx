import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { post } from '../api.ts';
import { ApiError } from '../errors.ts';
import { useText } from '../i18n.ts';
import { useTell } from '../tell.tsx';
import type { InputProps } from './face.ts';
import { type Kept, keptIn } from './files-kept.ts';

interface Uploaded {
  readonly attachId: string;
  readonly link: string;
  readonly originalName?: string;
}

export function FilesUpload({ id, name, field, row, onChange, disabled, pictures }: InputProps & { readonly pictures: boolean }) {
  const text = useText();
  const tell = useTell();
  const [busy, setBusy] = useState<readonly UploadFile[]>([]);
  const kept = keptIn(row, name);
  const set = (next: readonly Kept[]): void => onChange(next.map((file) => file.id), { [`${name}Files`]: next });
  const full = field.rules.max !== undefined && kept.length + busy.length >= field.rules.max;

  const upload = async (file: File): Promise<void> => {
    const waiting: UploadFile = { uid: crypto.getRandomValues(new Uint32Array(1)).join(), name: file.name, status: 'uploading' };
    setBusy((now) => [...now, waiting]);
    try {
      const body = new FormData();
      body.set('file', file);
      const made = await post<Uploaded>('/blade-resource/oss/endpoint/put-file-attach', { upload: body });
      set([...kept, { id: made.attachId, link: made.link, name: made.originalName ?? file.name }]);
    } catch (error) {
      tell.trouble(error instanceof ApiError ? new ApiError(error.trouble, text('upload.failed', { name: file.name, why: error.message })) : error, () => void upload(file));
    } finally {
      setBusy((now) => now.filter((each) => each !== waiting));
    }
  };

  return (
    <Upload
      id={id} listType={pictures ? 'picture-card' : 'text'} {...(pictures ? { accept: 'image/png,image/jpeg,image/webp' } : {})} disabled={disabled === true}
      fileList={[...kept.map((file): UploadFile => ({ uid: file.id, name: file.name, status: 'done', url: file.link, thumbUrl: file.link })), ...busy]}
      beforeUpload={(file) => { void upload(file); return false; }} onRemove={(file) => { set(kept.filter((each) => each.id !== file.uid)); return false; }}
    >
      {full ? null : pictures ? <button type="button" className="upload-add"><PlusOutlined /><span>{text('upload.add')}</span></button> : <Button icon={<UploadOutlined />} disabled={disabled === true}>{text('upload.add')}</Button>}
    </Upload>
  );
}
