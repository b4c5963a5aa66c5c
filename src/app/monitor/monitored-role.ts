/** Role of a monitored process. Determines its metrics. */
export type MonitoredRole = 'all' | 'api' | 'worker' | 'inbound' | 'deliver';
