import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { addressOf, hasBrokenLiquid, hasMixedQuotes } from './liquid.ts';
import { addFault, isRecord, joinPath, shortName, type Loose, type Walk } from './walk.ts';

/** Attributes that keep the schema; those that are null are left out. */
export function readAttributes(given: unknown, schema: TSchema, path: string, walk: Walk): Loose {
  if (given !== undefined && given !== null && !isRecord(given))
    addFault(walk, path, 'It is no object.', 'Give an object.');
  const attrs = Object.fromEntries(Object.entries(isRecord(given) ? given : {}).filter(([, value]) => value !== null));
  for (const error of Errors(schema, attrs)) addOfSchema(error, path, schema, walk);
  return attrs;
}

type SchemaError = ReturnType<typeof Errors>[number];

function addOfSchema(
  { instancePath, keyword, message, params }: SchemaError,
  path: string,
  schema: TSchema,
  walk: Walk,
): void {
  const name = instancePath.slice(1);
  // The schema names its properties; what else is said of one that it does not have, the other fault says.
  const properties = (schema as unknown as { properties: Readonly<Record<string, Loose>> }).properties;
  const known = Object.keys(properties);
  if (keyword === 'additionalProperties') {
    for (const extra of (params as { additionalProperties: readonly string[] }).additionalProperties.slice(0, 5)) {
      const fix = known.length > 0 ? `There are ${known.join(', ')}.` : 'It takes none.';
      addFault(walk, joinPath(path, shortName(extra)), `There is no attribute ${shortName(extra)}.`, fix);
    }
  } else if (keyword === 'required') {
    for (const missing of (params as { requiredProperties: readonly string[] }).requiredProperties) {
      addFault(walk, joinPath(path, missing), `${missing} is missing.`, 'Give it.');
    }
  } else if (Object.hasOwn(properties, name)) {
    const says = properties[name]?.['description'];
    addFault(walk, joinPath(path, name), `${name} ${message}.`, typeof says === 'string' ? `${says}.` : 'Change it.');
  }
}

/** Faults of the texts and addresses among the attributes of a node or mark. */
export function checkTexts(attrs: Loose, path: string, walk: Walk): void {
  for (const name of Object.keys(CHECKS)) {
    const value = attrs[name];
    if (typeof value === 'string' && value !== '') CHECKS[name]?.(value, joinPath(path, name), walk);
  }
}

/** By the name of an attribute, in whatever node. */
const CHECKS: Readonly<Record<string, (value: string, path: string, walk: Walk) => void>> = {
  href: checkAddress,
  src: checkAddress,
  label: checkLiquid,
  alt: (alt, path, walk) => {
    checkLiquid(alt, path, walk);
    if (hasMixedQuotes(alt)) addQuotes(walk, path);
  },
  when: (when, path, walk) => {
    if (!hasBrokenLiquid(`{% if ${when} %}`)) return;
    addFault(walk, path, 'The condition cannot be read.', 'Write it like vip, or orders > 2.');
  },
};

function checkAddress(address: string, path: string, walk: Walk): void {
  if (addressOf(address) === undefined) {
    const fix = 'Begin it with https://, http://, mailto:, tel: or a merge tag, and leave out spaces and brackets.';
    addFault(walk, path, `${address.slice(0, 80)} is no address that a mail may lead to.`, fix);
  } else if (hasMixedQuotes(address)) addQuotes(walk, path);
}

function addQuotes(walk: Walk, path: string): void {
  addFault(walk, path, 'A merge tag has both kinds of quotes in it.', 'Use one kind.');
}

/** Faults of a text that begins like Liquid and is none. */
export function checkLiquid(text: string, path: string, walk: Walk): void {
  if (!hasBrokenLiquid(text)) return;
  const fix = 'Close it with }} or %}, without brackets or braces within it, and style the whole of it alike.';
  addFault(walk, path, 'A merge tag cannot be read.', fix);
}
