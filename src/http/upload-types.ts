/** The body of a route that accepts one file, which is never held in memory as a whole. */
export interface UploadSpec {
  readonly maxBytes: number;
  /** Content types for a body that is the file itself. A form is always accepted as well. */
  readonly types: readonly string[];
  /** Name of the form field that contains the file. */
  readonly field: string;
  /** Other form fields. They must come before the file. */
  readonly fields: readonly string[];
}

/** A file that is being received. */
export interface Upload {
  /** File name in the form. Empty if the form contains no file name. */
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Bytes of the file, readable once. Throws Refusal if there are too many bytes or the form is invalid, and HungUp if
   * the caller disconnects.
   */
  readonly pieces: AsyncIterable<Buffer>;
  /** Discards the rest of the file. Must be called if the file is not read to its end. */
  drop(): void;
}
