/** Bytes of a file: a million addresses with some columns beside them. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024;
/** Bytes of a piece in which it is kept, and read again. */
export const PIECE_BYTES = 256 * 1024;
/** Bytes of one row; the search for the end of a quoted cell ends there. */
export const MAX_ROW_BYTES = 4 * 1024 * 1024;
/** Rows of one transaction, and bytes of the file after which it has no further row. */
export const STEP_ROWS = 5_000;
export const STEP_BYTES = 8 * 1024 * 1024;
/** First rows by which a file's columns are found, and bytes after which no further row is looked at. */
export const SAMPLE_ROWS = 100;
export const SAMPLE_BYTES = 4 * 1024 * 1024;
/** Rows above the headings that are taken for titles. */
export const MAX_TITLE_ROWS = 20;
/** Characters of a cell that a preview shows. */
export const MAX_SHOWN_CHARACTERS = 1_000;
/** Rows that were not taken and are kept; a file with more is not what it should be. Of values that were left out no more are kept. */
export const MAX_REJECTS = 100_000;
/** Characters that are kept of such a row. */
export const MAX_VALUE_CHARACTERS = 200;
/** Imports of an account that have not ended. */
export const MAX_OPEN = 3;
export const MAX_NOTE_CHARACTERS = 500;
export const MAX_KEY_CHARACTERS = 256;
/** Rows that a preview shows. */
export const PREVIEW_ROWS = 20;
/** Imports that a listing shows. */
export const MAX_LISTED = 50;
/** Imports are forgotten after so many days, and files whose sender went away after so many seconds. */
export const KEPT_DAYS = 90;
export const ABANDONED_SECONDS = 1_200;
/** Imports that nobody starts end after so many seconds. */
export const UNSTARTED_SECONDS = 86_400;
