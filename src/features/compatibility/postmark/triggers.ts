import { invalid } from '../../../base/refusal.ts';
import type { Hook, VendorEventName } from '../vendors/for-delivery.ts';
import { flagIn, readFields, type Fields } from './fields.ts';

/** Events that each of Postmark's triggers reports. */
const TRIGGERS: Readonly<Record<string, readonly VendorEventName[]>> = {
  Open: ['opened'],
  Click: ['clicked'],
  Delivery: ['delivered'],
  Bounce: ['bounced', 'failed', 'suppressed'],
  SpamComplaint: ['complained'],
};

/** Events that a webhook receives. */
export interface Triggers {
  readonly events: readonly VendorEventName[];
  readonly isFirstOpenOnly: boolean;
}

/** Parses triggers. Throws validation_error for unsupported events. */
export function readTriggers(given: unknown): Triggers {
  const fields = readFields(given ?? {}, { taken: [...Object.keys(TRIGGERS), 'SubscriptionChange'] });
  if (isOn(fields, 'SubscriptionChange', ['Enabled'])) {
    throw invalid({
      'Triggers.SubscriptionChange': ['is not supported. Turn on the Bounce and SpamComplaint triggers instead.'],
    });
  }
  const events = Object.entries(TRIGGERS).flatMap(([name, of]) => (isOn(fields, name, OPTIONS[name] ?? []) ? of : []));
  return { events, isFirstOpenOnly: isFirstOnly(fields) };
}

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  Open: ['Enabled', 'PostFirstOpenOnly'],
  Click: ['Enabled'],
  Delivery: ['Enabled'],
  Bounce: ['Enabled', 'IncludeContent'],
  SpamComplaint: ['Enabled', 'IncludeContent'],
};

function isOn(fields: Fields, name: string, options: readonly string[]): boolean {
  const given = fields.get(name.toLowerCase());
  if (given === undefined) return false;
  const trigger = readFields(given, { taken: options });
  if (flagIn(trigger, 'IncludeContent')) {
    throw invalid({
      [`Triggers.${name}.IncludeContent`]: ['is not supported. Retrieve the message by its ID instead.'],
    });
  }
  return flagIn(trigger, 'Enabled');
}

function isFirstOnly(fields: Fields): boolean {
  const open = fields.get('open');
  return open !== undefined && flagIn(readFields(open, { taken: OPTIONS['Open'] ?? [] }), 'PostFirstOpenOnly');
}

/** Returns the triggers of a webhook in Postmark's format. */
export function presentTriggers({ events, settings }: Pick<Hook, 'events' | 'settings'>): Record<string, unknown> {
  const enabled = (name: string) => ({ Enabled: (TRIGGERS[name] ?? []).some((event) => events.includes(event)) });
  return {
    Open: { ...enabled('Open'), PostFirstOpenOnly: settings['isFirstOpenOnly'] === true },
    Click: enabled('Click'),
    Delivery: enabled('Delivery'),
    Bounce: { ...enabled('Bounce'), IncludeContent: false },
    SpamComplaint: { ...enabled('SpamComplaint'), IncludeContent: false },
    SubscriptionChange: { Enabled: false },
  };
}
