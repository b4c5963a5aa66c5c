/** The body of a route that accepts one file. The file is received as a stream. */
export interface UploadSpec {
  readonly maxBytes: number;
  /** Content types that are accepted for a body that consists of the file itself. Forms are always accepted. */
  readonly types: readonly string[];
  /** Name of the form field that contains the file. */
  readonly field: string;
  /** Other form fields, which must precede the file. */
  readonly fields: readonly string[];
}

/** A file that is being received. */
export interface Upload {
  /** File name from the form, or an empty string. */
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Bytes of the file. Can be read once. Throws a `Refusal` if the upload is invalid or too slow, and `HungUp` if the
   * caller disconnects.
   */
  readonly pieces: AsyncIterable<Buffer>;
  /** Discards the rest of the file. Must be called if the file is not read to its end. */
  drop(): void;
}
