export { type FaultProxy, type FaultProxyOptions, startFaultProxy } from './fault-proxy'
export type { Faults, RecordedRequest, ScheduledFault, StubResponse } from './faults'
