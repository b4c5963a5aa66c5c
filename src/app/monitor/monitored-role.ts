/** Role of a monitored process, which determines the metrics of the process. */
export type MonitoredRole = 'all' | 'api' | 'worker' | 'inbound' | 'deliver';
