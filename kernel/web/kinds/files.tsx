import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { post } from '../api.ts';
import { ApiError } from '../errors.ts';
import { useText } from '../i18n.ts';
import { useTell } from '../tell.tsx';
import { asText, type InputProps, type Shown, type WebFace } from './face.ts';

interface Uploaded {
  readonly attachId: string;
  readonly link: string;
  readonly originalName?: string;
}
/** A stored file; the server answers them beside the ids as `<field>Files`. */
interface Kept {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}

const keptIn = (row: Readonly<Record<string, unknown>>, name: string): readonly Kept[] => {
  const files = row[`${name}Files`];
  if (Array.isArray(files)) return files as Kept[];
  const ids = row[name];
  return (Array.isArray(ids) ? ids : asText(ids).split(',')).map(asText).filter((id) => id !== '').map((id) => ({ id, link: '', name: id }));
};

function FilesInput({ id, name, field, row, onChange, disabled, pictures }: InputProps & { readonly pictures: boolean }) {
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

const names = ({ row, name }: Shown): string => keptIn(row, name).map((file) => file.name).join('、');
const none = <span className="empty-cell">–</span>;

export const picturesFace: WebFace = {
  Input: (props) => <FilesInput {...props} pictures />,
  wide: true,
  cell: ({ row, name }) => {
    const files = keptIn(row, name).filter((file) => file.link !== '');
    return files.length === 0 ? none : <span className="thumbs">{files.slice(0, 3).map((file) => <img key={file.id} src={file.link} alt={file.name} loading="lazy" />)}</span>;
  },
  text: names,
  width: 120,
  unsortable: true,
};
export const attachmentsFace: WebFace = {
  Input: (props) => <FilesInput {...props} pictures={false} />,
  wide: true,
  cell: ({ row, name }) => {
    const files = keptIn(row, name);
    return files.length === 0 ? none : <span className="files">{files.map((file) => (file.link === '' ? file.name : <a key={file.id} href={file.link} target="_blank" rel="noreferrer">{file.name}</a>))}</span>;
  },
  text: names,
  width: 120,
  unsortable: true,
};
