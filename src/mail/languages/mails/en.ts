/** Strings for emails to users of the dashboard, in ICU MessageFormat. Each email has a subject and a text. */
export const en = {
  'mail.reset.subject': 'Reset your password',
  'mail.reset.text': `Hello,

Use this link to set a new password for Postrider:

{link}

The link works once and expires after one hour. If you request another link, this link stops working.

If you did not request this, ignore this email. Nothing changes unless the link is used.`,
  'mail.address_change.subject': 'Confirm your new email address',
  'mail.address_change.text': `Hello,

A Postrider user wants to sign in with this email address. To confirm the address, open this link within one hour:

{link}

If you did not request this, ignore this email. Nothing changes unless the link is used.`,
  'mail.address_changed.subject': 'Your email address was changed',
  'mail.address_changed.text': `Hello,

You now sign in to Postrider with {address} instead of this address.

If you did not make this change, contact an owner of your account immediately.`,
  'mail.password_changed.subject': 'Your password was changed',
  'mail.password_changed.text': `Hello,

Your Postrider password was changed, and you were signed out everywhere else.

If you did not make this change, reset your password on the sign-in page immediately.`,
  'mail.password_reset.subject': 'Your password was changed',
  'mail.password_reset.text': `Hello,

Your Postrider password was changed with a link that was sent to this address.

The following were revoked in all your accounts: {sessions, plural, one {# session} other {# sessions}}, {tokens, plural, one {# personal access token} other {# personal access tokens}}, and {grants, plural, one {# connected application} other {# connected applications}}. Create new tokens and connect your applications again. API keys belong to the accounts and keep working. Your passkeys and two-factor authentication are unchanged.

If you did not make this change, someone else can read your email. Secure your mailbox, reset your password again on the sign-in page, and check your passkeys.`,
  'mail.left_keys.subject': 'API keys of a member who left {account}',
  'mail.left_keys.text': `Hello,

{name} is no longer a member of the account {account} on Postrider. The API keys that they created keep working:

{keys}

If this former member may still have one of these keys, rotate or revoke the key on the API keys page.`,
  'mail.factor.subject': 'Your sign-in settings were changed',
  'mail.factor.text': `Hello,

{change, select, two_factor_on {Two-factor authentication was turned on} two_factor_off {Two-factor authentication was turned off} passkey_added {A passkey was added} other {A passkey was deleted}} for your Postrider user account.

If you did not make this change, change your password immediately.`,
  'mail.invitation.subject': 'Invitation to {account}',
  'mail.invitation.text': `Hello,

{by, select, none {You are invited} other {{by} invited you}} to join the account {account} on Postrider. To accept, open this link within seven days:

{link}

If you did not expect this invitation, ignore this email.`,
  'mail.account_closed.subject': 'The account {account} was deleted',
  'mail.account_closed.text': `Hello,

{actor, select, operator {The operator of this installation} other {{by}}} deleted the account {account} on Postrider.

Members, API keys, tokens, and applications no longer have access, and the account accepts no new emails. Emails that were already accepted are still sent, and webhooks receive their events.

All data is permanently deleted on {due} (UTC) or after the last email is sent, whichever is later. The deleted data includes messages, API keys, domains with their DKIM keys, suppressions, statistics, settings, and the audit log.

Until then, the operator of this installation can restore the account. To have the account restored, contact {operator}.`,
  'mail.account_restored.subject': 'The account {account} was restored',
  'mail.account_restored.text': `Hello,

The account {account} on Postrider was restored. Members and API keys have access again. No data was lost.`,
  'mail.account_deleted.subject': 'All data in the account {account} was deleted',
  'mail.account_deleted.text': `Hello,

All data in the deleted account {account} on Postrider was permanently deleted. Older backups of this installation may contain the data until they are replaced.

You can now remove the DKIM records of the account’s domains from DNS.`,
  'mail.person_deleted.subject': 'Your user account was deleted',
  'mail.person_deleted.text': `Hello,

{by, select, you {You} other {The operator of this installation}} deleted your user account in Postrider. Your name, password, passkeys, sessions, and access tokens were deleted, and you are no longer a member of any account. The deletion cannot be undone, but you can be invited again.`,
  'mail.member_deleted.subject': 'A member of {account} was deleted',
  'mail.member_deleted.text': `Hello,

{name}’s Postrider user account was deleted. {name} is no longer a member of the account {account}. Their access tokens and connected applications no longer work.

{keys, select, none {{name} did not create any active API keys.} other {API keys that they created belong to the account and keep working. Rotate the keys that they may still have:

{keys}}}`,
  'mail.alert.subject': `Alert: {kind, select, bounce_rate {bounce rate} complaint_rate {complaint rate} failure_rate {failure rate} other {no emails}} for "{tag}"`,
  'mail.alert.text': `{finding}

{advice}

You will receive another email when this alert is resolved. Alert ID: {id}.`,
  'mail.alert_ended.subject': `Alert resolved: {kind, select, bounce_rate {bounce rate} complaint_rate {complaint rate} failure_rate {failure rate} other {no emails}} for "{tag}"`,
  'mail.alert_ended.text': `{finding}

The alert had been active since {since} UTC. Alert ID: {id}.`,
  'alert.bounce_rate': `Bounce rate for the tag "{tag}" within {window}: {percent}% ({part} of {whole}) of emails that were delivered or bounced.`,
  'alert.complaint_rate': `Complaint rate for the tag "{tag}" within {window}: {percent}% ({part} of {whole}) of delivered emails.`,
  'alert.failure_rate': `Failure rate for the tag "{tag}" within {window}: {percent}% ({part} of {whole}) of emails that were delivered, bounced, or failed.`,
  'alert.above': 'The rate is above the threshold of {threshold}%.',
  'alert.below': 'The rate is no longer above the threshold of {threshold}%.',
  'alert.few': `The alert needs at least {minimum, plural, one {# email} other {# emails}} to evaluate the rate.`,
  'alert.silence': `No delivery, bounce, or failure was recorded for the tag "{tag}" within {window}, the time window of this alert.`,
  'alert.resumed': 'Emails with the tag "{tag}" are being sent again.',
  'alert.last': 'Last result: {time, select, never {never} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Check the reasons in the timelines of the newest bounced emails with this tag. Common causes: mistyped or unconfirmed addresses, an old list, or a receiving server that blocks this sender.',
  'alert.advice.complaint_rate':
    'Recipients marked emails with this tag as spam. Check who receives these emails, whether the recipients expect them, and whether the subject, sender, or audience changed recently.',
  'alert.advice.failure_rate':
    'These emails failed after the last retry. Check the reasons in the timelines of the failed emails. Common causes: the receiving domain is unreachable, or the relay or the network of this installation is down.',
  'alert.advice.silence':
    'Check whether the application still sends emails. Common causes: a job that no longer runs, a revoked API key, or a paused account. If you no longer send emails with this tag, delete this alert.',
} as const;
