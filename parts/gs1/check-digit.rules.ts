/** Whether the last digit of a GTIN, EAN, UPC or SSCC is the one the others lead to: weights 3 and 1 from the right. */
export function checkDigitHolds(code: string): boolean {
  const digits = [...code].map(Number);
  const check = digits.pop();
  const sum = digits.toReversed().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/**
 * One form for all lengths a trade item is written in: EAN-8, UPC-A and EAN-13 are GTIN-14 with zeros before them. Any
 * other code is compared as it stands, without regard to case.
 */
export const codeKey = (code: string): string => {
  const plain = code.trim().toUpperCase();
  return /^(\d{8}|\d{12,14})$/.test(plain) && checkDigitHolds(plain) ? plain.padStart(14, '0') : plain;
};

/** A GTIN as it is printed below its bars: an EAN-13 without the zero that makes it a GTIN-14. */
export const printedGtin = (gtin: string): string => gtin.replace(/^0(?=\d{13}$)/, '');
