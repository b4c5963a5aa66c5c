import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { faultAt, objectOf, textOf, textsOf, type Given } from '../fields/index.ts';
import {
  addHooks,
  changeHook,
  listHooks,
  removeHooks,
  type Hook,
  type HookParts,
  type HookSettings,
} from '../vendors/index.ts';
import { EVENT_TYPES, settingsOf, type DestinationSettings } from './event-types.ts';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const NAME_FAULT = 'must consist of 1 to 64 letters, digits, hyphens, and underscores.';
const DESTINATION = 'EventDestination';
const ONLY_ADDRESSES = 'is not supported. Use an SnsDestination with a URL as its TopicArn.';
const TOPIC = `${DESTINATION}.SnsDestination.TopicArn`;

/** Returns the event destinations of a configuration set. Throws validation_error for invalid names. */
export async function listDestinations(parts: HookParts, whose: Principal, set: string): Promise<object> {
  const hooks = await hooksOf(parts, whose, set);
  return { EventDestinations: hooks.map(present) };
}

/**
 * Adds an event destination to a configuration set. Throws validation_error for an invalid destination, or if the name
 * is in use.
 */
export async function createDestination(
  parts: HookParts,
  whose: Principal,
  set: string,
  body: unknown,
): Promise<object> {
  const call = objectOf(body, '', { taken: ['EventDestinationName', DESTINATION] });
  const name = textOf(call, 'EventDestinationName') ?? '';
  if (!NAME.test(name)) throw faultAt('EventDestinationName', NAME_FAULT);
  if ((await named(parts, whose, set, name)).length > 0) {
    throw faultAt('EventDestinationName', 'is already used by another destination of this configuration set.');
  }
  await addHooks(parts, whose, [hookOf(set, name, call, undefined)]);
  return {};
}

/**
 * Changes a destination. A missing URL stays unchanged, and a missing `Enabled` turns the destination off. Throws
 * validation_error or not_found.
 */
export async function updateDestination(
  parts: HookParts,
  whose: Principal,
  { name, set }: { readonly set: string; readonly name: string },
  body: unknown,
): Promise<object> {
  const [there] = await named(parts, whose, set, name);
  if (!there) throw new Refusal('not_found');
  const call = objectOf(body, '', { taken: [DESTINATION] });
  const changed = await changeHook(parts, whose, { ...hookOf(set, name, call, there), id: there.id });
  if (!changed) throw new Refusal('not_found');
  return {};
}

/** Removes a destination with its pending events. Throws not_found. */
export async function removeDestination(
  parts: HookParts,
  whose: Principal,
  { name, set }: { readonly set: string; readonly name: string },
): Promise<object> {
  const hooks = await named(parts, whose, set, name);
  if (hooks.length === 0) throw new Refusal('not_found');
  await removeHooks(parts, whose, hooks);
  return {};
}

function hookOf(set: string, name: string, call: Given | undefined, there: Hook | undefined) {
  const given = objectOf(call?.values[DESTINATION], DESTINATION, {
    taken: ['Enabled', 'MatchingEventTypes', 'SnsDestination'],
    refused: {
      KinesisFirehoseDestination: ONLY_ADDRESSES,
      CloudWatchDestination: ONLY_ADDRESSES,
      EventBridgeDestination: ONLY_ADDRESSES,
      PinpointDestination: ONLY_ADDRESSES,
    },
  });
  if (!given) throw faultAt(DESTINATION, 'is required.');
  const types = typesOf(given);
  const isOn = given.values['Enabled'] === true;
  const sns = objectOf(given.values['SnsDestination'], `${DESTINATION}.SnsDestination`, { taken: ['TopicArn'] });
  const address = addressOf(textOf(sns, 'TopicArn'), there);
  const settings: DestinationSettings & HookSettings = { name, isOn, types, login: address.login };
  const events = isOn ? types.flatMap((type) => EVENT_TYPES[type] ?? []) : [];
  return { vendor: 'ses', domain: undefined, kind: set, url: address.url, events, settings } as const;
}

function typesOf(given: Given): readonly string[] {
  const types = textsOf(given, 'MatchingEventTypes');
  const unknown = types.find((type) => !Object.hasOwn(EVENT_TYPES, type));
  if (types.length > 0 && unknown === undefined) return [...new Set(types)];
  throw faultAt(`${DESTINATION}.MatchingEventTypes`, `must contain only ${Object.keys(EVENT_TYPES).join(', ')}.`);
}

/** Splits a URL into the credentials and the URL without credentials. Without a URL, returns those of `there`. */
function addressOf(
  given: string | undefined,
  there: Hook | undefined,
): Pick<DestinationSettings, 'login'> & { url: string } {
  if (given === undefined && there) return { url: there.url, login: settingsOf(there).login };
  const url = given === undefined ? null : URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw faultAt(
      TOPIC,
      'must be the URL that receives the events, for example https://name:password@example.com/events.',
    );
  }
  const { password, username } = url;
  if (username === '' && password === '') return { url: given ?? '', login: null };
  url.username = '';
  url.password = '';
  return { url: url.href, login: { name: decodeURIComponent(username), password: decodeURIComponent(password) } };
}

async function hooksOf(parts: HookParts, { accountId }: Principal, set: string): Promise<Hook[]> {
  if (!NAME.test(set)) throw faultAt('ConfigurationSetName', NAME_FAULT);
  return (await listHooks(parts, accountId, 'ses')).filter(({ kind }) => kind === set);
}

async function named(parts: HookParts, whose: Principal, set: string, name: string): Promise<Hook[]> {
  return (await hooksOf(parts, whose, set)).filter((hook) => settingsOf(hook).name === name);
}

/** Formats a destination without its password, because clients do not need the password. */
function present(hook: Hook): Record<string, unknown> {
  const { isOn, name, types } = settingsOf(hook);
  return { Name: name, Enabled: isOn, MatchingEventTypes: types, SnsDestination: { TopicArn: hook.url } };
}
