import { Type } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { FRAME_FIELDS, frameSettingsOf } from '../../../http/mail-frame.ts';
import { parserOf } from '../../../http/parser.ts';
import { isFault, parseAddress, sameAddressKey, type EmailAddress } from '../../../mail/address.ts';
import { MAX_TEST_RECIPIENTS } from './limits.ts';
import type { Asked } from './preview.ts';
import type { TestRequest } from './test-send.ts';

type Fail = (field: string, sentence: string) => void;

/** Highest variant number. Higher numbers are rejected. */
const MAX_VARIANT = 100;

const VARIANT = Type.Optional(
  Type.Union([Type.Integer(), Type.String()], {
    description: "Number of the variant, starting at 1. Default: 0, the campaign's own content.",
  }),
);
const CONTACT = Type.Optional(
  Type.Union([idSchema, Type.Null()], {
    description:
      'Contact whose data fills the merge tags. Default: the first contact in the audience, or sample data if the audience is empty.',
  }),
);

export const previewRequest = parserOf(Type.Object({ contact_id: CONTACT, variant: VARIANT }), (given, fail) =>
  askedOf(given, fail),
);

/** Parser for requests that return a preview page for a frame. */
export const framedRequest = parserOf(
  Type.Object({ ...FRAME_FIELDS, contact_id: CONTACT, variant: VARIANT }),
  ({ contact_id, variant, ...settings }, fail) => ({
    ...askedOf({ contact_id, ...(variant !== undefined && { variant }) }, fail),
    ...frameSettingsOf(settings, fail),
  }),
);

/** Parser for requests that return an email with click counts. */
export const linkMapRequest = parserOf(
  Type.Object({
    mode: Type.Optional(Type.String({ description: '`light` (default) or `dark`.' })),
    images: Type.Optional(Type.String({ description: 'Set to 1 to load remote images.' })),
    variant: VARIANT,
  }),
  ({ images, mode = 'light', variant }, fail) => {
    if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
    return {
      mode: mode === 'dark' ? 'dark' : 'light',
      images: images === '1',
      variant: variantOf(variant, fail),
    } as const;
  },
);

/** Parser for requests to check a campaign. */
export const checksQuery = parserOf(Type.Object({ variant: VARIANT }), ({ variant }, fail) => ({
  variant: variantOf(variant, fail),
}));

/** Parser for test email requests. */
export const testRequest = parserOf(
  Type.Object({
    to: Type.Union([Type.Array(Type.String()), Type.String()], {
      description: `Email addresses of 1 to ${MAX_TEST_RECIPIENTS} account members.`,
    }),
    contact_id: CONTACT,
    variant: VARIANT,
  }),
  (given, fail): TestRequest => ({ ...askedOf(given, fail), to: addressesOf([given.to].flat(), fail) }),
);

function askedOf(
  { contact_id: contact, variant }: { contact_id?: number | string | null | undefined; variant?: number | string },
  fail: Fail,
): Asked {
  const isGiven = contact !== undefined && contact !== null && contact !== '';
  const contactId = isGiven ? idOf(contact) : undefined;
  if (isGiven && contactId === undefined) fail('contact_id', 'must be the ID of a contact (a positive integer).');
  return { contactId, variant: variantOf(variant, fail) };
}

function variantOf(given: number | string | undefined, fail: Fail): number {
  const text = String(given ?? 0).trim();
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_VARIANT) return Number(text);
  fail('variant', "must be the number of a variant, or 0 for the campaign's own content.");
  return 0;
}

function addressesOf(given: readonly string[], fail: Fail): readonly EmailAddress[] {
  const found = new Map<string, EmailAddress>();
  for (const [index, text] of given.entries()) {
    const address = parseAddress(text.trim());
    if (isFault(address)) fail(given.length === 1 ? 'to' : `to.${index}`, address.fault);
    else found.set(sameAddressKey(address), address);
  }
  if (given.length === 0) fail('to', 'must have at least one address.');
  if (found.size > MAX_TEST_RECIPIENTS) fail('to', `must have at most ${MAX_TEST_RECIPIENTS} addresses.`);
  return [...found.values()];
}
