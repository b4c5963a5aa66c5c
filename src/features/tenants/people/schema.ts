import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type, type Static } from 'typebox';
import { parserOf, type Parser } from '../../../http/parser.ts';
import type { Role } from '../../../http/principal.ts';
import { isFault, parseAddress, trimInvisible } from '../../../mail/address.ts';
import { parsePageLanguage } from '../../../mail/languages/tags.ts';
import { ROLES } from './team-rule.ts';

export const MAX_NAME_CHARACTERS = 100;
const MAX_TOKEN_CHARACTERS = 200;
/**
 * Maximum length of a password in requests, in characters. Longer passwords are rejected before hashing. The actual
 * rules are in `password-rule.ts`.
 */
const MAX_GIVEN_PASSWORD_CHARACTERS = 1_000;
const MAX_CODE_CHARACTERS = 40;
/**
 * Maximum length of each part of an authenticator's response, in characters. A key with its attestation is a few
 * hundred characters long.
 */
const MAX_PART_CHARACTERS = 16_384;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/**
 * Matches the email addresses that the authentication library accepts. Users with other addresses could not sign in.
 */
const SIGN_IN_ADDRESS = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const email = Type.String({ description: 'The user’s email address.' });
const name = Type.String({ description: 'Name shown to other members.' });
const password = Type.String({ maxLength: MAX_GIVEN_PASSWORD_CHARACTERS });
const newPassword = Type.String({
  maxLength: MAX_GIVEN_PASSWORD_CHARACTERS,
  description:
    'The new password, 10 to 128 characters. The password must not be the same as the user’s email address or name.',
});
const token = Type.String({
  maxLength: MAX_TOKEN_CHARACTERS,
  description: 'The value after `#token=` in the link.',
});
const code = Type.String({
  minLength: 1,
  maxLength: MAX_CODE_CHARACTERS,
  description: 'Six-digit code from the authenticator app, or a backup code.',
});
const role = Type.Enum([...ROLES]);
const part = Type.String({ maxLength: MAX_PART_CHARACTERS });

type Fail = (field: string, sentence: string) => void;

export const signInRequest = parserOf(Type.Object({ email, password }), (given) => ({
  email: trimInvisible(given.email).toLowerCase(),
  password: given.password,
}));

export const secondFactorRequest = parserOf(
  Type.Object({
    code,
    remember_device: Type.Optional(
      Type.Boolean({ description: 'Whether this browser can sign in without a code for 30 days.' }),
    ),
  }),
  (given) => ({ code: given.code.replaceAll(/\s/g, ''), rememberDevice: given.remember_device ?? false }),
);

const assertion = Type.Object({
  id: part,
  rawId: part,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String()),
  clientExtensionResults: Type.Object({}),
  response: Type.Object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: Type.Optional(part),
  }),
});

const attestation = Type.Object({
  id: part,
  rawId: part,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String()),
  clientExtensionResults: Type.Object({}),
  response: Type.Object({
    clientDataJSON: part,
    attestationObject: part,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  }),
});

/** Parses a browser's passkey response at sign-in (WebAuthn section 5.1). */
export const passkeySignInRequest: Parser<AuthenticationResponseJSON> = parserOf(
  Type.Object({ response: assertion }),
  // Safe cast: the schema validates all properties that the library reads.
  (given) => given.response as unknown as AuthenticationResponseJSON,
);

export const newPasskeyRequest: Parser<{ name: string; response: RegistrationResponseJSON }> = parserOf(
  Type.Object({ name, response: attestation }),
  // Safe cast: the schema validates all properties that the library reads.
  (given, fail) => ({
    name: checkedName(given.name, fail),
    response: given.response as unknown as RegistrationResponseJSON,
  }),
);

export const passkeyOptionsRequest = parserOf(
  Type.Object({ password: Type.Optional(password) }),
  (given) => given.password,
);

export const accountChoiceRequest = parserOf(
  Type.Object({ account_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  (given) => given.account_id,
);

export const firstStartRequest = parserOf(
  Type.Object({
    token,
    name,
    account_name: Type.Optional(Type.String({ description: 'The account’s name, usually the company name.' })),
    email: Type.Optional(email),
    password: newPassword,
  }),
  (given, fail) => ({
    token: given.token,
    name: checkedName(given.name, fail),
    accountName: given.account_name === undefined ? undefined : checkedName(given.account_name, fail, 'account_name'),
    email: given.email === undefined ? undefined : checkedEmail(given.email, fail),
    password: given.password,
  }),
);

export const resetRequest = parserOf(Type.Object({ email }), (given) => trimInvisible(given.email).toLowerCase());

export const resetFinishRequest = parserOf(Type.Object({ token, password: newPassword }));

export const profileRequest = parserOf(
  Type.Object({
    name: Type.Optional(name),
    language: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'Language of the emails that Postrider sends to you, as a BCP 47 tag such as `de`. If null, the language of the account is used.',
      }),
    ),
  }),
  (given, fail) => {
    if (given.name === undefined && given.language === undefined) fail('name', 'is required if `language` is not set.');
    return {
      ...(given.name !== undefined && { name: checkedName(given.name, fail) }),
      ...(given.language !== undefined && { language: checkedLanguage(given.language, fail) }),
    };
  },
);

export const addressRequest = parserOf(Type.Object({ email, password }), (given, fail) => ({
  email: checkedEmail(given.email, fail),
  password: given.password,
}));

export const tokenRequest = parserOf(Type.Object({ token }), (given) => given.token);

export const passwordRequest = parserOf(Type.Object({ password }), (given) => given.password);

export const passwordChangeRequest = parserOf(
  Type.Object({ current_password: password, new_password: newPassword }),
  (given) => ({ currentPassword: given.current_password, newPassword: given.new_password }),
);

export const codeRequest = parserOf(Type.Object({ code }), (given) => given.code.replaceAll(/\s/g, ''));

export const invitationRequest: Parser<{ email: string; role: Role }> = parserOf(
  Type.Object({ email, role }),
  (given, fail) => ({ email: checkedEmail(given.email, fail), role: given.role }),
);

export const roleRequest: Parser<Role> = parserOf(Type.Object({ role }), (given) => given.role);

const acceptance = Type.Object({ name: Type.Optional(name), password: Type.Optional(newPassword) });

export const acceptanceRequest = parserOf(acceptance, (given: Static<typeof acceptance>, fail) => ({
  name: given.name === undefined ? undefined : checkedName(given.name, fail),
  password: given.password,
}));

/**
 * Returns the address in lower case if the authentication library accepts it. Otherwise returns an error message that
 * continues the field name.
 */
export function parsePersonEmail(given: string): { readonly email: string } | { readonly fault: string } {
  const address = parseAddress(given.trim());
  if (isFault(address)) return address;
  if (!SIGN_IN_ADDRESS.test(address)) {
    return {
      fault: 'must consist of Latin letters, digits, and common symbols, and end in a domain like example.com.',
    };
  }
  return { email: address.toLowerCase() };
}

function checkedEmail(given: string, fail: Fail): string {
  const parsed = parsePersonEmail(given);
  if ('email' in parsed) return parsed.email;
  fail('email', parsed.fault);
  return given;
}

function checkedLanguage(given: string | null, fail: Fail): string | null {
  if (given === null) return null;
  const parsed = parsePageLanguage(given);
  if ('tag' in parsed) return parsed.tag;
  fail('language', parsed.fault);
  return null;
}

function checkedName(given: string, fail: Fail, field = 'name'): string {
  const trimmed = given.trim();
  if (trimmed.length === 0 || trimmed.length > MAX_NAME_CHARACTERS) {
    fail(field, `must have 1 to ${MAX_NAME_CHARACTERS} characters.`);
  }
  if (CONTROL_CHARACTERS.test(trimmed)) fail(field, 'must not contain line breaks or control characters.');
  return trimmed;
}
