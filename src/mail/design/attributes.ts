import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { scriptIn } from '../scripts.ts';
import { addressOf, hasBrokenLiquid, hasMixedQuotes } from './liquid.ts';
import { NETWORKS } from './schema.ts';
import { addFault, isRecord, joinPath, shortName, type Loose, type Walk } from './walk.ts';

/** Returns the attributes without null values. Adds faults for attributes that violate the schema. */
export function readAttributes(given: unknown, schema: TSchema, path: string, walk: Walk): Loose {
  if (given !== undefined && given !== null && !isRecord(given))
    addFault(walk, path, 'This value must be an object.', 'Use an object.');
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
  // Skip other errors for properties that are not in the schema. `additionalProperties` already reports them.
  const properties = (schema as unknown as { properties: Readonly<Record<string, Loose>> }).properties;
  const known = Object.keys(properties);
  if (keyword === 'additionalProperties') {
    for (const extra of (params as { additionalProperties: readonly string[] }).additionalProperties.slice(0, 5)) {
      const fix = known.length > 0 ? `Known attributes: ${known.join(', ')}.` : 'This node has no attributes.';
      addFault(walk, joinPath(path, shortName(extra)), `${shortName(extra)} is not a known attribute.`, fix);
    }
  } else if (keyword === 'required') {
    for (const missing of (params as { requiredProperties: readonly string[] }).requiredProperties) {
      addFault(walk, joinPath(path, missing), `${missing} is required.`, `Add ${missing}.`);
    }
  } else if (Object.hasOwn(properties, name)) {
    const says = properties[name]?.['description'];
    addFault(
      walk,
      joinPath(path, name),
      `${name} ${message}.`,
      typeof says === 'string' ? `${says}.` : `Change ${name}.`,
    );
  }
}

/** Adds faults for invalid text and addresses in the attributes of a node or mark. */
export function checkTexts(attrs: Loose, path: string, walk: Walk): void {
  for (const name of Object.keys(CHECKS)) {
    const value = attrs[name];
    if (typeof value === 'string' && value !== '') CHECKS[name]?.(value, joinPath(path, name), walk);
  }
}

/** Checks of attribute values, by attribute name. They apply to every node type. */
const CHECKS: Readonly<Record<string, (value: string, path: string, walk: Walk) => void>> = {
  href: checkAddress,
  ...Object.fromEntries(Object.keys(NETWORKS).map((name) => [name, checkAddress])),
  src: checkAddress,
  label: checkLiquid,
  html: (html, path, walk) => {
    const script = scriptIn(html);
    if (script) addFault(walk, path, script.message, script.fix);
  },
  alt: (alt, path, walk) => {
    checkLiquid(alt, path, walk);
    if (hasMixedQuotes(alt)) addQuotes(walk, path);
  },
  when: (when, path, walk) => {
    if (!hasBrokenLiquid(`{% if ${when} %}`)) return;
    addFault(walk, path, 'The condition is not valid.', 'Use a condition like vip or orders > 2.');
  },
};

function checkAddress(address: string, path: string, walk: Walk): void {
  if (addressOf(address) === undefined) {
    const fix =
      'Start the address with https://, http://, mailto:, tel:, or a merge tag, and do not use spaces or brackets.';
    addFault(walk, path, `${address.slice(0, 80)} is not an allowed link address.`, fix);
  } else if (hasMixedQuotes(address)) addQuotes(walk, path);
}

function addQuotes(walk: Walk, path: string): void {
  addFault(
    walk,
    path,
    'A merge tag contains both single and double quotation marks.',
    'Use only one type of quotation mark.',
  );
}

/** Adds a fault if text contains the start of an invalid Liquid tag. */
export function checkLiquid(text: string, path: string, walk: Walk): void {
  if (!hasBrokenLiquid(text)) return;
  const fix =
    'Close the merge tag with }} or %}. Do not use brackets or braces inside the tag, and give the whole tag the same formatting.';
  addFault(walk, path, 'A merge tag is not valid.', fix);
}
