import type { Clock } from '../base/clock.ts';
import type { TlsaRecord } from '../base/dns.ts';
import type { EmailAddress } from '../mail/address.ts';
import type { Reply } from './reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

/** One server to talk to. */
export interface SmtpTarget {
  /** Its name: for TLS (SNI, verification) and logs. */
  readonly host: string;
  /** Its IP address; nothing is looked up. */
  readonly address: string;
  readonly port: number;
  /** 'implicit' is TLS from the first byte (RFC 8314); the others speak of STARTTLS (RFC 3207). */
  readonly tls: 'never' | 'opportunistic' | 'required' | 'implicit';
  /** Whether the certificate must be valid: in its time, from a trusted authority, for `certificateNames`. */
  readonly verifyTls: boolean;
  /**
   * Names of which the certificate must bear one, as an alternative name; default `host`, by the rules of Node. The first
   * of them goes along (SNI).
   */
  readonly certificateNames?: readonly string[];
  /** Records of which one must match the certificate, in place of `verifyTls` (RFC 7672); with it TLS is never doubted. */
  readonly dane?: readonly TlsaRecord[];
  /** Whether a certificate that nobody insists on is judged nevertheless: what is wrong with it is `tlsFailure`. */
  readonly reportTls?: true;
  /** Whose rule it is that there be TLS, for sentences; absent where it is ours. */
  readonly tlsRule?: 'dane' | 'mta-sts';
  readonly login: SmtpLogin | undefined;
}

/** Why TLS did not come about, or what was wrong with it, in the words of TLS reports (RFC 8460 4.3). */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'tlsa-invalid'
  | 'validation-failure';

/** Name and password for AUTH; sent over TLS or to this machine only. */
export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** How to talk, the same for all servers. */
export interface SmtpOptions {
  /** The name that EHLO announces: our host name, as its reverse lookup gives it. */
  readonly ehloName: string;
  readonly timeouts: SmtpTimeouts;
  /** The source address; default the system's choice. */
  readonly localAddress?: string;
  /** Certificates (PEM) to trust instead of those that Node brings. */
  readonly trustedCertificates?: readonly string[];
  /** False where the server announces PIPELINING (RFC 2920) and is known to lose commands that come together. */
  readonly pipelining?: boolean;
  /** Source of `sentAt`; default the machine's clock. */
  readonly clock?: Clock;
}

/** The step of the dialogue at which something happened; 'starttls' is every TLS handshake, 'dot' the end of the data. */
export type SmtpStage = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/** No session came about. No mail was offered. */
export interface SmtpFault {
  readonly kind: 'fault';
  readonly stage: SmtpStage;
  /** What the server said, when it was the server that said no. */
  readonly reply: Reply | undefined;
  /** A sentence for the sender's eyes. */
  readonly error: string;
  readonly conversation: string;
  /** Set when it was TLS that failed. */
  readonly tlsFailure?: TlsFailure;
}

/** Sender ('' is the null sender) and recipient of one mail. */
export interface SmtpEnvelope {
  readonly from: EmailAddress | '';
  readonly to: EmailAddress;
  /** Told to a server that takes it, as ENVID (RFC 3461 section 4.4): letters, digits, dots and hyphens, 100 at most. */
  readonly id?: string | undefined;
}

/** How the commands of a mail went out: each after the answer to the one before, together, or behind the final dot of another mail. */
export type CommandGroup = 'single' | 'together' | 'behind-dot';

/** What is said of a mail before its data. */
export interface AnnouncedMail {
  readonly envelope: SmtpEnvelope;
  /** Octets of its data. */
  readonly bytes: number;
  readonly smtpUtf8: boolean;
}

/** What became of one mail. */
export type SmtpResult =
  | {
      readonly kind: 'accepted';
      readonly reply: Reply;
      /** Milliseconds since the Unix epoch when the final dot was written. */
      readonly sentAt: number;
      readonly conversation: string;
    }
  | {
      readonly kind: 'refused';
      readonly stage: 'mail' | 'rcpt' | 'data' | 'dot';
      readonly reply: Reply;
      readonly conversation: string;
      /** The server was not asked: what it announces says that it cannot take the mail. */
      readonly isForeseen?: true;
      /** Only when the whole mail was written: milliseconds since the Unix epoch. */
      readonly sentAt?: number;
    }
  | {
      readonly kind: 'broken';
      readonly stage: SmtpStage;
      readonly error: string;
      readonly conversation: string;
      /** True when the server may have taken the mail: its end was written and no answer came. */
      readonly dotSent: boolean;
    };

/** An open session that carries one mail after the other. */
export interface SmtpConnection {
  /** Protocol and cipher ('TLSv1.3 TLS_AES_256_GCM_SHA384'); undefined without TLS. */
  readonly tls: string | undefined;
  /** What is wrong with its TLS although the target does not insist on it; only with `reportTls`. */
  readonly tlsFailure: TlsFailure | undefined;
  /** False once no further mail can be sent: closed by the server, 421, out of step, too old. */
  readonly usable: boolean;
  /** Whether the server takes several commands at once (RFC 2920). */
  readonly pipelines: boolean;
  /** How many mails were offered over this connection, whatever became of them. */
  readonly sent: number;
  /** How the commands of the latest of them went out. */
  readonly group: CommandGroup;
  /**
   * Offers one mail; one at a time. `data` is the whole message with CRLF line ends, not dot-stuffed, and is sent byte
   * for byte. The SMTPUTF8 extension is asked for when `smtpUtf8` says so or an address is not ASCII.
   * `onDot` is called right before the end of the mail is written: from then on the server may have taken it.
   * `ahead` is asked right behind it, for the mail that comes next over this connection: where the server allows it, its
   * commands go out with the end of this one (RFC 2920 section 3.1). Another mail in its place breaks the connection.
   * Rejects only for what no caller should do: a second mail at the same moment, an address that no dialogue can carry.
   */
  send(
    envelope: SmtpEnvelope,
    data: Buffer,
    smtpUtf8: boolean,
    onDot?: () => void,
    ahead?: () => AnnouncedMail | undefined,
  ): Promise<SmtpResult>;
  /** Says QUIT where that makes sense, waits briefly, closes. Never rejects. */
  close(): Promise<void>;
  /** Closes at once. */
  destroy(): void;
}
