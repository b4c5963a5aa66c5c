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
  'mail.domain_missing.subject': 'The DKIM record of {domain} is missing',
  'mail.domain_missing.text': `Emails from {domain} are signed, but receivers can no longer find the key.

Many receivers reject emails without a valid signature or move them to the spam folder. If the record is not restored within 48 hours, Postrider stops accepting emails from this domain.

Publish this record:

{records}

{found}

Postrider checks for the record every hour. You do not need to do anything else.`,
  'mail.domain_stopped.subject': '{domain} can no longer send: its DKIM record is missing',
  'mail.domain_stopped.text': `The DKIM record of {domain} has been missing for 48 hours. Emails from this domain are now rejected (domain_not_verified).

Publish this record:

{records}

{found}

The domain can send again as soon as the record is found. To check the record now, run: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS does not contain this record.} other {DNS contains the following instead of this record:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} can send again',
  'mail.domain_resumed.text': 'The DKIM record of {domain} was found. Emails from this domain are accepted again.',
  'mail.domain_key.subject': 'New DKIM key for {domain}: publish its DNS record',
  'mail.domain_key.text': `DKIM keys should be rotated regularly. A new key was created for {domain}. Postrider starts to sign with the new key one day after its record is found. Until then, Postrider signs with the current key.

Add this record, and keep the current record:

{records}

To see the progress, run: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Bulk email is rejected} other {Email from {domain} is rejected}}',
  'mail.sender_rejected.text': `Receiving servers have rejected {domain, select, mailing {bulk email from your account} other {email from {domain}}} {count, plural, one {once} other {# times}} since {since} UTC because of the sender. One of the responses:

"{reason}"

Check the DNS records of the domain: call GET /domains, or use the command postrider domain show. Common causes: a missing or changed DKIM record, an SPF record without this installation, a failed DMARC check, or a nonexistent sender address.

These rejections did not add recipients to the suppression list. You get one email a day while the problem continues.`,
  'mail.webhook_gone.subject': 'Your webhook has been disabled',
  'mail.webhook_gone.text': `The receiver of your webhook, {url}, returned 410 (gone) at {since} UTC. The webhook has been disabled.

New events are kept for 30 days. When the receiver is available again, or when you have changed the URL, enable the webhook (PATCH /transactional/webhook with "enabled": true). Then replay the held events (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Your webhook is failing',
  'mail.webhook_failing.text': `All requests to the receiver of your webhook, {url}, have failed since {since} UTC. {failures, plural, one {# consecutive request has failed} other {# consecutive requests have failed}}. The last error was:

"{reason}"

Each delivery is retried after 1 minute, 15 minutes, 2 hours, and 18 hours. You can replay expired deliveries within 30 days (POST /transactional/webhook/replays). To see the responses of the receiver, call GET /transactional/webhook/deliveries.

You will not receive another email about this problem until a request has succeeded.`,
  'mail.paused.subject': `{what, select, pause {Sending paused} automation {Automation emails paused} confirmation {Confirmation emails paused} other {Campaign sending paused}}: {account}`,
  'mail.paused.text': `In the last seven days, too many emails from the account {account} bounced or were reported as spam:

{reason}

{what, select, pause {New requests to send email are rejected. Transactional email that was already accepted is still sent. Bulk email is on hold and will be sent when the pause is lifted.} other {The account’s {what, select, automation {automation emails} confirmation {confirmation emails} other {campaigns}} are on hold and will be sent when the pause is lifted. No emails are lost. Login codes and all other email are still sent.}}

Find out who received these emails and why, and stop sending to recipients who did not sign up for them. To see the statistics and request a review, open the account’s status page. The operator of this installation can lift the pause.`,
  'mail.stopped.subject': `{what, select, pause {Sending paused} restriction {Account restricted} automation {Automation emails paused} confirmation {Confirmation emails paused} other {Campaign sending paused}}: {account}`,
  'mail.stopped.text': `The operator of this installation writes:

{reason}

For details and to request a review, see the account’s status page.`,
  'mail.review_asked.subject': 'Review requested: {account}',
  'mail.review_asked.text': `{by} asks you to review the account {account} and writes:

{message}

Review the account and its statistics on the operator page of the dashboard, then approve or decline.`,
  'mail.review_decided.subject': `Your request was {decision, select, approved {approved} other {declined}}: {account}`,
  'mail.review_decided.text': `You asked the operator to review the account {account}. {decision, select, approved {The operator approved the request. The change is already in effect.} other {The operator declined the request. After you fix the cause, you can request another review on the account’s status page.}}{reason, select, none {} other {

The operator writes:

{reason}}}`,
  'mail.content_waiting.subject': 'Content is waiting for approval: {account}',
  'mail.content_waiting.text': `The account {account} wants to send {kind, select, campaign {a campaign} confirmation {a confirmation email} other {an automation email}}:

{title}

{findings, plural, =0 {The checks found no problems.} one {The checks found # problem.} other {The checks found # problems.}}

Review the content on the operator page of the dashboard, then approve or reject it. You will not be notified about this account again until all of its pending reviews are completed.`,
  'mail.content_decided.subject': `{decision, select, approved {Content approved} other {Content rejected}}: {title}`,
  'mail.content_decided.text': `The operator of this installation has {decision, select, approved {approved} other {rejected}} the content of “{title}”.{reason, select, none {} other {

The operator writes:

{reason}}}

{decision, select, approved {{kind, select, campaign {You can send the campaign now.} other {The email is now sent automatically.}} If you change the content, the operator must approve it again.} other {Change the content{kind, select, campaign { and send the campaign again} other {}}.}}`,
  'mail.campaign_stopped.subject': 'A campaign was stopped: {title}',
  'mail.campaign_stopped.text': `The campaign “{title}” was paused because of its first results:

{reason}

Check who received these emails and why. Then cancel the campaign, or ask the operator of this installation to release it.`,
  'mail.optimized.subject': 'Your campaigns are now sent to engaged contacts only',
  'mail.optimized.text': `The results of the campaign “{title}” are far below normal:

{reason}

The account’s campaigns are now sent only to new contacts and to contacts who opened an email in the last 90 days. This restriction ends automatically after enough campaigns with good results, or when the operator of this installation lifts it.`,
  'figures.bounce_rate': 'Bounce rate: {rate}% ({part} of {whole}), limit: {limit}%',
  'figures.complaint_rate': 'Complaint rate: {rate}% ({part} of {whole}), limit: {limit}%',
  'figures.open_rate': 'Open rate: {rate}% ({part} of {whole}), minimum: {limit}%',
  'figures.reached': 'Contacts reached in the first wave: {rate}% ({part} of {whole}), minimum: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {Email is delayed by DNS failures} unprepared {Messages cannot be prepared} route {Fallback delivery route in use: {name} failed} other {Email to {name} is delayed}}`,
  'mail.delivery.text': `{problems}

You get one email a day for each problem while it continues.`,
  'delivery.resolver': `Email is delayed by DNS failures. The DNS resolver reports no mail servers for domains that previously had mail servers ({count}×). Last failure: "{reason}"

Check that the name servers in POSTRIDER_RESOLVER, or in /etc/resolv.conf of each delivery host, respond correctly. DNS failures do not cause bounces or suppressions. Postrider retries the email automatically.`,
  'delivery.unprepared': `Messages cannot be prepared from their stored data and can be delayed by several hours:

{list}

Search the log for "Message could not be prepared", and check the disk that stores the database.`,
  'delivery.receivers': `Receivers reject or defer email from the IP addresses of this installation, or cannot be reached:

{list}

Check whether the IP addresses are on the blocklists named above. The command postrider doctor checks the major blocklists. Also check the reverse DNS names of the IP addresses, and find out which account is sending unwanted email. After you fix the cause, request removal from the blocklists.

Queued emails are sent when the pause ends.`,
  'delivery.paused': '{name} temporarily accepts little or no email',
  'delivery.blocked': '{name} rejects email by policy',
  'delivery.route': '{name} could not be reached, so the next delivery route was used',
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
