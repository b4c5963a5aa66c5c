import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStamps } from '../../src/features/campaigns/forms/stamps.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { entriesOf } from '../support/public-visits.ts';
import { actionOfEmbed, deleteFormAttempts, newFormTenant, type FormTenant } from '../support/signup-forms.ts';

const TYPES = {
  text: '0abe5601-7738-43c8-858f-81911ecf89ee',
  number: 'e43c6471-b3ff-4541-80c5-964c62decd15',
  date: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404',
} as const;

let app: TestApp;
let tenant: FormTenant;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await deleteFormAttempts(app.installation.db);
  tenant = await newFormTenant(app);
});

async function newField(label: string, type: keyof typeof TYPES = 'text'): Promise<{ id: number; name: string }> {
  const given = { label, contact_field_type_id: TYPES[type] };
  const { body, status } = await tenant.ann.call('POST', '/contact-fields', given);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

describe('fields of a form', () => {
  it('have a display order, are replaced as a whole, and default to none', async () => {
    const [city, born] = [await newField('City'), await newField('Born on', 'date')];
    expect((await tenant.newForm()).fields).toEqual([]);
    const form = await tenant.newForm({ fields: [born.name, ` ${city.name.toUpperCase()} `, born.name] });
    expect(form.fields).toEqual([born.name, city.name]);
    const change = async (fields: unknown) =>
      (await tenant.ann.call('PATCH', `/forms/${form.id}`, { fields })).body.fields;
    expect((await tenant.ann.call('PATCH', `/forms/${form.id}`, { title: 'News' })).body.fields).toEqual(form.fields);
    expect(await change([city.name])).toEqual([city.name]);
    const { data } = (await tenant.ann.call('GET', '/forms')).body;
    expect(data.map((each: { fields: unknown }) => each.fields)).toEqual([[city.name], []]);
    expect(await change(null)).toEqual([]);
  });

  it('must be fields of the account, at most twenty', async () => {
    const other = await newFormTenant(app);
    const theirs = await other.ann.call('POST', '/contact-fields', {
      label: 'Shoe',
      contact_field_type_id: TYPES.text,
    });
    const body = { title: 'News', lists: [tenant.list] };
    for (const fields of [
      [theirs.body.name],
      ['nothing'],
      ['__proto__'],
      Array.from({ length: 21 }, (_none, at) => `f${at}`),
    ]) {
      const answer = await tenant.ann.call('POST', '/forms', { ...body, fields });
      expect([answer.status, answer.body.errors.fields]).toEqual([422, [expect.any(String)]]);
    }
  });

  it('are shown with escaped labels on the page, on a landing page, in the embed and by its script', async () => {
    const shoe = await newField('Shoe <b>"size"', 'number');
    const born = await newField('Born on', 'date');
    const form = await tenant.newForm({ fields: [shoe.name, born.name] });
    const page = await tenant.ann.call('POST', '/landing-pages', {
      title: 'Tea',
      form_id: form.id,
      is_published: true,
    });
    for (const shown of [await textAt(form.url), await textAt(page.body.url), form.embed.html]) {
      expect(Object.keys(entriesOf(shown).entries)).toEqual(
        expect.arrayContaining([`contact_fields[${shoe.name}]`, `contact_fields[${born.name}]`]),
      );
      expect(shown).toContain('Shoe &lt;b&gt;&quot;size&quot;');
      expect(shown).toMatch(/\]"\s+inputmode="decimal"/);
      expect(shown).toMatch(/\]"\s+type="date"/);
      expect(shown).not.toContain('<b>');
    }
    const script = await textAt(`${form.url}.js`);
    expect(script).toContain(`contact_fields[${born.name}]`);
    expect(script).not.toContain('<b>');
  });

  it('are saved with the contact and shown again with errors', async () => {
    const [city, shoe] = [await newField('City'), await newField('Shoe', 'number')];
    const form = await tenant.newForm({ fields: [city.name, shoe.name] });
    const { clock, vault } = app.installation;
    const stamp = createStamps({ clock, vault }).make('page', form.url.slice(-6), new Date(clock.now() - 5_000));
    const keys = { city: `contact_fields[${city.name}]`, shoe: `contact_fields[${shoe.name}]` };
    const send = async (value: string): Promise<Response> =>
      fetch(form.url, {
        method: 'POST',
        body: new URLSearchParams({ email: 'bea@x.example', stamp, [keys.city]: 'Hull "&" Bath', [keys.shoe]: value }),
        redirect: 'manual',
      });
    const refused = await send('large');
    const page = await refused.text();
    expect([refused.status, page.includes('Shoe must be a number')]).toEqual([422, true]);
    expect(entriesOf(page).entries).toMatchObject({ [keys.city]: 'Hull "&" Bath', [keys.shoe]: 'large' });
    // The field is shown once and not repeated as an unknown field.
    expect(page.split(keys.city)).toHaveLength(2);
    expect((await send('42')).status).toBe(303);
    const [contact] = await tenant.contacts();
    expect(contact?.fields).toEqual({ [city.id]: 'Hull "&" Bath', [shoe.id]: '42' });
  });

  it('that are deleted are omitted, and the form still works', async () => {
    const [city, shoe] = [await newField('City'), await newField('Shoe', 'number')];
    const form = await tenant.newForm({ fields: [city.name, shoe.name] });
    expect((await tenant.ann.call('DELETE', `/contact-fields/${city.id}`)).status).toBe(200);
    expect((await tenant.ann.call('GET', `/forms/${form.id}`)).body.fields).toEqual([shoe.name]);
    expect(await textAt(form.url)).not.toContain('City');
    // A new field with the same name is a different field.
    await newField('City');
    expect((await tenant.ann.call('PATCH', `/forms/${form.id}`, { title: 'News' })).body.fields).toEqual([shoe.name]);
    const sent = new URLSearchParams({ email: 'bea@x.example' });
    expect((await fetch(actionOfEmbed(form), { method: 'POST', body: sent, redirect: 'manual' })).status).toBe(303);
  });

  it('add at most 115 bytes each in addition to label and name, on a page of 6 kB', async () => {
    const names = [];
    for (let at = 1; at <= 20; at += 1) names.push((await newField(`Question ${at}`, 'number')).name);
    const form = await tenant.newForm({ gdpr_required: true });
    const before = Buffer.byteLength(await textAt(form.url));
    expect(before).toBeLessThanOrEqual(6_000);
    await tenant.ann.call('PATCH', `/forms/${form.id}`, { fields: names });
    const page = await textAt(form.url);
    const words = names.reduce((sum, name, at) => sum + name.length + `Question ${at + 1}`.length, 0);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(before + words + 20 * 115);
    expect(Object.keys(entriesOf(page).entries).filter((key) => key.startsWith('contact_fields['))).toHaveLength(20);
    expect(Buffer.byteLength(page)).toBeLessThan(8_000);
    const kept = 'select cardinality(field_ids) as fields from form where account_id = $1';
    expect(await rowsOf(tenant.db, kept, [tenant.accountId])).toEqual([{ fields: 20 }]);
  });
});
