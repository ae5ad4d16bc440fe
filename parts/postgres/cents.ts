/** "12.5" → "12.50", without arithmetic. */
export const withCents = (text: string): string => {
  const [whole, cents = ''] = text.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};
