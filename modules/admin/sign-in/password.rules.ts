/** Six to twelve letters and digits, both of them. */
export const isAllowedPassword = (password: string): boolean =>
  /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,12}$/.test(password);

/** Clients send the MD5 of a password as 32 hex digits; whatever looks like that is one. */
export const isDigest = (value: string): boolean => /^[0-9a-f]{32}$/i.test(value);
