/** Longer than any password that is typed. */
const LONGEST_PASSWORD = 128;
const SHORTEST_STRONG = 8;
/** How long a tenant wants passwords at least; 0 is the common rule: six to twelve letters and digits, both of them. */
export const passwordMinLengthOf = (parameter: string): number =>
  isPasswordMinLength(parameter) ? Number(parameter) : 0;

/** 0, or a length that is worth demanding. */
export const isPasswordMinLength = (value: string): boolean =>
  /^\d{1,3}$/.test(value) &&
  (Number(value) === 0 || (Number(value) >= SHORTEST_STRONG && Number(value) <= LONGEST_PASSWORD));

/** By the common rule, or of at least `minLength` signs. */
export const isAllowedPassword = (password: string, minLength = 0): boolean =>
  minLength === 0
    ? /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,12}$/.test(password)
    : password.length >= minLength && password.length <= LONGEST_PASSWORD;

/** Clients send the MD5 of a password as 32 hex digits; whatever looks like that is one. */
export const isDigest = (value: string): boolean => /^[0-9a-f]{32}$/i.test(value);
