import { systemCpuMicros } from '../delivery/cpu.ts';
import type { Receiver } from './receiver.ts';

/** What a round measured. */
export interface Rate {
  readonly perSecond: number;
  /** CPU a delivery, in µs: of the sender with its collector's threads, of PostgreSQL, and of the receivers. */
  readonly senderMicros: number;
  readonly databaseMicros: number;
  readonly receiverMicros: number;
  /** Of a request with its headers, as the receivers read it. */
  readonly bytes: number;
}

/** Sends so many and says how that went. */
export type Send = (count: number) => Promise<Rate>;

/** What a request had on average in bytes, of all connections that were closed since it was asked last. */
export async function bytesOf(receivers: readonly Receiver[]): Promise<number> {
  const each = await Promise.all(receivers.map((receiver) => receiver.bytesARequest()));
  return each.reduce((sum, bytes) => sum + bytes, 0) / each.length;
}

/** Rate and CPU of so many deliveries, by the clocks before and after `work`. */
export async function measure(
  count: number,
  receivers: readonly Receiver[],
  work: () => Promise<void>,
): Promise<Omit<Rate, 'bytes'>> {
  const [before, startedAt] = [await readCpu(receivers), performance.now()];
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await readCpu(receivers);
  const [ofReceivers, ofProcess, system] = [
    after.receivers - before.receivers,
    after.process - before.process,
    after.system - before.system,
  ];
  return {
    perSecond: count / seconds,
    senderMicros: (ofProcess - ofReceivers) / count,
    databaseMicros: (system - ofProcess) / count,
    receiverMicros: ofReceivers / count,
  };
}

/** CPU so far, in µs: of the receivers' threads, of this process with them, and of it with the database. */
async function readCpu(
  receivers: readonly Receiver[],
): Promise<{ receivers: number; process: number; system: number }> {
  const each = await Promise.all(receivers.map((receiver) => receiver.cpuMicros()));
  const { system, user } = process.cpuUsage();
  return {
    receivers: each.reduce((sum, micros) => sum + micros, 0),
    process: system + user,
    system: systemCpuMicros(process.pid, ''),
  };
}
