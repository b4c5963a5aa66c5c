/** Days for which an import can be undone. */
export const UNDO_DAYS = 7;
/** Columns of a file that are looked at; those behind them are left out. */
export const MAX_COLUMNS = 200;
/** Lists, and tags, that one import makes because its file names them. */
export const MAX_NEW_GROUPS = 200;
/** Lists, and tags, that one row names. */
export const MAX_GROUPS_OF_ROW = 50;
/** Fields that an import makes. */
export const MAX_NEW_FIELDS = 50;
export const MAX_NAME_CHARACTERS = 191;
export const MAX_CONSENT_CHARACTERS = 1_000;
/** Values of a column about consent that can be given a status, and the characters of each. */
export const MAX_CONSENT_VALUES = 100;
export const MAX_CONSENT_VALUE_CHARACTERS = 100;
