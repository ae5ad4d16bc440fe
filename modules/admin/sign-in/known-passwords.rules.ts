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

/** Is a password one that is tried first, or one sign again and again? Asked where a tenant wants strong ones. */
export const isKnownPassword = (password: string): boolean =>
  new Set(password).size < 2 || KNOWN.has(password.toLowerCase());
