export { createDeliveryInstruments } from './instruments.ts';
export { createHttpInstruments } from './instruments.ts';
export { createInboundInstruments } from './instruments.ts';
export type { DeliveryInstruments } from './instruments.ts';
export type { HttpInstruments } from './instruments.ts';
export type { InboundInstruments } from './instruments.ts';
export { registerInstallation } from './installation.ts';
