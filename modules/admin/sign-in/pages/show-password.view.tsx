import { useText } from './i18n.view.ts';

interface ShowPasswordProps {
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}
/** The eye beside the password, which shows what is typed. */
export function ShowPassword({ shown, onChange }: ShowPasswordProps) {
  const text = useText();
  return (
    <button
      type="button"
      className="sign-in-eye"
      aria-label={text('sign-in.show')}
      aria-pressed={shown}
      onClick={() => onChange(!shown)}
    >
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
        <circle cx="12" cy="12" r="3" />
        {!shown && <path d="M4 20 20 4" />}
      </svg>
    </button>
  );
}
