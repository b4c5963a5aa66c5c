/** Role of a monitored process, which determines its metrics. */
export type MonitoredRole = 'all' | 'api' | 'worker' | 'inbound' | 'deliver';
