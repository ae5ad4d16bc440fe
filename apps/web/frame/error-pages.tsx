import { Button, Result } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { recordError } from './error-log.ts';
import { useText } from './i18n.ts';
import { HOME, restart } from '../../../parts/state/tabs.ts';

function HelpPage({ number }: { readonly number: '403' | '404' | '500' }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Result
      status="info"
      icon={
        <span className="help-number" aria-hidden="true">
          {number}
        </span>
      }
      title={
        <h1 className="help-title" tabIndex={-1}>
          {text(number)}
        </h1>
      }
      subTitle={text(`${number}.help`)}
      extra={
        <>
          {history.length > 1 && <Button onClick={() => void navigate(-1)}>{text('help.back')}</Button>}
          <Button type="primary" onClick={() => void navigate(HOME)}>
            {text('home')}
          </Button>
        </>
      }
    />
  );
}
/** There is no such page. */
export const NotFound = () => <HelpPage number="404" />;
/** The person may not open the page. */
export const Forbidden = () => <HelpPage number="403" />;
/** The server failed. */
export const ServerFault = () => <HelpPage number="500" />;

/** A program file that is no longer there: the program was updated while the page stood open. */
const isOldProgram = (error: Error): boolean =>
  error.name === 'ChunkLoadError' ||
  (error as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED' ||
  /dynamically imported module|module script/i.test(error.message);

function Broken({
  error,
  tabKey,
  onReopen,
}: {
  readonly error: Error;
  readonly tabKey: string;
  readonly onReopen: () => void;
}) {
  const text = useText();
  const old = isOldProgram(error);
  return (
    <Result
      status={old ? 'info' : 'warning'}
      title={text(old ? 'error.old' : 'error.page')}
      subTitle={text(old ? 'error.old.help' : 'error.page.help')}
      extra={
        old ? (
          <Button type="primary" onClick={() => location.reload()}>
            {text('error.reload')}
          </Button>
        ) : (
          <Button
            type="primary"
            onClick={() => {
              restart(tabKey);
              onReopen();
            }}
          >
            {text('error.page.reopen')}
          </Button>
        )
      }
    >
      {!old && (
        <pre className="help-trace">{`${error.name}: ${error.message}\n${location.pathname}\n${(error.stack ?? '').split('\n').slice(1, 5).join('\n')}`}</pre>
      )}
    </Result>
  );
}

/** One broken page must not take the others with it. */
export class PageGuard extends Component<
  { readonly tabKey: string; readonly children: ReactNode },
  { readonly error: Error | undefined }
> {
  override state = { error: undefined };
  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    recordError(isOldProgram(error) ? 'chunk' : 'render', error, info.componentStack ?? '');
  }
  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <Broken error={error} tabKey={this.props.tabKey} onReopen={() => this.setState({ error: undefined })} />
    );
  }
}
