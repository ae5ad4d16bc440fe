/** Props of every antd input, absent instead of undefined; a wrong value is marked for screen readers as well. */
export function common(given: {
  readonly disabled?: boolean | undefined;
  readonly wrong?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly placeholder?: string | undefined;
}) {
  return {
    ...(given.disabled === undefined ? {} : { disabled: given.disabled }),
    ...(given.wrong === true ? { status: 'error' as const, 'aria-invalid': true } : {}),
    ...(given.autoFocus === undefined ? {} : { autoFocus: given.autoFocus }),
    ...(given.placeholder === undefined ? {} : { placeholder: given.placeholder }),
  };
}
