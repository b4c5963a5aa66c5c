import { expect, it } from 'vitest';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { copyProgram, prepareServer, type Server } from './server.ts';
import { storm, type Kill } from './storm.ts';

const MINUTES_MS = 60_000;
/** 2 delivery processes of 16 lanes: one mail on the wire each, and 4 outcomes that are not recorded yet. */
const IN_FLIGHT = 2 * 16 * (1 + 4);

async function withServer(
  program: string | undefined,
  work: (server: Server, sink: SmtpSink) => Promise<void>,
): Promise<void> {
  const sink = await startSmtpSink();
  const server = await prepareServer({
    ...(program !== undefined && { program }),
    environment: {
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      POSTRIDER_WORKERS: '2',
    },
  });
  try {
    await server.start();
    await work(server, sink);
  } finally {
    await server.stop();
    server.remove();
    await sink.close();
  }
}

it(
  'loses no accepted mail when delivery, database and main process are killed under load',
  { timeout: 3 * MINUTES_MS },
  async () => {
    const kills: Kill[] = ['delivery', 'database', 'main', 'delivery', 'main', 'database', 'delivery', 'main'];
    await withServer(undefined, async (server, sink) => {
      const report = await storm(server, sink, kills);
      console.log(
        `${report.kills} kills, ${report.accepted} accepted, ${report.lost.length} lost, ${report.duplicates} duplicates`,
      );
      expect(report.accepted, server.output()).toBeGreaterThan(100);
      expect(report.lost).toEqual([]);
      expect(report.unexpectedStatuses).toEqual([]);
      expect(report.duplicates).toBeLessThanOrEqual(report.kills * IN_FLIGHT);
    });
  },
);

it('would notice an acknowledgement before the commit', { timeout: 3 * MINUTES_MS }, async () => {
  const mutant = copyProgram([
    {
      file: 'src/features/transactional/accept.ts',
      find: '    const { acceptances, counters } = await storeMessages(parts.db, accountId, messages);\n',
      replace:
        '    setTimeout(() => void storeMessages(parts.db, accountId, messages).catch(() => {}), 50);\n' +
        '    const counters = undefined as never;\n' +
        "    const answer = (id: string) => ({ id: `tm_${id.replaceAll('-', '')}`, status: 'queued' }) as const;\n" +
        "    const acceptances = messages.map(({ id }) => ({ kind: 'accepted', answer: answer(id) }) as const);\n",
    },
  ]);
  try {
    await withServer(mutant.path, async (server, sink) => {
      const report = await storm(server, sink, ['main', 'database', 'main', 'database']);
      expect(report.lost.length).toBeGreaterThan(0);
    });
  } finally {
    mutant.remove();
  }
});
