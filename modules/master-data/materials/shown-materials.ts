/** Asks a page of materials to say what each is ready for, what it costs and what is available of it. */
export const withReadiness = { withReadiness: '1', withToday: '1' } as const;
