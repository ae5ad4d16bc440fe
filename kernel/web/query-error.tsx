import { Alert, Button } from 'antd';
import { ApiError } from '../../parts/client/errors.ts';
import { useText } from './i18n.ts';

/** Why an answer is not here, with a button that asks again; nothing where there is no error. */
export function QueryError({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const text = useText();
  if (error === null) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={error instanceof ApiError ? error.message : text('error.unknown')}
      action={
        <Button size="small" onClick={onRetry}>
          {text('error.retry')}
        </Button>
      }
    />
  );
}
