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
import { CREDENTIAL, doc, done, PASSWORD, type Told } from './doc-form.ts';

const SIGN_IN = 'Dashboard: sign-in';
const COOKIE = 'Sets the cookie of the session.';
const TOKEN = { token: { description: 'What stands behind `#token=` in the link.', example: '1.q0rJ' } };
const SESSION = {
  person: { id: 1, name: 'Ada', email: 'ada@acme.example', role: 'owner', two_factor: true, passkeys: 1 },
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
const signedIn: Told['answer'] = [200, `What comes next. ${COOKIE}`, signInSchema, { status: 'signed_in' }];

/** What the API document says of signing in. */
export const signInDocs = {
  session: doc({
    group: SIGN_IN,
    description: 'Who is signed in, in which account, and what they may do there. Renews the cookie.',
    answer: [200, 'The session.', sessionSchema, SESSION],
  }),
  signIn: doc({
    group: SIGN_IN,
    description:
      'With a second factor the answer is `second_factor`, and its code follows within ten minutes. An unknown ' +
      'address is answered as a wrong password is.',
    request: { email: 'ada@acme.example', password: PASSWORD },
    answer: signedIn,
    problems: ['sign_in_failed', 'cross_site_request', 'rate_limit_exceeded', 'forbidden'],
  }),
  secondFactor: doc({
    group: SIGN_IN,
    description: 'A code of the authenticator, or one of the backup codes; each is good once.',
    request: { code: '123456', remember_device: true },
    answer: signedIn,
    problems: ['sign_in_failed', 'cross_site_request', 'rate_limit_exceeded', 'forbidden'],
  }),
  passkeyOptions: doc({
    group: SIGN_IN,
    description: 'For `navigator.credentials.get()`; good for five minutes, once.',
    answer: [200, 'Options of WebAuthn.', webAuthnSchema, { challenge: 'q0rJ', userVerification: 'required' }],
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
    description: 'The session acts in this account from then on.',
    request: { account_id: 1 },
    answer: done('The session acts in the account.'),
    problems: ['not_found'],
  }),
  readFirstStart: doc({
    group: SIGN_IN,
    params: TOKEN,
    answer: [
      200,
      'What is known already.',
      firstStartSchema,
      { email: 'owner@postrider.localhost', account_name: null },
    ],
    problems: ['not_found'],
  }),
  firstStart: doc({
    group: SIGN_IN,
    description:
      'Makes the owner, with the link that a start prints. Without `email` the owner takes the account’s address.',
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
      'The answer is the same whether somebody signs in with the address or not. Only the newest link is good.',
    request: { email: 'ada@acme.example' },
    answer: [202, 'A link is sent where there is somebody.', messageSchema, { message: 'Look into your mail.' }],
    problems: ['cross_site_request', 'rate_limit_exceeded'],
  }),
  finishReset: doc({
    group: SIGN_IN,
    description:
      'Ends all sessions, personal access tokens and grants to OAuth clients of the person, in all accounts, and tells ' +
      'them by mail. API keys go on working.',
    request: { token: 'q0rJ', password: PASSWORD },
    answer: [
      200,
      'Done.',
      resetSchema,
      {
        message: 'The password is set. Sign in with it.',
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
      'What the invitation says.',
      invitationOfTokenSchema,
      { account_name: 'Acme', email: 'ben@acme.example', role: 'member', has_account: false },
    ],
    problems: ['not_found'],
  }),
  accept: doc({
    group: SIGN_IN,
    params: TOKEN,
    description: 'Who has no account says a name and a password; who has one signs in as always, if they have not yet.',
    request: { name: 'Ben', password: PASSWORD },
    answer: [200, 'Joined.', acceptanceSchema, { status: 'signed_in' }],
    problems: ['not_found', 'cross_site_request'],
  }),
};
