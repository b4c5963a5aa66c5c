/** Maximum size of a file, in bytes: enough for a million rows with an address and a few other columns. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024;
/** Size of the chunks in which a file is stored and read, in bytes. */
export const PIECE_BYTES = 256 * 1024;
/** Maximum size of a row, in bytes. The search for the end of a quoted cell stops at this size. */
export const MAX_ROW_BYTES = 4 * 1024 * 1024;
/** Maximum number of rows per transaction. `STEP_BYTES` is the number of bytes after which a transaction ends. */
export const STEP_ROWS = 5_000;
export const STEP_BYTES = 8 * 1024 * 1024;
/** Maximum numbers of rows and of bytes that are read to detect the columns. */
export const SAMPLE_ROWS = 100;
export const SAMPLE_BYTES = 4 * 1024 * 1024;
/** Maximum number of rows above the header that are treated as titles. */
export const MAX_TITLE_ROWS = 20;
/** Maximum number of characters shown for a cell in a preview. */
export const MAX_SHOWN_CHARACTERS = 1_000;
/**
 * Maximum number of stored rejected rows, and of stored omitted values, per import. If a file has more problems, the
 * user probably uploaded the wrong file.
 */
export const MAX_REJECTS = 100_000;
/** Maximum length of a stored rejected value, in characters. */
export const MAX_VALUE_CHARACTERS = 200;
/** Maximum number of unfinished imports per account. */
export const MAX_OPEN = 3;
export const MAX_NOTE_CHARACTERS = 500;
export const MAX_KEY_CHARACTERS = 256;
export const PREVIEW_ROWS = 20;
/** Maximum number of imports in a list. */
export const MAX_LISTED = 50;
/**
 * `KEPT_DAYS` is the number of days after which imports are deleted, and `ABANDONED_SECONDS` is the number of seconds
 * after which interrupted uploads are deleted.
 */
export const KEPT_DAYS = 90;
export const ABANDONED_SECONDS = 1_200;
/** Number of seconds after which an import that was never started is canceled. */
export const UNSTARTED_SECONDS = 86_400;
