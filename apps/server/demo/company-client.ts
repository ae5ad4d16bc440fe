/** Working in a company through its public calls, as one of its people at some moment: in this process or over HTTP. */
export interface CompanyClient {
  get<T = Answer>(path: string, input?: Readonly<Record<string, unknown>>): Promise<T>;
  post<T = Answer>(path: string, input?: Readonly<Record<string, unknown>>): Promise<T>;
  /** The same company as another person, by account. */
  as(account: string): CompanyClient;
  /** The same person at another business moment, `yyyy-MM-dd HH:mm:ss`. */
  at(moment: string): CompanyClient;
  /** Keeps a file the person brings and answers its id; absent where files are not wanted. */
  upload?(name: string, bytes: Buffer): Promise<string>;
}
/** What calls answer: rows, records, plain values. */
type Answer = Readonly<Record<string, unknown>>;

/** A page as lists answer it. */
export interface Records<T = Answer> {
  readonly records: readonly T[];
  readonly total: number;
}

/** The company said no; the sentence is what a person would read. */
export class CompanyRefused extends Error {}
