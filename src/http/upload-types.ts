/** A body that is one file and never held as a whole, for routes that take it. */
export interface UploadSpec {
  readonly maxBytes: number;
  /** Types of a body that is the file itself; it may come as a form as well. */
  readonly types: readonly string[];
  /** The field of a form that is the file. */
  readonly field: string;
  /** Other fields of that form; they must stand before the file. */
  readonly fields: readonly string[];
}

/** A file on its way. */
export interface Upload {
  /** As a form calls it; empty when nobody does. */
  readonly fileName: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Its bytes, once. Throws Refusal when they are too many or the form is broken, HungUp when the caller goes away. */
  readonly pieces: AsyncIterable<Buffer>;
  /** To be called when it is not read to its end. */
  drop(): void;
}
