import { looksLikeDate, meaningOfDate, type ConsentTarget } from './consent.ts';
import { orderShown, readDate } from './dates.ts';
import type { CellFault, CellReader, Draft } from './draft.ts';
import { valueKey } from './profile.ts';
import type { Settings } from './settings.ts';
import type { Meaning } from './consent-status.ts';

const TIMES = {
  confirmed_at: 'confirmedAt',
  unsubscribed_at: 'unsubscribedAt',
  bounced_at: 'bouncedAt',
  invalid_at: 'invalidAt',
} as const;

/**
 * Returns the reader for a consent column. The reader uses the statuses that were assigned to the values of the column
 * when the import started, by the user or by detection. Rows with any other value are rejected, so that no one without
 * consent receives email. Exceptions are dates that imply a status, and empty cells in columns other than `status`.
 */
export function consentReader(target: ConsentTarget, at: number, settings: Settings): CellReader {
  const meanings = settings.statuses[at] ?? {};
  const ofDate = meaningOfDate({ heading: settings.headings[at] ?? '', target });
  return (text, draft) => {
    const key = valueKey(text);
    const said = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
    if (said !== undefined) {
      apply(said, draft);
      return target !== 'status' && looksLikeDate(text) ? NO_DATE : undefined;
    }
    if (text === '' && target !== 'status') return undefined;
    if (ofDate === undefined || text === '' || orderShown(text) === false) return unknown(text);
    apply(ofDate, draft);
    return target === 'status' ? undefined : takeTime(text, TIMES[target], draft, settings);
  };
}

const NO_DATE: CellFault = {
  reason: 'must be a date like 2026-01-31. The start time of the import is used instead.',
  isVital: false,
};

function unknown(text: string): CellFault {
  const value = text === '' ? 'is empty' : `has the value ${JSON.stringify(text.slice(0, 50))}`;
  return { reason: `${value}, which is not mapped to a status.`, isVital: true };
}

function apply(meaning: Meaning, { consentStatuses }: Draft): void {
  if (meaning !== 'ignore') consentStatuses.add(meaning);
}

/**
 * Stores the date on which a status took effect. A date that is not in the import's date format is reported as an
 * error. A future date is replaced by the start time of the import. The status applies in both cases.
 */
function takeTime(
  text: string,
  key: (typeof TIMES)[ConsentTarget & keyof typeof TIMES],
  draft: Draft,
  { date_order: order, started_at: startedAt }: Settings,
): CellFault | undefined {
  const read = readDate(text, order)?.at;
  if (!read) return NO_DATE;
  const started = new Date(startedAt);
  draft[key] = read < started ? read : started;
  return undefined;
}
