import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import { useRef, useState } from 'react';
import { FILE_BYTES, PICTURE_BYTES } from '../../core/file-limits.ts';
import type { Language } from '../../core/label.ts';
import { type Refusal, refuse, sentenceOf } from '../../core/refusal.ts';
import { post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import type { InputProps } from './face.ts';
import {
  fetchFile,
  type StoredFile,
  storedFilesIn,
  uploading,
  uploadsFailed,
} from '../../../parts/pictures/stored-files.ts';
import { shrinkPicture } from '../../../parts/pictures/shrink-picture.ts';

interface Uploaded {
  readonly attachId: string;
  readonly link: string;
  readonly originalName?: string;
}

/** What the server would say anyway, said before megabytes travel. */
function refusalOf(file: File | undefined, isPicture: boolean): Refusal | undefined {
  if (file === undefined) return refuse('file.not-a-picture');
  if (file.size > (isPicture ? PICTURE_BYTES : FILE_BYTES))
    return refuse('file.too-large', { max: isPicture ? '500 kB' : '20 MB' });
  return undefined;
}

type Props = InputProps & { readonly pictures: boolean };

/** Stores a file, a picture made small enough before. Throws an ApiError where it may not be stored. */
async function sendFile(file: File, isPicture: boolean, language: Language): Promise<Uploaded> {
  const travels = isPicture ? await shrinkPicture(file) : file;
  const refusal = refusalOf(travels, isPicture);
  if (refusal !== undefined) throw new ApiError('refused', sentenceOf(refusal, language));
  const body = new FormData();
  if (isPicture) body.set('kind', 'picture');
  body.set('file', travels!);
  return post<Uploaded>('/blade-resource/oss/endpoint/put-file-attach', { upload: body });
}

/** The files of a field, those on their way among them, and how they come and go. */
function useFiles({ name, row, onChange, pictures }: Props) {
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const [busy, setBusy] = useState<readonly UploadFile[]>([]);
  const stored = storedFilesIn(row, name);
  // Several files arrive one after the other, each while the form may not have been drawn with the one before.
  const latest = useRef(stored);
  latest.current = stored;
  const set = (next: readonly StoredFile[]): void => {
    latest.current = next;
    onChange(
      next.map((file) => file.id),
      { [`${name}Files`]: next },
    );
  };
  /** Removed while they travelled: they arrive for nothing. */
  const removed = useRef(new Set<string>());
  const remove = (fileId: string): void => {
    removed.current.add(fileId);
    setBusy((now) => now.filter((each) => each.uid !== fileId));
    set(latest.current.filter((each) => each.id !== fileId));
  };
  const upload = async (file: File): Promise<void> => {
    const waiting: UploadFile = {
      uid: crypto.getRandomValues(new Uint32Array(1)).join(),
      name: file.name,
      status: 'uploading',
    };
    setBusy((now) => [...now, waiting]);
    uploading.update((count) => count + 1);
    try {
      const made = await sendFile(file, pictures, language);
      if (!removed.current.has(waiting.uid))
        set([...latest.current, { id: made.attachId, link: made.link, name: made.originalName ?? file.name }]);
    } catch (error) {
      uploadsFailed.update((count) => count + 1);
      const again = error instanceof ApiError && error.errorKind === 'refused' ? undefined : () => void upload(file);
      notify.error(
        error instanceof ApiError
          ? new ApiError(error.errorKind, text('upload.failed', { name: file.name, why: error.message }))
          : error,
        again,
      );
    } finally {
      uploading.update((count) => count - 1);
      setBusy((now) => now.filter((each) => each !== waiting));
    }
  };
  return { stored, busy, upload, remove };
}

/** Sends the files of a field and removes them; its form waits for those on their way. */
export function FilesUpload(props: Props) {
  const { id, field, disabled, pictures } = props;
  const text = useText();
  const notify = useNotify();
  const { stored, busy, upload, remove } = useFiles(props);
  /** Whoever removed one goes on from here: their keyboard must not fall out of the form with it. */
  const add = useRef<HTMLButtonElement>(null);
  const full = field.rules.max !== undefined && stored.length + busy.length >= field.rules.max;
  return (
    <Upload
      id={id}
      listType={pictures ? 'picture-card' : 'text'}
      {...(pictures ? { accept: 'image/*' } : {})}
      multiple={field.rules.max !== 1}
      disabled={disabled === true}
      fileList={[
        ...stored.map((file): UploadFile => ({
          uid: file.id,
          name: file.name,
          status: 'done',
          ...(pictures ? { url: file.link, thumbUrl: file.link } : {}),
        })),
        ...busy,
      ]}
      {...(pictures
        ? {}
        : {
            onPreview: (file: UploadFile) => void fetchFile(file.uid).catch((error: unknown) => notify.error(error)),
          })}
      beforeUpload={(file) => {
        void upload(file);
        return false;
      }}
      onRemove={(file) => {
        remove(file.uid);
        requestAnimationFrame(() => add.current?.focus());
        return false;
      }}
    >
      {full ? null : pictures ? (
        <button ref={add} type="button" className="upload-add">
          <PlusOutlined />
          <span>{text('upload.add')}</span>
        </button>
      ) : (
        <Button ref={add} icon={<UploadOutlined />} disabled={disabled === true}>
          {text('upload.add')}
        </Button>
      )}
    </Upload>
  );
}
