import { LoadingOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';

interface Props extends Omit<ButtonProps, 'children' | 'loading'> {
  readonly word: string;
  readonly isSaving: boolean;
}

/** Saves; pressed while a save is on its way it is heard, as the loading button of antd is not. */
export function SaveButton({ word, isSaving, icon, ...button }: Props) {
  return (
    <Button type="primary" {...button} aria-busy={isSaving} icon={isSaving ? <LoadingOutlined /> : icon}>
      {word}
    </Button>
  );
}
