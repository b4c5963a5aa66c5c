import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { readMessage, type DnsQuery, type DnsReading } from './dns-message.ts';
import type { DnsServerAddress } from './dns-server-address.ts';

/**
 * Queries one server over UDP, and over TCP if the answer is truncated. Returns a failure on timeout. Never rejects.
 */
export async function exchange(
  query: DnsQuery,
  server: DnsServerAddress,
  withinMs: number,
): Promise<Exclude<DnsReading, { kind: 'truncated' }>> {
  const endsAt = performance.now() + withinMs;
  const reading = await queryByUdp(query, server, withinMs);
  if (reading.kind !== 'truncated') return reading;
  const byTcp = await queryByTcp(query, server, Math.max(1, endsAt - performance.now()));
  return byTcp.kind === 'truncated' ? failure('the response was truncated over both UDP and TCP') : byTcp;
}

const LATE: DnsReading = { kind: 'failure', reason: 'no answer in time', isSilence: true };

/** Sends the query over UDP from a new socket. Its random port makes forged answers unlikely (RFC 5452 9.2). */
function queryByUdp(query: DnsQuery, server: DnsServerAddress, withinMs: number): Promise<DnsReading> {
  return new Promise((resolve) => {
    const socket = createSocket(server.family === 4 ? 'udp4' : 'udp6');
    let isDone = false;
    const finish = (reading: DnsReading): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      // Ignore socket errors after the answer.
      socket.removeAllListeners().on('error', () => {});
      socket.close();
      resolve(reading);
    };
    const timer = setTimeout(() => finish(LATE), withinMs);
    socket.on('error', (error) => finish(failureOf(error)));
    socket.on('message', (bytes) => {
      const reading = readMessage(bytes, query);
      if (reading) finish(reading);
    });
    // A connected socket accepts datagrams only from this server, and reports an error if the server's port is closed.
    socket.connect(server.port, server.address, () => {
      socket.send(query.bytes, (error) => {
        if (error) finish(failureOf(error));
      });
    });
  });
}

/** Sends the query over TCP. A length field of two bytes precedes each message (RFC 1035 4.2.2). */
function queryByTcp(query: DnsQuery, server: DnsServerAddress, withinMs: number): Promise<DnsReading> {
  return new Promise((resolve) => {
    const socket = connect({ host: server.address, port: server.port, noDelay: true });
    const finish = (reading: DnsReading): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reading);
    };
    const timer = setTimeout(() => finish(LATE), withinMs);
    let received = Buffer.alloc(0);
    socket.on('error', (error) => finish(failureOf(error)));
    socket.on('end', () => finish(failure('connection closed')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const size = received.length < 2 ? Number.POSITIVE_INFINITY : received.readUInt16BE(0);
      if (received.length < 2 + size) return;
      const reading = readMessage(received.subarray(2, 2 + size), query);
      finish(reading ?? failure('the response cannot be parsed'));
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.bytes.length);
    socket.write(Buffer.concat([length, query.bytes]));
  });
}

function failureOf(error: Error): DnsReading {
  const { code } = error as NodeJS.ErrnoException;
  return failure(code === 'ECONNREFUSED' ? 'connection refused' : error.message);
}

function failure(reason: string): Extract<DnsReading, { kind: 'failure' }> {
  return { kind: 'failure', reason, isSilence: false };
}
