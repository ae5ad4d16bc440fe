/** Longer than any password that is typed. */
export const LONGEST_PASSWORD = 128;
const SHORTEST_STRONG = 8;
/** What is tried first: the most common passwords, in lower case, as far as they have eight signs and more. */
const KNOWN: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword1 12345678 123456789 1234567890
  12345678910 123123123 1234abcd abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678 qwerty123
  qwerty12 qwertyuiop 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 asdfghjkl zxcvbnm123
  iloveyou1 iloveyou sunshine princess football baseball superman letmein1 welcome1 welcome123 admin123 admin1234
  administrator 88888888 66666666 11111111 00000000 11223344 12344321 87654321 987654321 147258369 5201314520
  woaini1314 woaini520 qq123456 wang1234 larder2026 changeme changeme1 trustno1 monkey123 dragon123 master123`.split(
    /\s+/,
  ),
);

/** How long a tenant wants passwords at least; 0 is the common rule: six to twelve letters and digits, both of them. */
export const passwordMinLengthOf = (parameter: string): number =>
  isPasswordMinLength(parameter) ? Number(parameter) : 0;

/** 0, or a length that is worth demanding. */
export const isPasswordMinLength = (value: string): boolean =>
  /^\d{1,3}$/.test(value) &&
  (Number(value) === 0 || (Number(value) >= SHORTEST_STRONG && Number(value) <= LONGEST_PASSWORD));

/** By the common rule, or, of at least `minLength` signs, any that is neither known nor one sign again and again. */
export const isAllowedPassword = (password: string, minLength = 0): boolean =>
  minLength === 0
    ? /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,12}$/.test(password)
    : password.length >= minLength &&
      password.length <= LONGEST_PASSWORD &&
      new Set(password).size > 1 &&
      !KNOWN.has(password.toLowerCase());

/** Clients send the MD5 of a password as 32 hex digits; whatever looks like that is one. */
export const isDigest = (value: string): boolean => /^[0-9a-f]{32}$/i.test(value);
