/** A route body that is one file, which is never held in memory as a whole. */
export interface UploadSpec {
  readonly maxBytes: number;
  /** Content types of a body that is the file itself. A form is always accepted as well. */
  readonly types: readonly string[];
  /** Form field of the file. */
  readonly field: string;
  /** Other form fields, which must come before the file. */
  readonly fields: readonly string[];
}

/** A file being received. */
export interface Upload {
  /** File name in the form; empty if there is none. */
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Bytes of the file, readable once. Throws Refusal if there are too many or the form is invalid, and HungUp if the
   * caller disconnects.
   */
  readonly pieces: AsyncIterable<Buffer>;
  /** Must be called if the file is not read to its end. */
  drop(): void;
}
