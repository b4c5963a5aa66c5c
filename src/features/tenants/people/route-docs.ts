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
const ME = 'Dashboard: profile';
const TEAM = 'Dashboard: team';
const PARAM = {
  session: { id: { description: 'ID of the session.', example: '41' } },
  passkey: { id: { description: 'ID of the passkey.', example: '3' } },
  invitation: { id: { description: 'ID of the invitation.', example: '5' } },
  member: { id: { description: 'The user’s ID.', example: '2' } },
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

/** API documentation for the routes with which users manage their own profile and credentials. */
export const meDocs = {
  profile: doc({
    group: ME,
    description: 'Changes only the properties that the request contains.',
    request: { name: 'Ada', language: 'de' },
    answer: done('Your profile was changed.'),
  }),
  email: doc({
    group: ME,
    description:
      'Sends a confirmation link to the new address, unless another user already signs in with that address.',
    request: { email: 'ada@new.example', password: PASSWORD },
    answer: [
      202,
      'A link is sent.',
      messageSchema,
      { message: 'Check the inbox of the new address for a confirmation link.' },
    ],
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  confirmEmail: doc({
    group: ME,
    request: { token: 'q0rJ' },
    answer: [200, 'Your new email address.', emailSchema, { email: 'ada@new.example' }],
    problems: ['not_found', 'conflict', 'cross_site_request'],
  }),
  password: doc({
    group: ME,
    description: 'Changes your password and ends all your other sessions.',
    request: { current_password: PASSWORD, new_password: 'a better horse battery' },
    answer: done('Your password was changed.'),
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  sessions: doc({ group: ME, answer: [200, 'The sessions.', ownSessionsSchema, { data: [OWN_SESSION] }] }),
  endSession: doc({
    group: ME,
    params: PARAM.session,
    answer: done('The session has ended.'),
    problems: ['not_found'],
  }),
  startTwoFactor: doc({
    group: ME,
    description:
      'Starts the setup of two-factor authentication. Sign-in does not require a code until you confirm the setup.',
    request: { password: PASSWORD },
    answer: [
      200,
      'The secret for the authenticator app and the backup codes, shown only once.',
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
    answer: done('Two-factor authentication is on.'),
    problems: ['sign_in_failed', 'conflict'],
  }),
  endTwoFactor: doc({
    group: ME,
    request: { password: PASSWORD },
    answer: done('Two-factor authentication is off.'),
    problems: ['sign_in_failed', 'rate_limit_exceeded'],
  }),
  passkeys: doc({ group: ME, answer: [200, 'The passkeys.', passkeysSchema, { data: [PASSKEY] }] }),
  passkeyOptions: doc({
    group: ME,
    description:
      'Returns options for `navigator.credentials.create()`. You can use the options once, within five minutes. Your password is ' +
      'required if you signed in more than 15 minutes ago.',
    request: { password: PASSWORD },
    answer: [200, 'The WebAuthn options.', webAuthnSchema, { challenge: 'q0rJ' }],
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
    answer: done('The passkey was deleted.'),
    problems: ['not_found'],
  }),
};

/** API documentation for the team routes. */
export const teamDocs = {
  read: doc({
    group: TEAM,
    answer: [200, 'The team.', teamSchema, { members: [MEMBER], invitations: [INVITATION] }],
  }),
  invite: doc({
    group: TEAM,
    description:
      'Sends an invitation link that works once and expires after seven days. The invitation replaces any earlier invitation to the same address.',
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
    answer: done('The invitation was withdrawn.'),
    problems: ['not_found'],
  }),
  changeRole: doc({
    group: TEAM,
    params: PARAM.member,
    description: 'Only owners can grant or change the owner role. An account must keep at least one owner.',
    request: { role: 'admin' },
    answer: done('The role was changed.'),
    problems: ['not_found', 'conflict'],
  }),
  remove: doc({
    group: TEAM,
    params: PARAM.member,
    description:
      'Any member except the last owner can leave the account. API keys that the user created keep working. The response ' +
      'lists the user’s API keys, and the owners are notified by email.',
    answer: [
      200,
      'The user is no longer a member of the account.',
      removalSchema,
      {
        message: 'The user is no longer a member of the account.',
        keys: [{ ...KEY_EXAMPLE, made_by: { id: 2, name: 'Ben', is_member: false } }],
      },
    ],
    problems: ['not_found', 'conflict'],
  }),
};
