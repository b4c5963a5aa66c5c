/** Number of days during which an import can be undone. */
export const UNDO_DAYS = 7;
/** Maximum number of columns that an import reads. Further columns are ignored. */
export const MAX_COLUMNS = 200;
/** Maximum number of lists, and of tags, that an import creates for names in its file. */
export const MAX_NEW_GROUPS = 200;
/** Maximum number of lists, and of tags, per row. */
export const MAX_GROUPS_OF_ROW = 50;
/** Maximum number of fields that an import creates. */
export const MAX_NEW_FIELDS = 50;
export const MAX_NAME_CHARACTERS = 191;
export const MAX_CONSENT_CHARACTERS = 1_000;
/** Limits for a consent column: number of distinct values, and length of a value in characters. */
export const MAX_CONSENT_VALUES = 100;
export const MAX_CONSENT_VALUE_CHARACTERS = 100;
