import { KEY_EXAMPLE } from '../access/index.ts';
import {
  emailSchema,
  invitationSchema,
  messageSchema,
  ownSessionsSchema,
  passkeySchema,
  passkeysSchema,
  removalSchema,
  teamSchema,
  twoFactorSchema,
  webAuthnSchema,
} from './answer-schemas.ts';
import { CREDENTIAL, doc, done, PASSWORD } from './doc-form.ts';

const TIME = '2026-11-20T08:15:00.000Z';
const LATER = '2026-11-27T08:15:00.000Z';
const ME = 'Dashboard: own person';
const TEAM = 'Dashboard: team';
const PARAM = {
  session: { id: { description: 'Number of the session.', example: '41' } },
  passkey: { id: { description: 'Number of the passkey.', example: '3' } },
  invitation: { id: { description: 'Number of the invitation.', example: '5' } },
  member: { id: { description: 'Number of the person.', example: '2' } },
};

const OWN_SESSION = {
  id: 41,
  created_at: TIME,
  last_seen_at: TIME,
  expires_at: LATER,
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0',
  is_current: true,
};
const PASSKEY = { id: 3, name: 'Laptop', created_at: TIME, last_used_at: null };
const INVITATION = { id: 5, email: 'ben@acme.example', role: 'member', expires_at: LATER, invited_by: 'Ada' };
const MEMBER = {
  id: 1,
  name: 'Ada',
  email: 'ada@acme.example',
  role: 'owner',
  joined_at: TIME,
  last_seen_at: TIME,
};
const ATTESTATION = { ...CREDENTIAL, response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } };

/** What the API document says of a person about themselves. */
export const meDocs = {
  rename: doc({ group: ME, request: { name: 'Ada' }, answer: done('The name is changed.') }),
  email: doc({
    group: ME,
    description: 'Sends a link to the new address, unless somebody signs in with it already.',
    request: { email: 'ada@new.example', password: PASSWORD },
    answer: [202, 'A link is sent.', messageSchema, { message: 'Look into the mail of the new address.' }],
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  confirmEmail: doc({
    group: ME,
    request: { token: 'q0rJ' },
    answer: [200, 'The address that the person signs in with now.', emailSchema, { email: 'ada@new.example' }],
    problems: ['not_found', 'conflict', 'cross_site_request'],
  }),
  password: doc({
    group: ME,
    description: 'Ends all other sessions of the person.',
    request: { current_password: PASSWORD, new_password: 'a better horse battery' },
    answer: done('The password is changed.'),
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  sessions: doc({ group: ME, answer: [200, 'The sessions.', ownSessionsSchema, { data: [OWN_SESSION] }] }),
  endSession: doc({
    group: ME,
    params: PARAM.session,
    answer: done('The session is ended.'),
    problems: ['not_found'],
  }),
  startTwoFactor: doc({
    group: ME,
    description: 'Nothing is asked for at sign-in before a code confirmed it.',
    request: { password: PASSWORD },
    answer: [
      200,
      'What the authenticator and the person need; shown this once.',
      twoFactorSchema,
      {
        uri: 'otpauth://totp/Postrider:ada@acme.example?secret=JBSWY3DPEHPK3PXP&issuer=Postrider',
        secret: 'JBSWY3DPEHPK3PXP',
        backup_codes: ['q0rJx-7Wd2k'],
        qr_svg: '<svg/>',
      },
    ],
    problems: ['sign_in_failed', 'conflict', 'rate_limit_exceeded'],
  }),
  confirmTwoFactor: doc({
    group: ME,
    request: { code: '123456' },
    answer: done('The second factor is on.'),
    problems: ['sign_in_failed', 'conflict'],
  }),
  endTwoFactor: doc({
    group: ME,
    request: { password: PASSWORD },
    answer: done('The second factor is off.'),
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  passkeys: doc({ group: ME, answer: [200, 'The passkeys.', passkeysSchema, { data: [PASSKEY] }] }),
  passkeyOptions: doc({
    group: ME,
    description:
      'For `navigator.credentials.create()`; good for five minutes, once. Asks for the password when the sign-in was ' +
      'more than a quarter of an hour ago.',
    request: { password: PASSWORD },
    answer: [200, 'Options of WebAuthn.', webAuthnSchema, { challenge: 'q0rJ' }],
    problems: ['forbidden', 'conflict', 'sign_in_failed', 'rate_limit_exceeded'],
  }),
  addPasskey: doc({
    group: ME,
    request: { name: 'Laptop', response: ATTESTATION },
    answer: [201, 'The passkey.', passkeySchema, PASSKEY],
    problems: ['sign_in_failed', 'conflict'],
  }),
  removePasskey: doc({
    group: ME,
    params: PARAM.passkey,
    answer: done('The passkey is deleted.'),
    problems: ['not_found'],
  }),
};

/** What the API document says of who belongs to an account. */
export const teamDocs = {
  read: doc({
    group: TEAM,
    answer: [200, 'The team.', teamSchema, { members: [MEMBER], invitations: [INVITATION] }],
  }),
  invite: doc({
    group: TEAM,
    description:
      'Sends a link that is good for seven days, once. Takes the place of an earlier invitation of the address.',
    request: { email: 'ben@acme.example', role: 'member' },
    answer: [201, 'The invitation.', invitationSchema, INVITATION],
    problems: ['conflict', 'rate_limit_exceeded'],
  }),
  resend: doc({
    group: TEAM,
    params: PARAM.invitation,
    answer: [200, 'The invitation.', invitationSchema, INVITATION],
    problems: ['not_found', 'rate_limit_exceeded'],
  }),
  withdraw: doc({
    group: TEAM,
    params: PARAM.invitation,
    answer: done('The invitation is withdrawn.'),
    problems: ['not_found'],
  }),
  changeRole: doc({
    group: TEAM,
    params: PARAM.member,
    description: 'Only owners make or change owners, and an account keeps one.',
    request: { role: 'admin' },
    answer: done('The role is changed.'),
    problems: ['not_found', 'conflict'],
  }),
  remove: doc({
    group: TEAM,
    params: PARAM.member,
    description:
      'Anybody may remove themselves; the last owner may not. API keys that they made go on working: the answer names ' +
      'them, and the owners are told by mail.',
    answer: [
      200,
      'Done.',
      removalSchema,
      {
        message: 'The person no longer belongs to the account.',
        keys: [{ ...KEY_EXAMPLE, made_by: { id: 2, name: 'Ben', is_member: false } }],
      },
    ],
    problems: ['not_found', 'conflict'],
  }),
};
