export { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy'
export type { Answer, Faults, RecordedCall } from './faults'
