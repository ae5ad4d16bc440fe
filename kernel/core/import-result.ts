/** What a sheet would do, or did: counts of its rows, and each cell that is wrong. Answered by the import calls, shown by their dialog. */
export interface ImportResult {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly rows: readonly BadCell[];
  /** The person's own sheet with the reasons in it; set by who stores it. */
  readonly fileId: string | null;
  /** Headings that are no field and were passed over. */
  readonly ignored: readonly string[];
}
export interface BadCell {
  readonly row: number;
  /** Heading as the person wrote it; empty when the whole row is meant. */
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
