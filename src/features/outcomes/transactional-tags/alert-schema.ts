import { Type, type Static } from 'typebox';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import type { AlertRow } from './alert-queries.ts';
import { ALERT_KINDS, type AlertDefinition } from './alert-rule.ts';
import { faultOfTag } from './tag-name.ts';

const MIN_WINDOW_MINUTES = 5;
const MAX_WINDOW_MINUTES = 10_080;
const DEFAULT_MINIMUM_VOLUME = 20;
const MAX_MINIMUM_VOLUME = 1_000_000_000;

const fields = {
  tag: Type.String({ description: 'The tag to monitor.' }),
  kind: Type.Enum([...ALERT_KINDS], { description: 'What to monitor: a rate, or `silence` for missing emails.' }),
  threshold_percent: Type.Union([Type.Number(), Type.Null()], {
    description:
      'Threshold as a percentage, from 0 to 99.99, with up to two decimal places. The alert fires when the rate is above the threshold.',
  }),
  window_minutes: Type.Integer({
    minimum: MIN_WINDOW_MINUTES,
    maximum: MAX_WINDOW_MINUTES,
    description: 'Time window in minutes. An hour that overlaps the window is counted in full.',
  }),
  minimum_volume: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_MINIMUM_VOLUME }), Type.Null()], {
    description: `Minimum number of results in the window for a rate alert to fire. Default: ${DEFAULT_MINIMUM_VOLUME}.`,
  }),
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'Email address to notify. If null, Postrider sends the alert to the account’s email address.',
  }),
};

const newFields = Type.Object({
  ...fields,
  threshold_percent: Type.Optional(fields.threshold_percent),
  minimum_volume: Type.Optional(fields.minimum_volume),
  email: Type.Optional(fields.email),
});

type NewFields = Static<typeof newFields>;
type Fail = (field: string, sentence: string) => void;

/** A valid new alert. */
export interface NewAlert extends AlertDefinition {
  /** Address for notifications. If undefined, they are sent to the account's own address. */
  readonly email: string | undefined;
}

const newAlert: Parser<NewAlert> = parserOf(newFields, (given, fail): NewAlert => {
  const fault = faultOfTag(given.tag);
  if (fault) fail('tag', fault);
  const isRate = given.kind !== 'silence';
  if (isRate) checkThreshold(given.threshold_percent ?? undefined, fail);
  else refuseRateFields(given, fail);
  return {
    tag: given.tag,
    kind: given.kind,
    thresholdPercent: given.threshold_percent ?? undefined,
    windowMinutes: given.window_minutes,
    minimumVolume: given.minimum_volume ?? (isRate ? DEFAULT_MINIMUM_VOLUME : undefined),
    email: given.email ? checkedAddress(given.email, fail) : undefined,
  };
});

export const newAlertRequest = knownFieldsOnly(newAlert);

/** Parses a change to an alert. All fields are optional. `mergedAlert` checks the changed alert. */
export const alertChangeRequest = knownFieldsOnly(parserOf(Type.Partial(newFields)));

export type AlertChange = Partial<NewFields>;

/** Applies a change to an alert. Throws validation_error if the changed alert would be invalid. */
export function mergedAlert(before: AlertRow, change: AlertChange): NewAlert {
  const kind = change.kind ?? before.kind;
  const { tag, window_minutes, email, threshold_percent, minimum_volume } = before;
  // Discard the threshold if the kind of alert changes from a rate to `silence`, or vice versa.
  const kept = (kind === 'silence') === (before.kind === 'silence') ? { threshold_percent, minimum_volume } : {};
  return newAlertRequest.parse({ tag, kind, window_minutes, email, ...kept, ...change });
}

function checkThreshold(percent: number | undefined, fail: Fail): void {
  const isFine = percent !== undefined && percent >= 0 && percent < 100 && Math.round(percent * 100) / 100 === percent;
  if (!isFine) fail('threshold_percent', 'must be a number from 0 to 99.99 with at most two decimal places, like 2.5.');
}

function refuseRateFields(given: NewFields, fail: Fail): void {
  for (const field of ['threshold_percent', 'minimum_volume'] as const) {
    if (given[field] !== undefined && given[field] !== null)
      fail(field, 'applies only to rates. Omit this field for `silence`.');
  }
}

function checkedAddress(text: string, fail: Fail): string {
  const address = parseAddress(text);
  if (!isFault(address)) return address;
  fail('email', address.fault);
  return text;
}
