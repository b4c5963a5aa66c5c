import { expect, it } from 'vitest';
import { readQuerySend } from './query-request.ts';

it('reads the elements of a list in the order of their numbers', async () => {
  const fields = {
    Source: 'shop@x.example',
    'Destination.ToAddresses.member.10': 'ten@x.example',
    'Destination.ToAddresses.member.2': 'two@x.example',
    'Destination.ToAddresses.member.1': 'one@x.example',
    'Message.Subject.Data': 'Tea',
    'Message.Body.Text.Data': 'Hot',
  };
  const mail = await readQuerySend(
    Object.entries(fields).map(([name, value]) => ({ name, value })),
    undefined,
  );
  expect(JSON.stringify(mail)).toMatch(/one@x\.example.*two@x\.example.*ten@x\.example/);
});
