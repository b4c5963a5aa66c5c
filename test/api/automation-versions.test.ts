import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant } from '../support/automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

let db: Database;
const app = shared(startApp);

beforeAll(() => {
  ({ db } = app.installation);
});

async function newTenant() {
  const tenant = await newAutomationTenant(app);
  const { ann, newAutomation, newEmail } = tenant;
  const { id } = await newAutomation();
  const emails: number[] = [];
  for (let number = 0; number < 3; number += 1) emails.push((await newEmail(id, { subject: `Mail ${number}` })).id);
  const path = `/automations/${id}`;
  return {
    ...tenant,
    id,
    path,
    emails,
    setSteps: async (steps: readonly object[]) => {
      const { body, status } = await ann.call('PATCH', `${path}/flow`, { steps });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.steps;
    },
    steps: async () => (await ann.call('GET', `${path}/flow`)).body.steps,
    versions: async () => (await ann.call('GET', `${path}/versions`)).body.data,
    /** Restores a version as a draft, and publishes the draft. */
    restore: async (version: number) => {
      const answer = await ann.call('POST', `${path}/versions/${version}/restore`);
      if (answer.status === 200)
        expect(await ann.call('POST', `${path}/draft/publish`, {})).toMatchObject({ status: 200 });
      return answer;
    },
  };
}

const mail = (id: number | undefined) => ({ type: 'email', id });

describe('versions of the steps of an automation', () => {
  it('contain the steps before each change, newest first', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    expect(await ann.versions()).toEqual([]);
    const field = { label: 'Plan', contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' };
    await ann.ann.call('POST', '/contact-fields', field);
    const update = { type: 'update', set_fields: { plan: 'gold' } };
    await ann.setSteps([mail(two), update, mail(one), mail(three)]);
    const condition = { type: 'condition', event: 'a', yes: [mail(one)], no: [mail(two)] };
    await ann.setSteps([condition, mail(three)]);
    const versions = await ann.versions();
    expect(versions.map(({ steps }: { steps: object[] }) => steps)).toMatchObject([
      [mail(two), update, mail(one), mail(three)],
      [mail(one), mail(two), mail(three)],
    ]);
    expect(Object.keys(versions[0].steps[0]).toSorted()).toEqual(['delay_hours', 'id', 'type']);
  });

  it('are restored, and the replaced steps become a version', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    const condition = { type: 'condition', event: 'a', yes: [mail(one)], no: [{ type: 'exit' }] };
    const before = await ann.setSteps([condition, { type: 'wait', minutes: 5 }, mail(two), mail(three)]);
    await ann.setSteps([mail(three), mail(two), mail(one)]);
    const [version] = await ann.versions();
    expect((await ann.restore(version.id)).status).toBe(200);
    // Removed steps are created again, so only their IDs differ.
    const withoutIds = (steps: object[]) => JSON.stringify(steps).replaceAll(/"id":\d+/g, '');
    expect(withoutIds(await ann.steps())).toBe(withoutIds(before));
    expect((await ann.versions())[0].steps).toMatchObject([mail(three), mail(two), mail(one)]);
  });

  it('are restored without removed emails, and later emails stay before the end', async () => {
    const ann = await newTenant();
    const [one, two, three] = ann.emails;
    const condition = { type: 'condition', event: 'a', yes: [mail(one)] };
    await ann.setSteps([mail(three), condition, mail(two), { type: 'exit' }]);
    await ann.setSteps([mail(one), mail(two), mail(three)]);
    const [version] = await ann.versions();
    expect((await ann.ann.call('DELETE', `/automation-emails/${one}`)).status).toBe(200);
    const later = (await ann.newEmail(ann.id)).id;
    expect((await ann.restore(version.id)).status).toBe(200);
    expect(await ann.steps()).toMatchObject([mail(three), mail(two), mail(later), { type: 'exit' }]);
  });

  it('that refer to a deleted tag are refused with the step', async () => {
    const ann = await newTenant();
    const tag = await plantGroup(db, ann.accountId, 'tag', 'VIP');
    const emails = ann.emails.map(mail);
    await ann.setSteps([{ type: 'update', add_tag_ids: [tag] }, ...emails]);
    await ann.setSteps(emails);
    await ann.ann.call('DELETE', `/contact-tags/${tag}`);
    const [version] = await ann.versions();
    const { body, status } = await ann.restore(version.id);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
      status: 422,
      fields: ['steps.0.add_tag_ids'],
    });
  });

  it('are limited to the latest 50, and are not stored twice in a row', async () => {
    const ann = await newTenant();
    const emails = ann.emails.map(mail);
    await rowsOf(
      db,
      `insert into automation_version (account_id, automation_id, steps)
       select $1, $2, jsonb_build_array(jsonb_build_object('type', 'wait', 'minutes', n)) from generate_series(1, 49) as n`,
      [ann.accountId, ann.id],
    );
    for (const minutes of [51, 52, 53]) await ann.setSteps([...emails, { type: 'wait', minutes }]);
    const versions = await ann.versions();
    expect(versions).toHaveLength(50);
    expect(versions[0].steps.at(-1)).toMatchObject({ minutes: 52 });
    expect(versions.at(-1).steps).toMatchObject([{ minutes: 3 }]);
    const [step] = (await ann.steps()).slice(-1);
    for (let times = 0; times < 3; times += 1) await ann.setSteps([...emails, { ...step }]);
    expect((await ann.versions()).slice(0, 2).map(({ steps }: { steps: object[] }) => steps.at(-1))).toMatchObject([
      { minutes: 53 },
      { minutes: 52 },
    ]);
  });

  it('of other accounts and unknown ones are not found', async () => {
    const [ann, other] = [await newTenant(), await newTenant()];
    await other.setSteps(other.emails.toReversed().map(mail));
    const [version] = await other.versions();
    expect((await ann.restore(version.id)).status).toBe(404);
    expect((await ann.ann.call('GET', `${other.path}/versions`)).status).toBe(403);
    expect((await ann.ann.call('POST', `${other.path}/versions/${version.id}/restore`)).status).toBe(403);
    expect(await rowsOf(db, 'select from automation_version where account_id = $1', [ann.accountId])).toHaveLength(0);
  });
});
