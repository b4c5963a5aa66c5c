import {
  acceptanceSchema,
  firstStartSchema,
  invitationOfTokenSchema,
  messageSchema,
  resetSchema,
  sessionSchema,
  signInSchema,
  webAuthnSchema,
} from './answer-schemas.ts';
import { CREDENTIAL, doc, done, PASSWORD, type Reported } from './doc-form.ts';

const SIGN_IN = 'Dashboard: sign-in';
const COOKIE = 'Sets the session cookie.';
const TOKEN = { token: { description: 'The value after `#token=` in the link.', example: '1.q0rJ' } };
const SESSION = {
  person: {
    id: 1,
    name: 'Ada',
    email: 'ada@acme.example',
    role: 'owner',
    language: 'de',
    two_factor: true,
    passkeys: 1,
  },
  account: {
    id: 1,
    email: 'mail@acme.example',
    name: 'Acme',
    plan: 'unlimited',
    is_operator: true,
    status: 'active',
  },
  accounts: [{ id: 1, name: 'Acme', email: 'mail@acme.example', role: 'owner' }],
  scopes: ['dashboard:read', 'dashboard:write'],
  installation: {
    base_url: 'https://mail.acme.example',
    sandbox_domain: 'sandbox.acme.example',
    delivery: 'direct',
    version: '0.1.0',
  },
};
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC' },
};
const signedIn: Reported['answer'] = [
  200,
  `The next step of the sign-in. ${COOKIE}`,
  signInSchema,
  { status: 'signed_in' },
];

/** API documentation for sign-in. */
export const signInDocs = {
  session: doc({
    group: SIGN_IN,
    description:
      'Returns the signed-in user, the current account, and the user’s scopes in this account. Renews the session cookie.',
    answer: [200, 'The session.', sessionSchema, SESSION],
  }),
  signIn: doc({
    group: SIGN_IN,
    description:
      'If two-factor authentication is on, `status` is `second_factor`. Send the code within ten minutes. The response is the ' +
      'same for an unknown address and for a wrong password.',
    request: { email: 'ada@acme.example', password: PASSWORD },
    answer: signedIn,
    problems: ['sign_in_failed', 'cross_site_request', 'rate_limit_exceeded', 'forbidden'],
  }),
  secondFactor: doc({
    group: SIGN_IN,
    description: 'Accepts a code from the authenticator app or a backup code. Each code can be used once.',
    request: { code: '123456', remember_device: true },
    answer: signedIn,
    problems: ['sign_in_failed', 'cross_site_request', 'rate_limit_exceeded', 'forbidden'],
  }),
  passkeyOptions: doc({
    group: SIGN_IN,
    description:
      'Returns options for `navigator.credentials.get()`. You can use the options once, within five minutes.',
    answer: [200, 'The WebAuthn options.', webAuthnSchema, { challenge: 'q0rJ', userVerification: 'required' }],
    problems: ['cross_site_request', 'rate_limit_exceeded'],
  }),
  passkey: doc({
    group: SIGN_IN,
    request: { response: ASSERTION },
    answer: signedIn,
    problems: ['sign_in_failed', 'cross_site_request', 'rate_limit_exceeded', 'forbidden'],
  }),
  signOut: doc({
    group: SIGN_IN,
    answer: done('You are signed out.'),
    problems: ['cross_site_request'],
  }),
  chooseAccount: doc({
    group: SIGN_IN,
    description: 'Switches the session to another account. Later requests in this session apply to the new account.',
    request: { account_id: 1 },
    answer: done('The account was switched.'),
    problems: ['not_found'],
  }),
  readFirstStart: doc({
    group: SIGN_IN,
    params: TOKEN,
    answer: [
      200,
      'The initial values for the form that creates the owner.',
      firstStartSchema,
      { email: 'owner@postrider.localhost', account_name: null },
    ],
    problems: ['not_found'],
  }),
  firstStart: doc({
    group: SIGN_IN,
    description:
      'Creates the owner of the installation. The token is in the link that the server prints at startup. Without `email`, the owner signs in with the account’s email address.',
    request: {
      token: 'q0rJ',
      name: 'Ada',
      account_name: 'Acme',
      email: 'ada@acme.example',
      password: PASSWORD,
    },
    answer: signedIn,
    problems: ['not_found', 'cross_site_request'],
  }),
  reset: doc({
    group: SIGN_IN,
    description:
      'Sends a password reset link. Only the newest link works. The response is the same for known and unknown addresses.',
    request: { email: 'ada@acme.example' },
    answer: [
      202,
      'A link is sent if the address is known.',
      messageSchema,
      { message: 'Check your inbox for a link.' },
    ],
    problems: ['cross_site_request', 'rate_limit_exceeded'],
  }),
  finishReset: doc({
    group: SIGN_IN,
    description:
      'Sets the new password. Revokes the user’s sessions, personal access tokens, and OAuth grants in all accounts, ' +
      'and notifies the user by email. API keys keep working.',
    request: { token: 'q0rJ', password: PASSWORD },
    answer: [
      200,
      'The password is set.',
      resetSchema,
      {
        message: 'Your new password is set. You can now sign in.',
        ended: { sessions: 2, access_tokens: 1, applications: 0 },
      },
    ],
    problems: ['not_found', 'cross_site_request'],
  }),
  invitation: doc({
    group: SIGN_IN,
    params: TOKEN,
    answer: [
      200,
      'The invitation.',
      invitationOfTokenSchema,
      { account_name: 'Acme', email: 'ben@acme.example', role: 'member', has_account: false },
    ],
    problems: ['not_found'],
  }),
  accept: doc({
    group: SIGN_IN,
    params: TOKEN,
    description: 'New users must send a name and a password. Existing users must be signed in.',
    request: { name: 'Ben', password: PASSWORD },
    answer: [200, 'The invitation is accepted.', acceptanceSchema, { status: 'signed_in' }],
    problems: ['not_found', 'cross_site_request'],
  }),
};
