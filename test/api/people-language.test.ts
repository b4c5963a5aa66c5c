// Place in a run: slow.
import { beforeEach, describe, expect, it } from 'vitest';
import { createUserMailer } from '../../src/app/people.ts';
import { silentLog } from '../../src/base/log.ts';
import { notifyAutomaticPauses } from '../../src/features/administration/account-settings/index.ts';
import { pauseAutomatically } from '../../src/features/tenants/accounts/index.ts';
import { startApp } from '../support/app.ts';
import { becomeOwner, createBrowser, mailsTo, mailTo, PASSWORD, signIn, tokenIn } from '../support/people.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);
const owner = shared(async () => becomeOwner(app));

beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
});

async function setAccountLanguage(language: string): Promise<void> {
  expect((await owner.patch('/campaign-settings', { language })).status).toBe(200);
}

async function invite(email: string): Promise<{ readonly subject: string; readonly text: string }> {
  await owner.post('/dashboard/team/invitations', { email, role: 'member' });
  return mailTo(app, email, (text) => text.includes('/app/invitation#'));
}

async function accept(text: string, language: string) {
  const browser = createBrowser(app.api.baseUrl);
  const path = `/dashboard/invitations/${tokenIn(text)}/accept`;
  const answer = await browser.post(path, { name: 'Kim', password: PASSWORD }, { 'accept-language': language });
  expect(answer.status).toBe(200);
  return browser;
}

describe('the language of emails to people', () => {
  it('is the account’s for an invitation, and the browser’s after the invitation was accepted', async () => {
    await setAccountLanguage('de');
    const invitation = await invite('kim@acme.example');
    expect(invitation.subject).toBe('Einladung zu owner@postrider.localhost');
    expect(invitation.text).toContain('Ada lädt Sie ein, dem Konto owner@postrider.localhost');
    const browser = await accept(invitation.text, 'fi, fr-CA;q=0.8, en;q=0.2');
    expect((await browser.get('/dashboard/session')).body.person.language).toBe('fr-CA');
    await createBrowser(app.api.baseUrl).post('/dashboard/password-reset', { email: 'kim@acme.example' });
    const { subject } = await mailTo(app, 'kim@acme.example', (text) => text.includes('/app/reset#'));
    expect(subject).toBe('Réinitialiser votre mot de passe');
  });

  it('stays the account’s if the browser prefers a language without texts', async () => {
    await setAccountLanguage('nl');
    const { text } = await invite('finn@acme.example');
    const browser = await accept(text, 'fi');
    expect((await browser.get('/dashboard/session')).body.person.language).toBeNull();
    await browser.post('/dashboard/me/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` });
    expect((await mailsTo(app, 'finn@acme.example')).at(-1)?.subject).toBe('Uw wachtwoord is gewijzigd');
  });

  it('can be changed on the profile, together with the name or alone', async () => {
    await setAccountLanguage('en');
    const { text } = await invite('lee@acme.example');
    const browser = await accept(text, 'en-US');
    expect((await browser.patch('/dashboard/me', { language: 'PT-pt' })).status).toBe(200);
    const { person } = (await browser.get('/dashboard/session')).body;
    expect(person).toMatchObject({ name: 'Kim', language: 'pt-PT' });
    await browser.post('/dashboard/me/email', { email: 'lee@new.example', password: PASSWORD });
    const confirmation = await mailTo(app, 'lee@new.example');
    expect(confirmation.subject).toBe('Confirme o seu novo endereço de e-mail');
    await browser.post('/dashboard/me/email/confirm', { token: tokenIn(confirmation.text) });
    expect((await mailsTo(app, 'lee@acme.example')).at(-1)?.subject).toBe('O seu endereço de e-mail foi alterado');
    expect((await browser.patch('/dashboard/me', { name: 'Lee', language: null })).status).toBe(200);
    const again = await signIn(app, 'lee@new.example');
    expect((await again.get('/dashboard/session')).body.person).toMatchObject({ name: 'Lee', language: null });
    await again.delete('/dashboard/me', { email: 'lee@new.example' });
    expect((await mailsTo(app, 'lee@new.example')).at(-1)?.subject).toBe('Your user account was deleted');
  });

  it('is used for emails about the account, such as a pause', async () => {
    const { account } = await app.newAccount();
    const { clock, config, db } = app.installation;
    const language = `insert into campaign_settings (account_id, language) values ($1, 'cs')
      on conflict (account_id) do update set language = 'cs'`;
    await db.query({ name: '', text: language }, [account.id]);
    await db.transaction(async (tx) =>
      pauseAutomatically(tx, account.id, {
        reason: 'x',
        figure: { name: 'bounce_rate', percent: 5.48, part: 1011, whole: 18_450, limitPercent: 5 },
      }),
    );
    await notifyAutomaticPauses({ db, log: silentLog, sendNotice: createUserMailer({ clock, config }) });
    const { subject, text } = await mailTo(app, account.email);
    expect(subject).toBe(`Odesílání pozastaveno: ${account.name}`);
    expect(text).toContain('  Míra odmítnutí: 5,48 % (1\u00A0011 z 18\u00A0450), limit: 5 %');
  });

  it('is refused if Postrider has no texts in the language', async () => {
    for (const [body, field, fault] of [
      [{ language: 'fi' }, 'language', 'must be a language that Postrider is translated into'],
      [{ language: 'german' }, 'language', 'Did you mean "de"?'],
      [{ language: 7 }, 'language', ''],
      [{}, 'name', 'is required if `language` is not set.'],
    ] as const) {
      const refused = await owner.patch('/dashboard/me', body);
      expect([refused.status, refused.body.errors[field]?.[0]]).toEqual([422, expect.stringContaining(fault)]);
    }
  });
});
