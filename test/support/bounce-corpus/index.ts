import type { RecordedOutcome } from '../../../src/features/sending/delivery/index.ts';
import { FORMS, type FormName } from './forms.ts';
import { OTHERS } from './others.ts';
import { GONE } from './recipients.ts';
import { POLICY, SENDER } from './refused.ts';
import { FULL, PASSING, WRONG_MAIL } from './soft.ts';

type BounceClass = NonNullable<RecordedOutcome['bounceClass']>;

/** Status code and reply text of bounce reports, and the formats in which servers send them. */
export type Row = readonly [status: string, words: string, forms: readonly FormName[]];

/** A message and its expected result: a bounce class, or the result for a message that is not a bounce. */
export interface CorpusMail {
  readonly name: string;
  readonly raw: string;
  readonly is: BounceClass | 'ignored' | 'unclassified';
}

const GROUPS: readonly (readonly [BounceClass, readonly Row[]])[] = [
  ['recipient', GONE],
  ['mailbox-full', FULL],
  ['transient', PASSING],
  ['message', WRONG_MAIL],
  ['policy', POLICY],
  ['sender', SENDER],
];

/**
 * Bounce reports in the formats and with the wording of common servers. They were written for these tests and contain
 * invented names.
 */
export const BOUNCE_CORPUS: readonly CorpusMail[] = [
  ...GROUPS.flatMap(([is, rows]) =>
    rows.flatMap(([status, words, forms]) =>
      forms.map((form): CorpusMail => ({ name: `${form}: ${words}`, raw: FORMS[form]({ words, status }), is })),
    ),
  ),
  ...OTHERS,
];
